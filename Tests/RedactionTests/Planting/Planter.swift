import WireFormat
import WireJSON
import WireProtobuf

@testable import Redaction

/// Hands out secrets, each another one, and remembers them.
///
/// All hold ``marker``, so that a part of one that stays is found as well.
final class Planter {
    /// No pseudonym holds it but by a chance of one in 10 to the 14.
    static let marker = "Wq8Zk3vN"

    private(set) var values: Set<String> = [marker, marker.lowercased()]
    private(set) var numbers: Set<Int64> = []
    private var count = 0

    /// The next text; kinds of texts take turns.
    func text() -> String {
        count += 1
        let text =
            switch count % 7 {
            case 0: "密语 \(Self.marker)#\(count) 秘密"
            case 1: "\(Self.marker)@\(count)"
            case 2: "https://\(Self.marker.lowercased()).example/u/\(Self.marker)?t=\(Self.marker)\(count)"
            case 3: #"{"inner":"\#(Self.marker) in \#(count)","\#(Self.marker)-key":[1,"\#(Self.marker) \#(count)"]}"#
            case 4: "\(Self.marker) \"\(count)\"\n\\ тайна\t\(count)"
            case 5: "+86 138 \(Self.marker) \(count)"
            default: "\(Self.marker).\(count)@mail.example"
            }
        note(text)
        return text
    }

    /// A text that may stand in a line of HTTP.
    func word() -> String {
        count += 1
        let text = "\(Self.marker)\(count)"
        note(text)
        return text
    }

    /// Bytes that are no text.
    func bytes() -> [UInt8] {
        count += 1
        let text = "\(Self.marker)/\(count)"
        note(text)
        return [0, 1, 0xFE, 0xFF] + text.utf8
    }

    /// A number of eleven digits.
    func number() -> Int64 {
        count += 1
        let number = 73_100_000_000 + Int64(count) * 7919
        numbers.insert(number)
        return number
    }

    private func note(_ text: String) {
        for part in text.split(separator: "\n") where part.utf8.count >= 6 { values.insert(String(part)) }
    }

    /// A value with a secret in the place of each of its texts.
    func planted(_ value: JSONValue) -> JSONValue {
        switch value {
        case .string: .string(JSONString(text()))
        case .array(let elements): .array(elements.map(planted))
        case .object(let members): .object(members.map { JSONMember($0.key, planted($0.value)) })
        default: value
        }
    }

    // MARK: Messages of protobuf

    /// A message with a secret in each of its texts, bytes and numbers, in protobuf and in JSON.
    struct Message {
        var type: MessageIndex
        var protobuf: ProtobufMessage
        var json: JSONValue

        var encoded: [UInt8] { protobuf.encoded() }
    }

    /// - Parameters:
    ///   - depth: how many messages deep.
    ///   - set: what stands in some fields, by their names.
    func message(
        _ type: MessageIndex,
        _ schema: ProtobufSchema,
        _ table: LeafTable,
        depth: Int = 3,
        set: [String: String] = [:]
    ) -> Message {
        var fields: [ProtobufMessage.Field] = []
        var members: [JSONMember] = []
        let owner = schema.name(of: type)
        for index in schema.fieldIndices(of: type) {
            let field = schema[index]
            let name = schema.name(of: index)
            let leaf = table.leaf(name, of: owner)
            var json: JSONValue
            switch field.kind {
            case .string:
                let text = set[name] ?? text()
                fields.append(ProtobufMessage.Field(field.number, .bytes(Array(text.utf8))))
                json = .string(JSONString(text))
            case .bytes:
                let isText = set[name] != nil || count % 3 > 0
                let bytes = isText ? Array((set[name] ?? text()).utf8) : bytes()
                fields.append(ProtobufMessage.Field(field.number, .bytes(bytes)))
                json =
                    isText
                    ? .string(JSONString(String(decoding: bytes, as: UTF8.self)))
                    : .array(bytes.map { JSONValue(Int(Int8(bitPattern: $0))) })
            case .message:
                guard depth > 0 else { continue }
                let inner = message(field.message, schema, table, depth: depth - 1)
                fields.append(ProtobufMessage.Field(field.number, .message(inner.protobuf)))
                json = inner.json
            case .bool, .enumeration:
                fields.append(ProtobufMessage.Field(field.number, .varint(1)))
                json = JSONValue(1)
            case .int64, .uint64, .int32, .uint32:
                var value: Int64 = leaf == .time ? 1_795_400_000_123 : 3
                let isLong = field.kind == .int64 || field.kind == .uint64
                if !isLong, leaf == .time { value = 1_795_400_000 }
                if isLong, ![.time, .structure, .code, nil].contains(leaf) { value = number() }
                fields.append(ProtobufMessage.Field(field.number, .varint(UInt64(bitPattern: value))))
                json = JSONValue(value)
            default: continue
            }
            if field.isRepeated { json = .array([json]) }
            members.append(JSONMember(JSONString(name), json))
        }
        return Message(type: type, protobuf: ProtobufMessage(fields), json: .object(members))
    }
}
