import Inspection
import RongCloud
import Testing
import WireFormat

@testable import Capture

/// A stream that must decode alike however it is delivered.
enum Delivered: CaseIterable, CustomTestStringConvertible {
    case v2
    case v4
    case made

    var testDescription: String { "\(self)" }

    func segments() throws -> [TestSegment] {
        switch self {
        case .v2: try Bundled.v2.segments()
        case .v4: try Bundled.v4.segments()
        case .made: MadeCapture.segments
        }
    }
}

/// Beside what ``VariantTests`` does to the packets of every capture.
@Suite("Events do not depend on how the bytes were delivered")
struct DeliveryTests {
    @Test("bad WebSocket frames in between", arguments: 1...12)
    func badFrames(seed: Int) async throws {
        var random = Seeded(seed)
        var talk = Talk()
        talk.frame(.server, Bytes.connAck(user: "ann"))
        for id in UInt16(1)...8 {
            let text = Bytes.upStream("RC:TxtMsg", "{\"content\":\"number \(id)\"}")
            talk.frame(.client, Bytes.publish("ppMsgP", to: "bob", id: id, text))
            var bad = Bytes.webSocket(Bytes.pubAck(id: id))
            Damage.apply(to: &bad, &random)
            talk.send(.server, bad)
            talk.frame(.server, Bytes.pubAck(id: id))
        }
        let whole = try await Decoded(talk.segments).events().streams()
        for size in [1, 3, 50, 60000] {
            let cut = Resegmenting.cut(talk.segments) { size }
            let found = try await Decoded(cut).events().streams()
            #expect(difference(found, whole) == nil, "packets of \(size) bytes")
        }
    }

    @Test("recorded frames with bad WebSocket frames among them", arguments: Bundled.allCases, 1...5)
    func badRecordedFrames(_ capture: Bundled, seed: Int) async throws {
        var random = Seeded(seed)
        var talk = Talk()
        for frame in try capture.frames() {
            let mask: [UInt8]? = frame.sender == .client ? [9, 8, 7, 6] : nil
            var bytes = Bytes.webSocket(try frame.bytes(), mask: mask)
            if random.oneIn(6) { Damage.apply(to: &bytes, &random) }
            talk.send(frame.sender, bytes)
        }
        let whole = try await Decoded(talk.segments).events().streams()
        for size in [1, 20, 60000] {
            let found = try await Decoded(Resegmenting.cut(talk.segments) { size }).events().streams()
            #expect(difference(found, whole) == nil, "packets of \(size) bytes")
        }
    }

    @Test("sequence numbers that wrap around")
    func wrapping() async throws {
        let plain = try await Decoded(Self.chat(startsAt: 5000)).events().streams()
        for distance in [UInt32(0), 1, 200, 900, 7100] {
            let wrapped = try await Decoded(Self.chat(startsAt: .max - distance)).events().streams()
            #expect(difference(wrapped, plain) == nil)
        }
    }

    private static func chat(startsAt sequence: UInt32) -> [TestSegment] {
        var talk = Talk(startsAt: sequence)
        talk.frame(.server, Bytes.connAck(user: "ann"))
        for id in UInt16(1)...20 {
            talk.frame(
                .client,
                Bytes.publish("ppMsgP", to: "bob", id: id, Bytes.upStream("RC:TxtMsg", #"{"content":"x"}"#))
            )
            talk.frame(.server, Bytes.pubAck(id: id))
        }
        talk.close()
        return talk.segments
    }

    @Test(
        "kinds of capture file and link layers give the same output, byte for byte",
        arguments: [Delivered.v4, .made]
    )
    func containers(_ source: Delivered) async throws {
        let segments = try source.segments()
        let plain = try await Decoded(CaptureFile.write(segments)).output
        for format in CaptureFile.Format.allCases {
            for link in CaptureFile.Link.allCases {
                let other = try await Decoded(CaptureFile.write(segments, format, link: link)).output
                #expect(other == plain, "\(format) \(link)")
            }
        }
    }

    @Test("a capture out of a pipe, in chunks of any size", arguments: [1, 7, 100, 4096])
    func chunks(_ size: Int) async throws {
        let capture = try Bundled.v4.capture()
        let whole = try await Decoded(capture).output
        let chunked = try await Decoded(capture, inChunksOf: size)
        #expect(chunked.output == whole)
        #expect(chunked.outcome.capture.damage == nil)
    }

    @Test("any number of workers, waiting for input or not, gives the same output", arguments: Delivered.allCases)
    func workers(_ source: Delivered) async throws {
        let capture = CaptureFile.write(try source.segments())
        let reference = try await Decoded(capture) { $0.options.workers = 1 }.output
        #expect(!reference.isEmpty)
        for workers in 1...3 {
            let fromFile = try await Decoded(capture) { $0.options.workers = workers }
            #expect(fromFile.output == reference, "\(workers) workers")
            let fromPipe = try await Decoded(capture, inChunksOf: 1 << 16) { $0.options.workers = workers }
            #expect(fromPipe.output == reference, "\(workers) workers, through a pipe")
        }
    }

    @Test("so does a capture of many blocks, for which memory serves again and again")
    func manyBlocks() async throws {
        // Three connections by turns, with messages of all lengths, the later ones shorter than what was there before.
        var talks = (0..<3).map { Talk(port: 50001 + $0) }
        for id in UInt16(1)...600 {
            for index in talks.indices {
                let text = String(repeating: "abc ", count: Int(id) * 37 % 900 / Int(1 + id / 200))
                let content = Bytes.upStream("RC:TxtMsg", #"{"content":"\#(id) \#(text)"}"#)
                talks[index].frame(.client, Bytes.publish("ppMsgP", to: "bob", id: id, content))
            }
        }
        let segments = talks.flatMap(\.segments).sorted { $0.time < $1.time }
        let capture = CaptureFile.write(segments)
        try #require(capture.count > 6 * ByteSource.blockSize, "\(capture.count) bytes")
        let reference = try await Decoded(capture) { $0.options.workers = 1 }.output
        let lines = String(decoding: reference, as: UTF8.self).split(separator: "\n")
        #expect(lines.count { $0.contains("\"type\":\"PUBLISH\"") } == 1800)
        for workers in 2...3 {
            let fromFile = try await Decoded(capture) { $0.options.workers = workers }
            #expect(fromFile.output == reference, "\(workers) workers")
            let fromPipe = try await Decoded(capture, inChunksOf: 1 << 16) { $0.options.workers = workers }
            #expect(fromPipe.output == reference, "\(workers) workers, through a pipe")
        }
    }

    @Test("a connection whose handshake lies in the block before its first bytes is followed")
    func handshakeInEarlierBlock() async throws {
        // The handshake is moved to the end of the first block that is read, and little comes after it.
        func talk(_ filler: Int) -> (before: [TestSegment], all: [TestSegment]) {
            var talk = PollingTalk()
            talk.connect(on: 50001)
            var left = filler
            while left > 0 {
                let count = min(left, 1000)
                talk.send(.client, PollingTalk.request("/other", String(repeating: "x", count: count)), on: 50001)
                left -= count
            }
            talk.request("/pullmsg.js?sessionid=s1&timestrap=17&pid=1", on: 50002)
            let all = talk.segments
            return (Array(all.dropLast()), all)
        }
        let room = ByteSource.blockSize
        let hundred = CaptureFile.write(talk(100_000).before).count
        let each = CaptureFile.write(talk(101_000).before).count - hundred
        let count = (room - hundred) / each
        let rest = room - hundred - count * each - (each - 1000) - 30
        let filler = 100_000 + count * 1000 + max(rest, 0)
        let before = CaptureFile.write(talk(filler).before).count
        try #require(before <= room && CaptureFile.write(talk(filler).all).count > room, "\(before)")
        let capture = CaptureFile.write(talk(filler).all)
        let events = try await Decoded(capture).events()
        #expect(events.last?.type == "POLL")
    }
}
