import Capture
import Foundation
import Inspection
import RongCloud
import Synchronization
import Testing
import WireFormat
import WireJSON

@Suite("Captures that are still being written")
struct LiveInputTests {
    /// What came out so far, and what waits for it.
    private final class Output: Sendable {
        private let bytes = Mutex<[UInt8]>([])

        func append(_ more: [UInt8]) { bytes.withLock { $0 += more } }

        /// The lines so far.
        var lines: [String] {
            bytes.withLock { String(decoding: $0, as: UTF8.self) }.split(separator: "\n").map(String.init)
        }

        /// Waits until a line has this text: how long that took, `nil` when it does not come.
        func wait(for text: String, upTo limit: Duration) async throws -> Duration? {
            let start = ContinuousClock.now
            while start.duration(to: .now) < limit {
                if lines.contains(where: { $0.contains(text) }) { return start.duration(to: .now) }
                try await Task.sleep(for: .milliseconds(10))
            }
            return nil
        }
    }

    /// A chat, and which of its packets is a message of the client.
    private static func chat() -> (segments: [TestSegment], message: Int) {
        var talk = Talk()
        talk.frame(.server, Bytes.connAck(user: "ann"))
        let message = talk.segments.count
        for id in UInt16(1)...4 {
            let text = Bytes.upStream("RC:TxtMsg", "{\"content\":\"number \(id)\"}")
            talk.frame(.client, Bytes.publish("ppMsgP", to: "bob", id: id, text))
            talk.frame(.server, Bytes.pubAck(id: id))
        }
        return (talk.segments, message)
    }

    /// Writes packets to a pipe that stays open, and waits for a text in what comes out.
    private func latency(of text: String, _ segments: [TestSegment], upTo limit: Duration) async throws -> Duration? {
        let pipe = Pipe()
        let descriptor = dup(pipe.fileHandleForReading.fileDescriptor)
        let output = Output()
        let decoding = Task {
            var decoder = CaptureDecoder()
            decoder.format = .jsonl
            let reader = try CaptureReader(descriptor: descriptor, closesDescriptor: true)
            _ = try await decoder.decode(reader, name: nil) { output.append(Array(copying: $0)) }
        }
        try pipe.fileHandleForWriting.write(contentsOf: Data(CaptureFile.write(segments)))
        let duration = try await output.wait(for: text, upTo: limit)
        try pipe.fileHandleForWriting.close()
        try await decoding.value
        return duration
    }

    // The pipe stays open until the text is there. The bounds are wide: the machine may have other things to do.

    @Test("what lies behind bytes that were not captured comes soon after the other end has acknowledged it")
    func acknowledged() async throws {
        var (segments, message) = Self.chat()
        segments.remove(at: message)
        let duration = try #require(try await latency(of: "number 2", segments, upTo: .seconds(1500)))
        #expect(duration >= .milliseconds(400))
    }

    @Test("so does an answer to a request that was not captured")
    func answer() async throws {
        let (segments, message) = Self.chat()
        let packets = Array(segments[..<message] + [segments[message + 1]])
        #expect(try await latency(of: #""PUBACK""#, packets, upTo: .seconds(1500)) != nil)
    }

    @Test("it comes later, but while the pipe is open, when nobody has acknowledged it")
    func unacknowledged() async throws {
        let (segments, message) = Self.chat()
        let packets = Array(segments[..<message] + [segments[message + 2]])
        let duration = try #require(try await latency(of: "number 2", packets, upTo: .seconds(1500)))
        #expect(duration >= .milliseconds(1500))
    }

    @Test("what one connection waits for comes while others go on")
    func others() async throws {
        var (segments, message) = Self.chat()
        segments.remove(at: message)
        let end = segments[segments.count - 1].time
        let other = Talk(port: 50002).moved(to: end + 1_000_000)
        #expect(try await latency(of: "number 4", segments + other.segments, upTo: .seconds(1500)) != nil)
    }

    @Test("the same bytes give the same events through a pipe without pauses as from a file")
    func same() async throws {
        var (segments, message) = Self.chat()
        segments.remove(at: message)
        let capture = CaptureFile.write(segments)
        let expected = try await Decoded(capture).output
        for chunk in [1000, 100_000] {
            #expect(try await Decoded(capture, inChunksOf: chunk).output == expected)
        }
    }
}
