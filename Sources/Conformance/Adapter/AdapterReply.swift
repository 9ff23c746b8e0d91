import WireFormat
package import WireJSON

/// What an adapter answers to a request.
package enum AdapterReply: Hashable, Sendable {
    /// The operation worked.
    case value(JSONValue)
    /// The operation refused its input.
    case error(class: String, text: String)
    /// The SDK has no such operation.
    case unsupported

    /// Why a line is no reply to a request.
    package struct Malformed: Error, Hashable, Sendable {
        /// What is wrong, as the end of a sentence that begins with "the adapter".
        package var reason: String
    }

    /// Reads a reply's line.
    ///
    /// - Parameters:
    ///   - line: the line without its line feed.
    ///   - id: the request's id.
    /// - Throws: ``Malformed`` for what is not JSON, has another id, or says neither `ok` nor `unsupported`.
    package init(parsing line: [UInt8], id: Int) throws(Malformed) {
        let object: JSONValue
        do {
            object = try JSONValue(parsing: line)
        } catch {
            throw Malformed(reason: "printed a line that is not JSON (\(error)): \(Self.excerpt(line))")
        }
        guard object.members != nil else {
            throw Malformed(reason: "printed a line that is no JSON object: \(Self.excerpt(line))")
        }
        guard let answered = object["id"], answered.int64 == Int64(id) else {
            let found = object["id"].map { "has the id \(DifferenceText.shown($0))" } ?? "has no id"
            throw Malformed(reason: "answered request \(id) with a line that \(found): \(Self.excerpt(line))")
        }
        if object["unsupported"]?.bool == true {
            self = .unsupported
            return
        }
        switch object["ok"]?.bool {
        case true:
            guard let value = object["value"] else {
                throw Malformed(reason: "answered with \"ok\":true but no \"value\": \(Self.excerpt(line))")
            }
            self = .value(value)
        case false:
            guard let name = object["error"]?["class"]?.string else {
                let excerpt = Self.excerpt(line)
                throw Malformed(reason: "answered with \"ok\":false but no \"error\":{\"class\"}: \(excerpt)")
            }
            let length = Limits().adapterTextLength
            let text = object["error"]?["text"]?.string ?? ""
            self = .error(class: SafeText.shortened(name, length), text: SafeText.shortened(text, length))
        case nil:
            throw Malformed(reason: "answered with neither \"ok\" nor \"unsupported\":true: \(Self.excerpt(line))")
        }
    }

    /// The reply as an adapter prints it, its line feed included.
    package func line(id: Int) -> [UInt8] {
        var object: JSONValue = ["id": JSONValue(id)]
        switch self {
        case .value(let value):
            object["ok"] = true
            object["value"] = value
        case .error(let name, let text):
            object["ok"] = false
            object["error"] = ["class": JSONValue(name), "text": JSONValue(text)]
        case .unsupported: object["unsupported"] = true
        }
        return object.minified + [UInt8(ascii: "\n")]
    }

    /// The beginning of a line, for messages.
    static func excerpt(_ line: [UInt8]) -> String {
        let limit = 120
        let text = String(decoding: line.prefix(limit), as: UTF8.self)
        return line.isEmpty ? "(an empty line)" : text + (line.count > limit ? "…" : "")
    }
}

/// What an adapter says of itself in the handshake.
package struct AdapterGreeting: Hashable, Sendable {
    /// The name of the SDK.
    package var sdk: String
    /// Its version; empty when it does not say.
    package var version: String
    /// What it can be asked; `nil` when it does not say.
    package var operations: [String]?

    /// Makes a greeting.
    package init(sdk: String, version: String, operations: [String]?) {
        self.sdk = sdk
        self.version = version
        self.operations = operations
    }

    /// Reads the answer to `hello`.
    ///
    /// Throws ``AdapterReply/Malformed``.
    package init(_ reply: AdapterReply) throws(AdapterReply.Malformed) {
        switch reply {
        case .error(let name, let text):
            throw AdapterReply.Malformed(reason: "refused the handshake: \(name) \(text)")
        case .unsupported:
            throw AdapterReply.Malformed(reason: "answered the handshake with \"unsupported\"")
        case .value(let value):
            guard let sdk = value["sdk"]?.string, !sdk.isEmpty else {
                let shown = DifferenceText.shown(value)
                throw AdapterReply.Malformed(reason: "does not say the name of its SDK in the handshake: \(shown)")
            }
            let length = Limits().adapterTextLength
            self.sdk = SafeText.shortened(sdk, length)
            version = SafeText.shortened(value["version"]?.string ?? "", length)
            guard let listed = value["operations"], !listed.isNull else {
                operations = nil
                return
            }
            let names = listed.elements?.compactMap(\.string)
            guard let names, names.count == listed.elements?.count else {
                throw AdapterReply.Malformed(
                    reason: "lists its operations in the handshake as \(DifferenceText.shown(listed))"
                )
            }
            operations = names
        }
    }

    /// Whether the adapter may be asked for an operation.
    package func has(_ operation: String) -> Bool { operations?.contains(operation) ?? true }
}
