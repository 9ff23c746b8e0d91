import Inspection
import RongCloud
import Testing
import WireFormat
import WireJSON

@Suite("Bundled captures of the TCP and long-polling forms agree with the server's own record")
struct FormOracleTests {
    /// Header fields of the record under the names that events have for them.
    private static let fields: Set<String> = [
        "type", "qos", "dup", "retain", "messageId", "topic", "targetId", "date", "status", "millisecond", "messageUId",
        "userId", "sessionId", "timestamp", "protocolId", "protocolVersion", "keepAlive", "clientId", "clientIp",
        "willTopic", "will", "appId", "token",
    ]

    // MARK: TCP form

    @Test("every frame of the TCP form is one event, with the key given and without", arguments: [true, false])
    func tcpFrames(givesKey: Bool) async throws {
        let frames = try Bundled.tcp.frames()
        let events = try await tcpEvents(givesKey: givesKey)
        #expect(events.map(\.hex) == frames.map(\.hex))
        #expect(events.map(\.sender) == frames.map(\.sender.rawValue))
        #expect(events.allSatisfy { $0.transport == "tcp" && $0.json["undecoded"] == nil && !$0.hasError })
        let notes = events.flatMap(\.diagnostics).filter { $0["code"] == "obfuscation-key-recovered" }
        #expect(notes.count == (givesKey ? 0 : 1))
        let key = try #require(try Bundled.tcp.oracle()["obfuscation"]?["keyHex"]?.string)
        for note in notes { #expect(note["text"]?.string?.contains(key) == true) }
    }

    @Test("fields, payloads and contents of the TCP form are those on the wire", arguments: [true, false])
    func tcpFields(givesKey: Bool) async throws {
        let events = try await tcpEvents(givesKey: givesKey)
        let frames = try Bundled.tcp.frames()
        try #require(events.count == frames.count)
        for (event, frame) in zip(events, frames) {
            var found = Dictionary(uniqueKeysWithValues: try members(event.frame))
            let plain = try Hex.decode(try #require(frame.json["bodyPlainHex"]?.string))
            // The record leaves out what codecs skip: the flag byte, and CONNECT's bits.
            if let flag = found.removeValue(forKey: "flag") { #expect(flag.int64 == Int64(plain[0])) }
            if let flags = found.removeValue(forKey: "flags") { #expect(flags.int64 == Int64(plain[9])) }
            var expected = try recorded(frame.json)
            if let signature = frame.json["signature"]?.int64 {
                let digits = String(signature, radix: 16)
                expected["signature"] = JSONValue(String(repeating: "0", count: 16 - digits.count) + digits)
            }
            #expect(found == expected, "\(frame.type) \(frame.hex.prefix(60))")
            try comparePayload(event, frame)
        }
    }

    @Test("answers of the TCP form name their requests")
    func tcpAnswers() async throws {
        try compareAnswers(Array(zip(await tcpEvents(givesKey: false), try Bundled.tcp.frames())))
    }

    private func tcpEvents(givesKey: Bool) async throws -> [TestEvent] {
        let key = try tcpKey()
        return try await Decoded(Bundled.tcp.capture()) {
            $0.showsRaw = true
            $0.options.showsSecrets = true
            if givesKey { $0.options.obfuscationKey = key.bytes }
        }.events()
    }

    private func tcpKey() throws -> ObfuscationKey {
        let text = try #require(try Bundled.tcp.oracle()["obfuscation"]?["keyHex"]?.string)
        return try ObfuscationKey(Hex.decode(text))
    }

    @Test("every recorded frame of the TCP form comes back byte for byte from its object")
    func tcpRoundTrips() throws {
        let key = try tcpKey()
        for frame in try Bundled.tcp.frames() {
            let object = try FrameObject.decode(
                frame.bytes(),
                form: .tcp,
                sender: frame.sender,
                topic: frame.answersTopic,
                key: key
            )
            let again = try FrameObject.encode(Array(object.utf8), form: .tcp, sender: frame.sender, key: key)
            #expect(Hex.encode(again) == frame.hex)
        }
    }

    // MARK: Long polling

    @Test("every frame of the long-polling form is one event, and there are no others")
    func pollingFrames() async throws {
        let events = try await pollingEvents()
        #expect(events.count == (try Bundled.polling.frames().count))
        #expect(events.allSatisfy { !$0.hasError && $0.json["undecoded"] == nil })
        for (event, frame) in try await pollingPairs() {
            let unit = try Hex.decode(try #require(event.hex))
            if let body = frame.json["http"]?["body"] {
                if event.sender == "client" {
                    #expect(body.string.map { Array($0.utf8) } == unit)
                } else if body.string != "(same)" {
                    let index = Int(frame.json["http"]?["indexInBody"]?.int64 ?? 0)
                    #expect(try JSONValue(parsing: unit) == (body.elements?[index] ?? body))
                }
            } else {
                let path = try #require(frame.json["http"]?["path"]?.string)
                #expect(String(decoding: unit, as: UTF8.self).hasPrefix(path + "?"))
            }
        }
    }

    @Test("fields, payloads and contents of the long-polling form are those of the record")
    func pollingFields() async throws {
        for (event, frame) in try await pollingPairs() {
            let found = Dictionary(uniqueKeysWithValues: try members(event.frame))
            for (name, value) in try recorded(frame.json) {
                // POLL has no header byte; of an answer only those bits are recorded that its code has.
                #expect(found[name] == value, "\(frame.type) \(name)")
            }
            for member in frame.json["http"]?["query"]?.members ?? [] {
                guard ["sdkVer", "apiVer", "pid", "timestrap"].contains(member.key.text) else { continue }
                #expect(found[member.key.text] == member.value)
            }
            try comparePayload(event, frame)
        }
    }

    @Test("answers of the long-polling form name their requests")
    func pollingAnswers() async throws {
        try compareAnswers(await pollingPairs())
    }

    @Test("every recorded unit of the long-polling form comes back byte for byte from its object")
    func pollingRoundTrips() async throws {
        for (event, frame) in try await pollingPairs() {
            let unit = try Hex.decode(try #require(event.hex))
            let topic = frame.answersTopic ?? frame.json["topic"]?.string ?? "pullMsg"
            let object = try FrameObject.decode(unit, form: .polling, sender: frame.sender, topic: topic)
            let again = try FrameObject.encode(Array(object.utf8), form: .polling, sender: frame.sender)
            #expect(again == unit, "\(frame.type)")
        }
    }

    private func pollingEvents() async throws -> [TestEvent] {
        try await Decoded(Bundled.polling.capture()) {
            $0.showsRaw = true
            $0.options.showsSecrets = true
        }.events().filter { $0.transport == "polling" }
    }

    /// Events and the frames of the record; the record's order is that of the server's clock.
    private func pollingPairs() async throws -> [(TestEvent, OracleFrame)] {
        var events = try await pollingEvents()
        return try Bundled.polling.frames().map { frame in
            let place = try #require(
                events.firstIndex {
                    $0.sender == frame.sender.rawValue && $0.type == frame.type
                        && (frame.json["messageId"] == nil || $0.frame["messageId"] == frame.json["messageId"])
                }
            )
            return (events.remove(at: place), frame)
        }
    }

    // MARK: Both

    private func comparePayload(_ event: TestEvent, _ frame: OracleFrame) throws {
        #expect(event.messages.map { $0["objectName"] } == frame.messages.map { $0["objectName"] })
        #expect(event.messages.map { $0["content"] } == frame.messages.map { $0["content"] })
        guard let expected = frame.json["payload"] else {
            #expect(event.payload == nil)
            return
        }
        // JSON does not name its message, and the record takes the older name of the same layout.
        let name = frame.json["payloadMessage"]?.string
        #expect(event.payload?["message"]?.string == (name == "HistoryMessagesOuput" ? "HistoryMsgOuput" : name))
        let value = try #require(event.payload?["value"])
        #expect(disagreement(value, expected, path: "value") == nil, "\(frame.type)")
    }

    private func compareAnswers(_ pairs: [(TestEvent, OracleFrame)]) throws {
        for (event, frame) in pairs {
            guard let topic = frame.answersTopic else { continue }
            let reply = try #require(event.reply)
            #expect(reply["topic"]?.string == topic)
            let request = try #require(pairs.first { $0.0.number == reply["n"]?.int64 })
            #expect(request.1.json["topic"]?.string == topic)
            #expect(request.1.json["messageId"] == frame.json["messageId"])
        }
        #expect(pairs.contains { $0.1.answersTopic != nil })
    }

    private func recorded(_ json: JSONValue) throws -> [String: JSONValue] {
        Dictionary(uniqueKeysWithValues: try members(json).filter { Self.fields.contains($0.0) })
    }

    private func members(_ object: JSONValue) throws -> [(String, JSONValue)] {
        try #require(object.members).map { ($0.key.text, $0.value) }
    }
}
