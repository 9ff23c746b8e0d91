public import RongCloud
public import WireFormat
public import WireJSON

/// A message content taken apart: its values in the documented spelling, its digest, and what there is to say of it.
public struct ContentCard: Sendable {
    /// The object name that it came under.
    public let objectName: String
    /// The content in the documented spelling; of a type that nobody knows, as it came.
    public let content: JSONValue
    /// A few words that tell what it says; empty when there is nothing to show.
    public let digest: String
    /// What was found about keys and values.
    public let diagnostics: [ContentDiagnostic]

    /// Reads a content.
    ///
    /// Throws `json`, `limit`.
    public init(objectName: String, parsing bytes: [UInt8]) throws(WireError) {
        let message = MessageRegistry.builtIn.decode(objectName, bytes)
        self.objectName = objectName
        if let typed = message.content {
            content = typed.json()
        } else {
            // An unknown type, or no JSON at all, which the parser says exactly.
            content = try JSONDocument(bytes).value()
        }
        digest = message.digest
        diagnostics = MessageRegistry.builtIn.diagnose(objectName, bytes)
    }

    /// The card as a JSON object of the schema `imwire-content/1`.
    public var json: JSONValue {
        var object: JSONValue = [
            "schema": "imwire-content/1", "objectName": JSONValue(objectName), "content": content,
            "digest": JSONValue(digest),
        ]
        if !diagnostics.isEmpty { object["diagnostics"] = .array(diagnostics.map(Self.json)) }
        return object
    }

    private static func json(_ diagnostic: ContentDiagnostic) -> JSONValue {
        [
            "severity": JSONValue(diagnostic.severity.rawValue), "code": JSONValue(diagnostic.code),
            "path": JSONValue(diagnostic.path), "offset": JSONValue(diagnostic.offset),
            "text": JSONValue(diagnostic.text),
        ]
    }
}
