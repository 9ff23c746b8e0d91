import LeanCloud
import Testing
import WireFormat
import WireJSON

@Suite("A recorded session of the JavaScript SDK 5")
struct CaptureTests {
    private func frames() throws -> [(RecordedUnit, JSONValue)] {
        let units = try RecordedUnit.read("leancloud-protobuf-chat.units")
        let oracle = try JSONValue(parsing: Fixture.text("leancloud-protobuf-chat.oracle.json")).elements ?? []
        #expect(units.count == 16 && oracle.count == 16)
        return Array(zip(units, oracle))
    }

    @Test("each frame says what the server's own log says, and encodes to the same bytes")
    func matchesOracle() throws {
        for (index, (unit, expected)) in try frames().enumerated() {
            let frame = try LeanCloudFrame(decoding: unit.bytes.span)
            #expect(frame.encoded() == unit.bytes)
            #expect(unit.sender == (expected["dir"]?.string == "c2s" ? .client : .server))
            let object = frame.object
            #expect(object["cmd"] == expected["type"], "frame \(index)")
            for (key, member) in [("op", "op"), ("i", "i"), ("peerId", "peerId")] {
                #expect(object[key] ?? .null == expected[member] ?? .null, "frame \(index) \(key)")
            }
            let payload = try #require(frame.payload?["value"])
            let wanted = try #require(expected["payload"])
            #expect(Self.same(payload, wanted), "frame \(index): \(payload) is not \(wanted)")
            #expect(try LeanCloudFrame(object: object) == frame)
        }
    }

    @Test("each chat message is found, with its content")
    func findsMessages() throws {
        var layout = LeanCloudLayout()
        var found = 0
        for (unit, expected) in try frames() {
            try layout.read(unit.bytes.span, form: .protobuf)
            layout.findMessages(in: unit.bytes.span)
            // Attributes of conversations are no messages.
            let wanted = (expected["messages"]?.elements ?? []).filter { $0["where"]?.string == "direct.msg" }
            #expect(layout.messages.count == wanted.count)
            for (message, one) in zip(layout.messages, wanted) {
                found += 1
                let text = try #require(message.text.flatMap { layout.copy($0, of: unit.bytes.span) })
                guard case .typed(let type, let document) = LeanCloudContent(text: text) else {
                    Issue.record("no typed message: \(text)")
                    continue
                }
                let content = try #require(one["content"])
                let value = try document.value()
                #expect(value == content)
                #expect(content["_lctype"]?.int64 == type)
                #expect(LeanCloudContents.check(document.root) == [])
                let conversation = try #require(message.conversation)
                #expect(layout.string(conversation, of: unit.bytes.span) == "b0c11fdecb91ce375bc8fbbc")
                #expect((message.sender != nil) == (unit.sender == .server))
            }
        }
        #expect(found == 5)
    }

    @Test("each command is one that its side sends, and each answer fits its request")
    func pairs() throws {
        var waiting: [Int32: LeanCloudOperation] = [:]
        var answered = 0
        for (unit, _) in try frames() {
            let envelope = try LeanCloudFrame(decoding: unit.bytes.span).envelope
            let cmd = try #require(envelope.cmd)
            let operation = try #require(LeanCloudOperation.find(cmd, envelope.op, from: unit.sender))
            guard let i = envelope.i else { continue }
            if unit.sender == .client {
                waiting[i] = operation
            } else {
                let request = try #require(waiting[i])
                waiting[i] = nil
                #expect(request.isAnswered(by: cmd, envelope.op))
                answered += 1
            }
        }
        #expect(waiting.isEmpty && answered == 7)
    }

    /// Compares protobuf's JSON mapping with the oracle, which writes numbers of 64 bits and enums as numbers.
    static func same(_ value: JSONValue, _ oracle: JSONValue) -> Bool {
        switch (value, oracle) {
        case (.object(let members), .object(let wanted)):
            guard members.count == wanted.count else { return false }
            return wanted.allSatisfy { member in value[member.key.text].map { same($0, member.value) } ?? false }
        case (.array(let elements), .array(let wanted)):
            return elements.count == wanted.count && zip(elements, wanted).allSatisfy { same($0, $1) }
        case (.string(let text), .number(let number)):
            return text.text == number.spelling
                || LeanCloudCommand(name: text.text)?.rawValue == number.int64.map(Int32.init)
                || LeanCloudOp(name: text.text)?.rawValue == number.int64
        default: return value == oracle
        }
    }
}
