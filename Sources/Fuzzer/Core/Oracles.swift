package import WireFormat
package import WireJSON

/// Checks that several targets share.
package enum Oracles {
    /// Every byte of `range` belongs to exactly one leaf.
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

    /// An error names a place in the input.
    package static func place(_ error: WireError, in count: Int, _ what: StaticString) throws(Violation) {
        guard error.offset >= 0, error.offset <= count else {
            throw Violation(.offset, "\(what): the error \(error) lies outside the \(count) bytes of the input")
        }
        if let available = error.available, available < 0 {
            throw Violation(.offset, "\(what): the error \(error) counts \(available) bytes")
        }
    }

    /// Two results that must be the same are.
    package static func same<Value: Equatable>(
        _ first: Value,
        _ second: Value,
        _ oracle: Oracle,
        _ text: @autoclosure () -> String
    ) throws(Violation) {
        guard first == second else { throw Violation(oracle, text()) }
    }

    /// Work was in proportion to the input.
    ///
    /// - Parameters:
    ///   - steps: counted pieces of work.
    ///   - factor: pieces that a byte may cost.
    ///   - base: pieces that an empty input may cost.
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

    /// JSON with the members of every object in the order of their keys; `nil` when it is not JSON.
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

    /// Bytes as hex; of many, the first ones and how many there are.
    ///
    /// One word, so that a long input and a short one break an oracle in the same words; see ``Violation/kind``.
    package static func hex(_ bytes: [UInt8]) -> String {
        Hex.encode(Array(bytes.prefix(64))) + (bytes.count > 64 ? "…(\(bytes.count))" : "")
    }
}

/// The outcome of a decoder as a value.
package func attempt<Value>(_ body: () throws(WireError) -> Value) -> Result<Value, WireError> {
    do throws(WireError) {
        return .success(try body())
    } catch {
        return .failure(error)
    }
}
