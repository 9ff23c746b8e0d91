import WireFormat
import WireJSON

/// A file of JSON that names its schema.
enum SchemaFile {
    /// An error while reading such a file.
    struct Failure: Error {
        /// The reason, in one sentence.
        let description: String
    }

    /// Reads a file.
    ///
    /// - Throws: an error if the file is not JSON, or its member `schema` differs from `schema`.
    static func read(_ bytes: [UInt8], schema: String) throws(Failure) -> JSONValue {
        let json: JSONValue
        do throws(WireError) {
            json = try JSONValue(parsing: bytes)
        } catch {
            throw Failure(description: "not JSON: \(error)")
        }
        guard json["schema"]?.string == schema else {
            throw Failure(description: "the member schema is not \"\(schema)\"")
        }
        return json
    }
}
