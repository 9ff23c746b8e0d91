package import WireFormat
package import WireJSON

/// Checks that several targets share.
package enum Oracles {
    /// Checks that every byte of `range` belongs to exactly one leaf.
    package static func coverage(_ tree: FieldTree, of range: Range<Int>, _ what: StaticString) throws(Violation) {
        var next = range.lowerBound
        for leaf in tree.leaves {
            guard leaf.range.lowerBound == next else {
                throw Violation(
                    .coverage,
                    "\(what): the leaf \(leaf.name) begins at \(leaf.range.lowerBound), the one before ends at \(next)"
                )
            }
            next = leaf.range.upperBound
        }
        guard next == range.upperBound else {
            throw Violation(.coverage, "\(what): the leaves end at \(next), the bytes at \(range.upperBound)")
        }
        for node in tree.nodes
        where node.range.lowerBound < range.lowerBound || node.range.upperBound > range.upperBound {
            throw Violation(.coverage, "\(what): the node \(node.name) lies outside the bytes")
        }
    }

    /// Checks that an error's offset lies within the input.
    package static func place(_ error: WireError, in count: Int, _ what: StaticString) throws(Violation) {
        guard error.offset >= 0, error.offset <= count else {
            throw Violation(.offset, "\(what): the error \(error) lies outside the \(count) bytes of the input")
        }
        if let available = error.available, available < 0 {
            throw Violation(.offset, "\(what): the error \(error) counts \(available) bytes")
        }
    }

    /// Checks that two results are equal.
    package static func same<Value: Equatable>(
        _ first: Value,
        _ second: Value,
        _ oracle: Oracle,
        _ text: @autoclosure () -> String
    ) throws(Violation) {
        guard first == second else { throw Violation(oracle, text()) }
    }

    /// Checks that the work was in proportion to the input.
    ///
    /// - Parameters:
    ///   - steps: the number of steps of work.
    ///   - factor: the number of steps allowed for each byte.
    ///   - base: the number of steps allowed for an empty input.
    package static func cost(
        _ steps: Int,
        of count: Int,
        factor: Int,
        base: Int = 64,
        _ what: StaticString
    ) throws(Violation) {
        let allowed = base + factor * count
        guard steps <= allowed else {
            throw Violation(.cost, "\(what): \(steps) steps for \(count) bytes, more than \(base) + \(factor) a byte")
        }
    }

    /// Returns JSON with the members of every object sorted by key; `nil` if the bytes are not JSON.
    package static func sorted(_ json: [UInt8]) -> JSONValue? {
        func sorted(_ value: JSONValue) -> JSONValue {
            switch value {
            case .object(let members):
                .object(
                    members.map { JSONMember($0.key, sorted($0.value)) }
                        .sorted { $0.key.text.utf8.lexicographicallyPrecedes($1.key.text.utf8) }
                )
            case .array(let elements): .array(elements.map(sorted))
            default: value
            }
        }
        return (try? JSONValue(parsing: json)).map(sorted)
    }

    /// Returns bytes as hex; of many, the first ones followed by the total count.
    ///
    /// The result is one word, so that long and short inputs give the same ``Violation/kind`` for the same bug.
    package static func hex(_ bytes: [UInt8]) -> String {
        Hex.encode(Array(bytes.prefix(64))) + (bytes.count > 64 ? "…(\(bytes.count))" : "")
    }
}

/// Returns the outcome of a decoder as a value.
package func attempt<Value>(_ body: () throws(WireError) -> Value) -> Result<Value, WireError> {
    do throws(WireError) {
        return .success(try body())
    } catch {
        return .failure(error)
    }
}
