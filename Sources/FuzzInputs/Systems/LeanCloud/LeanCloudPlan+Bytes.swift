// How commands are written.
extension LeanCloudPlan {
    mutating func send(
        _ fromClient: Bool,
        _ name: String,
        _ operation: String?,
        _ id: Int64?,
        _ body: [Field],
        _ envelope: [Field],
        _ message: String,
        reply: String = ""
    ) {
        // The first event is the switch to WebSocket.
        let parts = [
            fromClient ? "client" : "server", name, operation ?? "-", id.map { "\($0)" } ?? "-", reply, message,
        ]
        events.append(parts.joined(separator: " "))
        let more: [Field] = envelope + (id.map { [("i", 5, .number($0))] } ?? [])
        guard form > 0 else {
            var members = ["\"cmd\":\"\(name)\""] + (operation.map { ["\"op\":\"\($0)\""] } ?? [])
            // Of a key that comes twice the last one counts, as parsers take it.
            if events.count & 3 == 3, body.contains(where: { $0.name == "cid" }) { members.append("\"cid\":\"first\"") }
            members += (more + body).map(Self.json)
            let text = Array("{\(members.joined(separator: ","))}".utf8)
            payloads.append(text)
            return session.message(fromClient: fromClient, text, first: 0x81)
        }
        var bytes = Self.varint(1 << 3) + Self.varint(Self.commands[name] ?? 0)
        if let operation { bytes += Self.varint(2 << 3) + Self.varint(Self.operations[operation] ?? 0) }
        bytes += more.flatMap(Self.encoded)
        if !body.isEmpty {
            let inner = body.flatMap(Self.encoded)
            bytes += Self.varint((Self.bodies[name] ?? 0) << 3 | 2) + Self.varint(inner.count) + inner
        }
        payloads.append(bytes)
        if form == 2 { bytes = PlanText.base64(bytes) }
        session.message(fromClient: fromClient, bytes, first: form == 2 ? 0x81 : 0x82)
    }

    static func json(_ field: Field) -> String {
        let value: String =
            switch field.value {
            case .number(let number): "\(number)"
            case .text(_, let json): json
            case .bytes(let bytes): "\"" + String(decoding: PlanText.base64(bytes), as: UTF8.self) + "\""
            case .truth(let truth): "\(truth)"
            case .items(let items):
                "[" + items.map { "{" + $0.map(json).joined(separator: ",") + "}" }.joined(separator: ",") + "]"
            }
        return "\"\(field.name)\":\(value)"
    }

    static func encoded(_ field: Field) -> [UInt8] {
        switch field.value {
        case .truth(let truth): return varint(field.number << 3) + [truth ? 1 : 0]
        case .bytes(let bytes): return varint(field.number << 3 | 2) + varint(bytes.count) + bytes
        case .items(let items):
            return items.flatMap { item in
                let inner = item.flatMap(encoded)
                return varint(field.number << 3 | 2) + varint(inner.count) + inner
            }
        case .number(let number): return varint(field.number << 3) + varint(Int(number))
        case .text(let text, _): return varint(field.number << 3 | 2) + varint(text.utf8.count) + Array(text.utf8)
        }
    }

    static func varint(_ value: Int) -> [UInt8] { Framing.varint(UInt64(bitPattern: Int64(value))) }
}
