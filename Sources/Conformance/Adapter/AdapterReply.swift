import Reporting
package import WireJSON

/// An adapter's answer to a request.
package enum AdapterReply: Hashable, Sendable {
    /// The operation worked.
    case value(JSONValue)
    /// The operation refused its input; the class is empty if the SDK's errors have none.
    case error(class: String, text: String)
    /// The SDK has no such operation.
    case unsupported

    /// The reason why a line is no reply to a request.
    package struct Malformed: Error, Hashable, Sendable {
        /// The problem, as the end of a sentence that begins with "the adapter".
        package var reason: String
    }

    /// Reads a reply's line.
    ///
    /// - Parameters:
    ///   - line: the line without its line feed.
    ///   - id: the id of the request.
    /// - Throws: ``Malformed`` if the line is not JSON, has another id, or has neither or both of a result
    ///   and `unsupported`.
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
            guard object["ok"]?.bool != true, object["error"]?.isNull ?? true else {
                throw Malformed(reason: "answered with \"unsupported\":true beside a result: \(Self.excerpt(line))")
            }
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
            guard let error = object["error"], error.members != nil else {
                let excerpt = Self.excerpt(line)
                throw Malformed(reason: "answered with \"ok\":false but no \"error\":{\"text\"}: \(excerpt)")
            }
            let length = AdapterLimits().textLength
            let text = SafeText.shortened(error["text"]?.string ?? "", length)
            switch error["class"] {
            case .string(let name)?: self = .error(class: SafeText.shortened(name.text, length), text: text)
            case .null?, nil: self = .error(class: "", text: text)
            default: throw Malformed(reason: "names a class of errors that is no string: \(Self.excerpt(line))")
            }
        case nil:
            throw Malformed(reason: "answered with neither \"ok\" nor \"unsupported\":true: \(Self.excerpt(line))")
        }
    }

    /// Returns the reply as an adapter prints it, with its line feed.
    package func line(id: Int) -> [UInt8] {
        var object: JSONValue = ["id": JSONValue(id)]
        switch self {
        case .value(let value):
            object["ok"] = true
            object["value"] = value
        case .error(let name, let text):
            object["ok"] = false
            let text = JSONMember("text", JSONValue(text))
            object["error"] = .object(name.isEmpty ? [text] : [JSONMember("class", JSONValue(name)), text])
        case .unsupported: object["unsupported"] = true
        }
        return object.minified + [UInt8(ascii: "\n")]
    }

    /// Returns the beginning of a line, for messages.
    static func excerpt(_ line: [UInt8]) -> String {
        let limit = 120
        let text = String(decoding: line.prefix(limit), as: UTF8.self)
        return line.isEmpty ? "(an empty line)" : text + (line.count > limit ? "…" : "")
    }
}
