import NIM
import Testing
import WireFormat
import WireJSON

@Suite("A recorded chat room of the Web SDK 8.5")
struct CaptureTests {
    @Test("each packet says what the mock server's log says, and encodes to the same bytes")
    func matchesOracle() throws {
        let units = try Fixture.units()
        let oracle = try JSONValue(parsing: Fixture.text("nim-web-chatroom.oracle.json")).elements ?? []
        #expect(units.count == 39 && oracle.count == 39)
        for (index, (unit, expected)) in zip(units, oracle).enumerated() {
            let packet = try NIMPacket(bytes: unit.bytes)
            #expect(packet.encoded() == unit.bytes)
            #expect(packet.type.name == expected["type"]?.string)
            for (name, value) in [("sid", packet.sid), ("cid", packet.cid), ("ser", packet.ser), ("code", packet.code)]
            {
                #expect(value == expected[name]?.int64, "packet \(index) \(name)")
            }
            #expect(packet.command(in: .chatroom)?.name == expected["command"]?.string, "packet \(index)")
            #expect(packet.wrapped?.idServer == expected["wrapped"]?["idServer"]?.string)
            #expect((packet.direction == .request) == (unit.isClient && packet.direction != nil))
            let body = packet.body(in: .chatroom) ?? .null
            #expect(Self.same(body, expected["body"] ?? .null), "packet \(index): \(body)")
            let object = packet.object(in: .chatroom)
            #expect(try NIMPacket(object: object) == packet)
            try checkMessages(packet, expected["messages"]?.elements ?? [])
        }
    }

    private func checkMessages(_ packet: NIMPacket, _ expected: [JSONValue]) throws {
        let found = packet.messages(in: .chatroom)
        #expect(found.count == expected.count)
        let kinds: [Int64: String] = [0: "text", 1: "image", 4: "geo", 5: "notification", 10: "tip", 100: "custom"]
        for (message, wanted) in zip(found, expected) {
            #expect(message.type.flatMap { kinds[$0] } == wanted["kind"]?.string)
            #expect(message.from == wanted["from"]?.string && message.to == wanted["to"]?.string)
            #expect(message.conversation == .chatroom)
            switch message.content {
            case .text(let text), .raw(let text): #expect(text == wanted["content"]?.string)
            case .attachment(let document, let shape):
                let value = try document.value()
                let content = try #require(wanted["content"])
                #expect(value == content)
                let known = try #require(shape)
                #expect(NIMContents.check(document.root, as: known) == [], "\(value)")
            }
        }
    }

    @Test("each packet is made anew of its fields, to the same JSON")
    func encodesFields() throws {
        var made = 0
        for unit in try Fixture.units() {
            let packet = try NIMPacket(bytes: unit.bytes)
            guard packet.direction != nil else { continue }
            var object = packet.object(in: .chatroom)
            object["text"] = nil
            let again = try NIMPacket(object: object, in: .chatroom)
            // Numbers lose their type: the SDK writes `string` and the table has `String`; an empty list may be left out.
            #expect(again.sid == packet.sid && again.cid == packet.cid && again.ser == packet.ser)
            #expect(again.wrapped?.idServer == packet.wrapped?.idServer)
            #expect(again.code == packet.code && again.body(in: .chatroom) == packet.body(in: .chatroom))
            made += 1
        }
        #expect(made >= 30)
    }

    @Test("the token of the login is a secret, and no other value of the session is")
    func secrets() throws {
        let paths = try Fixture.units().flatMap { try NIMPacket(bytes: $0.bytes).secretPaths(in: .chatroom) }
        #expect(paths == ["imLogin.token"])
    }

    /// Whether two values are the same whatever the order of members.
    static func same(_ one: JSONValue, _ other: JSONValue) -> Bool {
        switch (one, other) {
        case (.object(let members), .object(let wanted)):
            return members.count == wanted.count
                && wanted.allSatisfy { member in one[member.key.text].map { same($0, member.value) } ?? false }
        case (.array(let elements), .array(let wanted)):
            return elements.count == wanted.count && zip(elements, wanted).allSatisfy { same($0, $1) }
        default: return one == other
        }
    }
}
