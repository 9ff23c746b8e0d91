import Inspection
import WireFormat
import WireJSON

/// YC's part of conformance; its codec has no codes, and applications have no types of their own.
enum YCConformance: ConformingSystem {
    static let system = MessagingSystem.yc

    static func checked(_ content: JSONValue, as objectName: String) throws(WireError) -> JSONValue {
        try demandObject(content)
        return content
    }
}
