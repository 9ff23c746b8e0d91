import Foundation
import RongCloud
import Testing
import WireFormat
import WireJSON

@testable import Inspection

@Suite("Output stays in proportion to the input")
struct ProportionTests {
    /// A unit that one message of the server carries, in segments of `size` bytes.
    private static func unit(_ frame: [UInt8], size: Int = 1400) -> [TestSegment] {
        var talk = Talk()
        talk.segmentSize = size
        talk.frame(.server, Bytes.connAck(user: "ann"))
        talk.frame(.client, Bytes.query("pullMsg", to: "ann", id: 7, Bytes.field(1, 0)))
        talk.frame(.server, frame)
        return talk.segments
    }

    /// What is hard on each output, by name; `n` is how much of it there is.
    private static let inputs: [(name: String, make: @Sendable (Int) -> [TestSegment])] = [
        (
            "answer with many messages",
            { count in
                let message =
                    Bytes.field(1, "u") + Bytes.field(2, 1) + Bytes.field(4, "RC:TxtMsg")
                    + Bytes.field(5, #"{"content":"x"}"#) + Bytes.field(6, 1_795_233_206_117)
                let list = (0..<count).flatMap { _ in Bytes.field(1, message) }
                return unit(Bytes.queryAck(id: 7, Bytes.field(2, 0) + list))
            }
        ),
        (
            "fields that nobody knows",
            { count in unit(Bytes.queryAck(id: 7, (0..<count).flatMap { _ in [0xF8, 0x07, 0x01] as [UInt8] })) }
        ),
        (
            "bytes as decimal numbers",
            { count in
                var talk = Talk()
                let text = Array(repeating: "1", count: count).joined(separator: ",")
                talk.send(.server, Bytes.webSocket(Array(text.utf8), opcode: 1))
                return talk.segments
            }
        ),
        (
            "polling answer in small segments",
            { count in
                var talk = Talk(sdkVersion: nil)
                talk.segmentSize = 20
                talk.send(.client, Array("GET /pullmsg.js?sessionid=s1 HTTP/1.1\r\n\r\n".utf8))
                let unit = #"{"headerCode":50,"topic":"s_msg","targetId":"t","messageId":1,"data":"{}"}"#
                let body = "[" + Array(repeating: unit, count: count).joined(separator: ",") + "]"
                talk.send(.server, Array("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8))
                return talk.segments
            }
        ),
        (
            "connections",
            { count in
                (0..<count / 20).flatMap { port in
                    var talk = Talk(port: UInt16(1000 + port))
                    talk.frame(.server, Bytes.connAck(user: "user\(port)"))
                    return talk.segments
                }
            }
        ),
    ]

    @Test(
        "at most 1 KiB an event and 60 times its bytes, of the tree 100 times",
        arguments: inputs.indices,
        [CaptureDecoder.Format.jsonl, .tree]
    )
    func output(_ index: Int, _ format: CaptureDecoder.Format) async throws {
        let segments = Self.inputs[index].make(2000)
        let found = try await Decoded(segments) { $0.format = format }
        let bytes = segments.reduce(0) { $0 + $1.payload.count }
        let allowed = found.outcome.capture.summary.events * 1024 + bytes * (format == .tree ? 100 : 60)
        #expect(!found.output.isEmpty)
        #expect(found.output.count <= allowed, "\(Self.inputs[index].name): \(found.output.count) of \(allowed)")
    }

    @Test(
        "sixteen times as much takes at most some thirty times as long",
        arguments: inputs.indices,
        [CaptureDecoder.Format.jsonl, .tree]
    )
    func time(_ index: Int, _ format: CaptureDecoder.Format) async throws {
        let clock = ContinuousClock()
        let files = [1000, 16000].map { CaptureFile.write(Self.inputs[index].make($0)) }
        var best = [Duration](repeating: .seconds(1000), count: files.count)
        // Other tests run beside this one: only what is slow every time is too slow.
        for _ in 0..<10 {
            for (place, file) in files.enumerated() {
                let start = clock.now
                _ = try await Decoded(file) { $0.format = format }
                best[place] = min(best[place], clock.now - start)
            }
            if isInProportion(best) { break }
        }
        #expect(isInProportion(best), "\(Self.inputs[index].name): \(best)")
    }

    /// What is quadratic takes 256 times as long; a few milliseconds are the cost of a run without input.
    private func isInProportion(_ times: [Duration]) -> Bool {
        times[1] < times[0] * 60 + .milliseconds(200)
    }

    @Test("a unit says a thousand things, and then how many more there are", arguments: [999, 1000, 1001, 5000])
    func diagnostics(_ count: Int) async throws {
        let found = try await Decoded(Self.inputs[1].make(count))
        let event = try #require(try found.events().last)
        let unknown = event.codes.count { $0 == "payload-unknown-field" }
        // One more says that the answer lacks what it must have.
        let total = event.codes.contains("payload-required") ? count + 1 : count
        #expect(event.codes.count == min(total, 1001))
        #expect(unknown <= 1000)
        let last = try #require(event.diagnostics.last)
        #expect((last["code"] == "more-diagnostics") == (total > 1000))
        if total > 1000 { #expect(last["text"]?.string == "and \(total - 1000) more about this unit") }
        let summary = found.outcome.capture.summary
        #expect(summary.notes + summary.warnings >= total)
    }

    @Test("the packets of a polling unit are those that carried its own bytes", arguments: [false, true])
    func pollingPackets(isChunked: Bool) async throws {
        let units = (0..<8).map { id in
            #"{"headerCode":50,"topic":"s_msg","targetId":"t","messageId":\#(id),"data":"{}"}"#
        }
        let body = "[" + units.joined(separator: ",") + "]"
        var talk = Talk(sdkVersion: nil)
        talk.send(.client, Array("GET /pullmsg.js?sessionid=s1 HTTP/1.1\r\n\r\n".utf8))
        talk.segmentSize = 50
        let before = talk.segments.count
        let head = "HTTP/1.1 200 OK\r\n"
        let text =
            if isChunked {
                head + "Transfer-Encoding: chunked\r\n\r\n"
                    + units.indices.map { index in
                        let part = (index == 0 ? "[" : ",") + units[index] + (index == 7 ? "]" : "")
                        return String(part.utf8.count, radix: 16) + "\r\n" + part + "\r\n"
                    }.joined() + "0\r\n\r\n"
            } else {
                head + "Content-Length: \(body.utf8.count)\r\n\r\n" + body
            }
        talk.send(.server, Array(text.utf8))
        let events = try await Decoded(talk.segments).events().filter { $0.sender == "server" }
        try #require(events.count == 8)
        for (unit, event) in zip(units, events) {
            let start = try #require(text.range(of: unit)?.lowerBound.utf16Offset(in: text))
            let packets = (start / 50...(start + unit.utf8.count - 1) / 50).map { Int64(before + 1 + $0) }
            #expect(event.packets == packets)
        }
    }

    @Test("a compressed polling answer names the packets that its bytes were made of")
    func compressedPolling() async throws {
        let units = (0..<60).map { id in
            let target = String((UInt64(id) &+ 1) &* 0x9E37_79B9_7F4A_7C15, radix: 36)
            return #"{"headerCode":50,"topic":"s_msg","targetId":"\#(target)","messageId":\#(id),"data":"{}"}"#
        }
        let body = Array(("[" + units.joined(separator: ",") + "]").utf8)
        // Stored blocks of 100 bytes: compressed in form, so that the place of every byte is known.
        var packed: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
        let parts = stride(from: 0, to: body.count, by: 100).map { Array(body[$0..<min($0 + 100, body.count)]) }
        for (index, part) in parts.enumerated() {
            let length = UInt16(part.count)
            packed += [index == parts.count - 1 ? 1 : 0, UInt8(length & 255), UInt8(length >> 8)]
            packed += [UInt8(~length & 255), UInt8(~length >> 8)] + part
        }
        packed += Self.trailer(body)
        var talk = Talk(sdkVersion: nil)
        talk.send(.client, Array("GET /pullmsg.js?sessionid=s1 HTTP/1.1\r\n\r\n".utf8))
        let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(packed.count)\r\n\r\n"
        talk.send(.server, Array(head.utf8))
        talk.segmentSize = 50
        let before = talk.segments.count
        talk.send(.server, packed)
        let events = try await Decoded(talk.segments).events().filter { $0.sender == "server" }
        try #require(events.count == 60)
        var start = 1
        for (unit, event) in zip(units, events) {
            func packet(_ offset: Int) -> Int64 { Int64(before + 1 + (10 + offset / 100 * 5 + 5 + offset) / 50) }
            let own = packet(start)...packet(start + unit.utf8.count - 1)
            #expect(event.packets.contains(own.lowerBound) && event.packets.contains(own.upperBound))
            // Inflating goes on in stretches, so a few packets before and behind may be named too.
            #expect(event.packets.allSatisfy { (own.lowerBound - 7...own.upperBound + 7).contains($0) })
            start += unit.utf8.count + 1
        }
    }

    /// The end of a gzip member: CRC-32 and length (RFC 1952 section 2.3.1).
    private static func trailer(_ bytes: [UInt8]) -> [UInt8] {
        var crc = UInt32.max
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc >> 1 ^ (crc & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
        return [~crc, UInt32(bytes.count)].flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) }
        }
    }
}
