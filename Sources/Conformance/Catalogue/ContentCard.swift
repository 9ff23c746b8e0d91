package import Inspection
package import WireFormat
package import WireJSON

/// A parsed message content: its values, its digest, and its diagnostics.
package struct ContentCard: Sendable {
    private let content: CatalogueContent

    /// Reads a content.
    ///
    /// - Parameter name: the name by which `message show` finds the content's entry.
    /// - Throws: the error of the system's catalogue.
    package init(of system: MessagingSystem, name: String, parsing bytes: [UInt8]) throws(WireError) {
        content = try system.catalogue.read(bytes, as: name)
    }

    /// The card as a JSON object of the schema `imwire-content/1`.
    package var json: JSONValue {
        var object: JSONValue = [
            "schema": "imwire-content/1", "system": JSONValue(content.system.name.description),
            "objectName": JSONValue(content.objectName),
        ]
        if content.form != .json { object["form"] = JSONValue(content.form.rawValue) }
        if content.isReconstructed { object["reconstructed"] = true }
        object["content"] = content.value
        object["digest"] = JSONValue(content.digest)
        if !content.findings.isEmpty { object["diagnostics"] = .array(content.findings.map(Self.json)) }
        return object
    }

    private static func json(_ finding: ContentFinding) -> JSONValue {
        [
            "severity": JSONValue(finding.severity.rawValue), "code": JSONValue(finding.code),
            "path": JSONValue(finding.path), "offset": JSONValue(finding.offset), "text": JSONValue(finding.text),
        ]
    }
}
