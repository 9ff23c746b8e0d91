import Foundation
import TestSupport
import WireJSON

/// The schemas of the repository.
enum Published {
    static let event = "imwire-event-1.schema.json"
    static let frame = "imwire-frame-1.schema.json"
    static let statistics = "imwire-stats-1.schema.json"
    static let flows = "imwire-flows-1.schema.json"

    /// Every file in `Docs/schemas`, by name; they are read once.
    static func documents() throws -> [String: JSONValue] { try read.get() }

    private static let read = Result {
        let directory = ProjectFolder.file("Docs/schemas")
        let files = try FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil)
        return try files.filter { $0.pathExtension == "json" }.reduce(into: [String: JSONValue]()) { documents, file in
            documents[file.lastPathComponent] = try JSONValue(parsing: Array(Data(contentsOf: file)))
        }
    }

    static func schema() throws -> JSONSchema { try JSONSchema(documents()) }
}
