import Inspection
import NIM
import WireFormat
import WireJSON

/// NIM's part of conformance.
enum NIMConformance: ConformingSystem {
    static let system = MessagingSystem.nim

    static func checked(_ content: JSONValue, as objectName: String) throws(WireError) -> JSONValue {
        let parts = objectName.split(separator: "/").map(String.init)
        guard let first = parts.first, let last = parts.last, parts.count <= 2,
            ["chatroom", "sys"].contains(first) || Int64(first) != nil, let number = Int64(last)
        else { throw unknownType(objectName) }
        if objectName == "100" { return content }
        try demandObject(content)
        switch first {
        case "100": guard content["type"]?.int64 == number else { throw anotherType("type", than: number) }
        case "sys": guard content["id"]?.int64 == number else { throw anotherType("id", than: number) }
        case "5", "chatroom":
            guard content["id"]?.int64 != nil else {
                throw WireError(.value, at: 0, path: ["id"], expected: "the number of a notification")
            }
        default: break
        }
        return content
    }

    static func meanings(of code: Int) -> [CodeCard.Meaning] {
        guard let known = NIMCode.find(Int64(code)) else { return [] }
        return [
            CodeCard.Meaning(
                of: system,
                "NIM: result of a response",
                scope: "response",
                code,
                known.name,
                known.meaning,
                ("success", known.isSuccess)
            )
        ]
    }

    static func codes(named name: String) -> [Int] { NIMCode.all.filter { $0.name == name }.map { Int($0.code) } }
}
