import Inspection
import RongCloud
import Testing
import WireFormat
import WireJSON

@Suite(
    "The TCP form, as an independent program writes it",
    .enabled(if: TCPFormScript.isAvailable, "skipped: there is no python3")
)
struct TCPFormTests {
    @Test("a conversation decodes to the frames that were written, with the key and without", arguments: 1...8)
    func conversations(_ seed: Int) async throws {
        let made = try TCPFormScript.make(seed: seed)
        for key in [made.key, nil] {
            let events = try await decode(segments(made.frames), key: key)
            #expect(events.map(\.hex) == made.frames.map { Hex.encode($0.bytes) })
            #expect(events.map(\.sender) == made.frames.map(\.sender.rawValue))
            for (event, frame) in zip(events, made.frames) {
                var fields = frame.fields
                fields["data"] = nil
                #expect(dictionary(event.frame) == dictionary(fields))
                let odd = event.codes.filter { $0 != "obfuscation-key-recovered" }
                #expect(odd == (fields["dup"]?.bool == true ? ["frame-dup"] : []))
            }
            #expect(events.filter { $0.codes.contains("obfuscation-key-recovered") }.count == (key == nil ? 1 : 0))
        }
    }

    @Test("objects hold the same fields, and the other program reads what our encoder writes", arguments: 1...4)
    func objects(_ seed: Int) throws {
        let made = try TCPFormScript.make(seed: seed)
        var written: [(sender: FrameSender, bytes: [UInt8])] = []
        for frame in made.frames {
            let text = try FrameObject.decode(frame.bytes, form: .tcp, sender: frame.sender, topic: nil, key: made.key)
            let object = dictionary(try JSONValue(parsing: text))
            for (name, value) in dictionary(frame.fields) { #expect(object[name] == value, "\(name)") }
            let fields = Array(frame.fields.description.utf8)
            let key = try ObfuscationKey([9, 8, 7, 6, 5, 4, 3, 2])
            written.append((frame.sender, try FrameObject.encode(fields, form: .tcp, sender: frame.sender, key: key)))
            let again = try FrameObject.encode(fields, form: .tcp, sender: frame.sender, key: made.key)
            #expect(again == frame.bytes)
        }
        let read = try TCPFormScript.read(written, key: ObfuscationKey([9, 8, 7, 6, 5, 4, 3, 2]))
        #expect(read.map(dictionary) == made.frames.map { dictionary($0.fields) })
    }

    @Test("events do not depend on where the client's stream is cut in two")
    func everyCut() async throws {
        let made = try TCPFormScript.make(seed: 3)
        let client = made.frames.filter { $0.sender == .client }.prefix(8).flatMap(\.bytes)
        let whole = try await decode(one(client), key: nil).streams()
        for cut in 1..<client.count {
            var talk = Talk(port: 8093, sdkVersion: nil)
            talk.send(.client, Array(client[..<cut]))
            talk.send(.client, Array(client[cut...]))
            let found = try await decode(talk.segments, key: nil).streams()
            #expect(difference(found, whole) == nil, "cut at \(cut)")
        }
    }

    @Test("events do not depend on the sizes of segments", arguments: [1, 2, 3, 7, 64, 100_000])
    func segmentSizes(_ size: Int) async throws {
        let made = try TCPFormScript.make(seed: 5)
        let packets = segments(made.frames)
        let whole = try await decode(packets, key: nil).streams()
        let found = try await decode(Resegmenting.cut(packets) { size }, key: nil).streams()
        #expect(difference(found, whole) == nil)
    }

    @Test("damage of one frame is one hole, and the frames after it are whole", arguments: ["checksum", "length"])
    func damage(_ kind: String) async throws {
        let made = try TCPFormScript.make(seed: 2)
        let client = made.frames.filter { $0.sender == .client }
        let broken = 4
        var stream = client.map(\.bytes)
        if kind == "checksum" {
            stream[broken][1] ^= 0x55
        } else {
            // Four length bytes, with a checksum that is right.
            let header = stream[broken][0]
            stream[broken] =
                [header, header ^ 0x81 ^ 0x80 ^ 0x80, 0x81, 0x80, 0x80, 0x00] + stream[broken].dropFirst(3)
        }
        let events = try await decode(one(stream.flatMap { $0 }), key: nil)
        let gaps = events.filter(\.isGap)
        try #require(gaps.count == 1)
        #expect(gaps[0].frame["offset"]?.int64 == Int64(stream[..<broken].reduce(0) { $0 + $1.count }))
        #expect(gaps[0].frame["length"]?.int64 == Int64(stream[broken].count))
        #expect(gaps[0].hasError)
        #expect(gaps[0].codes == [kind == "checksum" ? "frame-checksum" : "frame-length"])
        #expect(gaps[0].json["undecodedBytes"]?.int64 == Int64(stream[broken].count))
        let others = events.filter { !$0.isGap }.map(\.hex)
        var expected = client.map { Hex.encode($0.bytes) }
        expected.remove(at: broken)
        #expect(others == expected)
    }

    @Test("a lost segment costs the frames in it and no others")
    func hole() async throws {
        let made = try TCPFormScript.make(seed: 4)
        let client = made.frames.filter { $0.sender == .client }
        var talk = Talk(port: 8093, sdkVersion: nil)
        for frame in client { talk.send(.client, frame.bytes) }
        talk.close()
        var packets = talk.segments
        packets.remove(at: 3 + 4)
        let events = try await decode(packets, key: nil)
        let gap = try #require(events.first { $0.isGap })
        #expect(gap.frame["length"]?.int64 == Int64(client[4].bytes.count))
        var expected = client.map { Hex.encode($0.bytes) }
        expected.remove(at: 4)
        #expect(Array(events.filter { !$0.isGap }.compactMap(\.hex).prefix(expected.count)) == expected)
    }

    @Test("without a key that can be known, headers are told, each body is an error, and nothing is made up")
    func unknownKey() async throws {
        let made = try TCPFormScript.make(seed: 6)
        let server = made.frames.filter { $0.sender == .server }
        let events = try await decode(segments(server), key: nil)
        let types = server.map { $0.fields["type"]?.string ?? "" }
        #expect(events.map(\.type) == types)
        #expect(events.allSatisfy { $0.codes.contains("obfuscation-key") == ($0.type != "PINGRESP") })
        for event in events where event.type != "PINGRESP" {
            #expect(Set(dictionary(event.frame).keys) == ["type", "qos", "dup", "retain"])
            #expect(event.payload == nil && event.messages.isEmpty)
            #expect(event.json["undecodedBytes"] != nil)
        }
        let known = try await decode(segments(server), key: made.key)
        #expect(!known.flatMap(\.codes).contains("obfuscation-key"))
        // What answers an unseen query cannot be known either way.
        #expect(known.allSatisfy { $0.json["undecodedBytes"] == nil || $0.type == "QUERYACK" })
        #expect(known.filter { !$0.messages.isEmpty }.count == 5)
    }

    @Test("a connection whose CONNECT shows another key than the given one is read with its own, and says so")
    func otherKey() async throws {
        let made = try TCPFormScript.make(seed: 6)
        let whole = try await decode(segments(made.frames), key: made.key)
        let other = try ObfuscationKey([9, 8, 7, 6, 5, 4, 3, 2])
        for size in [1, 7, 100_000] {
            let events = try await decode(Resegmenting.cut(segments(made.frames)) { size }, key: other)
            #expect(events.map(\.hex) == whole.map(\.hex) && events.map(\.payload) == whole.map(\.payload))
            let notes = events.flatMap(\.diagnostics).filter { $0["code"]?.string == "obfuscation-key-recovered" }
            let found = "the obfuscation key was recovered: \(Hex.encode(made.key.bytes))"
            #expect(notes.map { $0["text"]?.string } == ["\(found); CONNECT makes no sense under the given one"])
        }
        // Without a CONNECT, the given key counts.
        let answers = try await decode(segments(made.frames.filter { $0.sender == .server }), key: other)
        #expect(answers.contains(where: \.hasError) && !answers.flatMap(\.codes).contains("obfuscation-key-recovered"))
    }

    @Test("a stream without obfuscation is recognised")
    func plain() async throws {
        let made = try TCPFormScript.make(seed: 7)
        let frames = try made.frames.map { frame in
            let text = Array(frame.fields.description.utf8)
            return (sender: frame.sender, bytes: try FrameObject.encode(text, form: .tcp, sender: frame.sender))
        }
        #expect(try TCPFormScript.read(frames, key: .none).map(dictionary) == made.frames.map { dictionary($0.fields) })
        var talk = Talk(port: 8093, sdkVersion: nil)
        for frame in frames { talk.send(frame.sender, frame.bytes) }
        let events = try await decode(talk.segments, key: nil)
        #expect(events.map(\.hex) == frames.map { Hex.encode($0.bytes) })
        #expect(events.allSatisfy { !$0.hasError && $0.json["undecodedBytes"] == nil })
    }

    private func segments(_ frames: [(sender: FrameSender, bytes: [UInt8], fields: JSONValue)]) -> [TestSegment] {
        var talk = Talk(port: 8093, sdkVersion: nil)
        for frame in frames { talk.send(frame.sender, frame.bytes) }
        return talk.segments
    }

    private func one(_ bytes: [UInt8]) -> [TestSegment] {
        var talk = Talk(port: 8093, sdkVersion: nil)
        talk.segmentSize = 60_000
        talk.send(.client, bytes)
        return talk.segments
    }

    private func decode(_ segments: [TestSegment], key: ObfuscationKey?) async throws -> [TestEvent] {
        try await Decoded(segments) {
            $0.showsRaw = true
            $0.options.showsSecrets = true
            $0.options.obfuscationKey = key?.bytes
        }.events()
    }

    private func dictionary(_ object: JSONValue) -> [String: JSONValue] {
        Dictionary(uniqueKeysWithValues: (object.members ?? []).map { ($0.key.text, $0.value) })
    }
}
