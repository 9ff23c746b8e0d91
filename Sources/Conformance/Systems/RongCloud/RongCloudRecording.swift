import RongCloud
import WireFormat
import WireJSON
import WireProtobuf

/// Records RongCloud's frames: some need a topic, a version or a key from elsewhere on their connection.
struct RongCloudRecording: UnitRecording {
    private let givenKey: ObfuscationKey?
    /// The keys of connections in the TCP form, by flow number.
    private var keys: [Int64: ObfuscationKey] = [:]

    /// - Parameter key: the key of the TCP form's bodies; where it does not fit, or is `nil`, the key is recovered.
    init(key: [UInt8]?) { givenKey = key.flatMap { try? ObfuscationKey($0) } }

    mutating func hear(_ event: JSONValue) {
        guard event["transport"]?.string == "tcp", let flow = event["flow"]?.int64, keys[flow] == nil,
            event["sender"]?.string == "client", let bytes = Self.bytes(event["hex"])
        else { return }
        keys[flow] = ObfuscationKey.ofConnection(bytes.span, given: givenKey)
    }

    func members(of event: JSONValue) -> [JSONMember] {
        let (frame, transport) = (event["frame"], event["transport"]?.string)
        var members: [JSONMember] = []
        let isAnswer = frame?["type"]?.string == "QUERYACK"
        let topic = isAnswer ? event["inReplyTo"]?["topic"] : transport == "polling" ? frame?["topic"] : nil
        if let topic, topic.string != nil { members.append(JSONMember("topic", topic)) }
        // The version requested before the capture follows from the layout of the frame.
        if frame?["type"]?.string == "CONNACK", frame?["flags"] != nil {
            members.append(JSONMember("protocolVersion", 4))
        }
        let key = event["flow"]?.int64.flatMap { keys[$0] } ?? givenKey
        if transport == "tcp", let key, key != .none {
            members.append(JSONMember("obfuscationKey", JSONValue(Hex.encode(key.bytes))))
        }
        return members
    }

    /// Returns the contents in long polling's JSON, or those in the payloads of the binary forms as they were written.
    func contents(of frame: JSONValue, _ event: JSONValue) -> [(name: JSONValue, bytes: [UInt8])] {
        if event["transport"]?.string == "polling" { return shownContents(of: frame) }
        let schema = RongCloudSchema.shared
        guard let bytes = Self.bytes(frame["data"]),
            let message = event["payload"]?["message"]?.string.flatMap({ schema.message(named: $0) })
        else { return [] }
        var tape = ProtobufTape()
        guard (try? tape.decode(bytes.span, in: 0..<bytes.count, as: message, schema: schema)) != nil else { return [] }
        var contents: [(name: JSONValue, bytes: [UInt8])] = []
        let (up, down) = (schema.message(named: "UpStreamMessage"), schema.message(named: "DownStreamMessage"))
        for index in 0..<tape.count where index == 0 || tape.nodes[index].isStructure {
            let type = index == 0 ? message : tape.messageType(of: index, schema: schema)
            guard type == up || type == down, let name = tape.last(type == up ? 2 : 4, in: index),
                let content = tape.last(type == up ? 3 : 5, in: index)
            else { continue }
            let text = String(decoding: bytes[tape.nodes[name].valueRange], as: UTF8.self)
            contents.append((JSONValue(text), Array(bytes[tape.nodes[content].valueRange])))
        }
        return contents
    }

    private static func bytes(_ value: JSONValue?) -> [UInt8]? {
        value?.string.flatMap { try? Hex.decode($0) }
    }
}
