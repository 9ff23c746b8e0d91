package import WireFormat
package import WireJSON

/// One golden vector: a request to a codec, and the allowed answers.
package struct VectorCase: Sendable {
    /// The degree to which codecs should agree.
    package enum Level: String, CaseIterable, Sendable {
        /// A codec that differs cannot communicate with the others.
        case must
        /// A codec that differs has a reason, or a mistake.
        case should
        /// A fact that not every codec needs.
        case may
    }

    /// The id of the case, unique in the suite; its meaning never changes.
    package var id: String
    /// The degree to which codecs should agree.
    package var level: Level
    /// The subjects of the case; the group's notes explain each flag.
    package var flags: [String]
    /// The fault that only this case can catch.
    package var comment: String
    /// The operation of the adapter protocol, such as `frame.decode`.
    package var operation: String
    /// The input of the operation.
    package var input: JSONValue
    /// The allowed answers.
    package var expectation: VectorExpectation
    /// The keys that an encoded content must not have, with dots between nested keys; other keys are free.
    package var absentKeys: [String] = []
    /// Whether the decoded value, encoded again, must give the input's bytes.
    package var reencodesExactly: Bool
    /// The origin of the bytes and the expectation.
    package var source: String

    /// Makes a case.
    package init(
        id: String,
        level: Level,
        flags: [String],
        comment: String,
        operation: String,
        input: JSONValue,
        expectation: VectorExpectation,
        reencodesExactly: Bool = false,
        source: String
    ) {
        self.id = id
        self.level = level
        self.flags = flags
        self.comment = comment
        self.operation = operation
        self.input = input
        self.expectation = expectation
        self.reencodesExactly = reencodesExactly
        self.source = source
    }

    /// Reads a case of a vector file.
    ///
    /// Throws `required` for a missing member and `value` for a wrong one, with its name as path. Unknown members are
    /// ignored.
    package init(_ object: JSONValue) throws(WireError) {
        let members = VectorMembers(object)
        id = try members.string("id")
        guard Self.isSlug(id) else {
            throw WireError(.value, at: 0, path: ["id"], expected: "words of a-z and 0-9 joined by hyphens, not \(id)")
        }
        do throws(WireError) {
            guard let level = Level(rawValue: try members.string("level")) else {
                throw WireError(.value, at: 0, path: ["level"], expected: "must, should or may")
            }
            self.level = level
            flags = try members.strings("flags")
            comment = try members.string("comment")
            operation = try members.string("operation")
            input = try members.value("input")
            guard input.members != nil else { throw WireError(.value, at: 0, path: ["input"], expected: "an object") }
            do throws(WireError) {
                let expect = try members.value("expect")
                expectation = try VectorExpectation(expect)
                if expect["absent"] != nil { absentKeys = try VectorMembers(expect).strings("absent") }
            } catch {
                throw error.path.first == "expect" ? error : error.inside("expect")
            }
            reencodesExactly = object["reencode"] != nil
            if reencodesExactly, object["reencode"]?.string != "exact" {
                throw WireError(.value, at: 0, path: ["reencode"], expected: "exact")
            }
            source = try members.string("source")
        } catch {
            throw error.inside(id)
        }
    }

    /// The case as in a vector file.
    package var json: JSONValue {
        var object: JSONValue = [
            "id": JSONValue(id), "level": JSONValue(level.rawValue), "flags": .array(flags.map { JSONValue($0) }),
            "comment": JSONValue(comment), "operation": JSONValue(operation), "input": input,
            "expect": expectation.json,
        ]
        if !absentKeys.isEmpty { object["expect"]?["absent"] = .array(absentKeys.map { JSONValue($0) }) }
        if reencodesExactly { object["reencode"] = "exact" }
        object["source"] = JSONValue(source)
        return object
    }

    /// Returns whether a text consists of words of lower-case letters and digits, joined by single hyphens.
    static func isSlug(_ text: String) -> Bool {
        text.split(separator: "-", omittingEmptySubsequences: false).allSatisfy { word in
            !word.isEmpty && word.utf8.allSatisfy { 48...57 ~= $0 || 97...122 ~= $0 }
        }
    }
}

/// Reads the members of an object in a vector file.
struct VectorMembers {
    let object: JSONValue

    init(_ object: JSONValue) { self.object = object }

    /// Returns a required member.
    func value(_ name: String) throws(WireError) -> JSONValue {
        guard let value = object[name] else { throw WireError(.required, at: 0, path: [name]) }
        return value
    }

    /// Returns a required text.
    func string(_ name: String) throws(WireError) -> String {
        guard let text = try value(name).string else {
            throw WireError(.value, at: 0, path: [name], expected: "a string")
        }
        return text
    }

    /// Returns a required list of texts.
    func strings(_ name: String) throws(WireError) -> [String] {
        guard let elements = try value(name).elements else {
            throw WireError(.value, at: 0, path: [name], expected: "an array of strings")
        }
        var strings: [String] = []
        for element in elements {
            guard let text = element.string else {
                throw WireError(.value, at: 0, path: [name], expected: "an array of strings")
            }
            strings.append(text)
        }
        return strings
    }
}
