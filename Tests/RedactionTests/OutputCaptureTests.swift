import Capture
import Crypto
import Synchronization
import Testing
import WireFormat

@testable import Redaction

@Suite("The output while it is written")
struct OutputCaptureTests {
    /// The bytes written so far, and the number of writes after which writing fails.
    private final class Sink: Sendable {
        struct Failure: Error {}

        private let written = Mutex<[UInt8]>([])
        private let left: Mutex<Int>

        init(writes: Int = .max) { left = Mutex(writes) }

        /// The bytes written so far.
        var bytes: [UInt8] { written.withLock { $0 } }

        func write(_ more: Span<UInt8>) throws {
            let mayWrite = left.withLock { left in
                left -= 1
                return left >= 0
            }
            guard mayWrite else { throw Failure() }
            let more = Array(copying: more)
            written.withLock { $0 += more }
        }
    }

    /// A capture of packets that carry nothing, each with its number at the end.
    private static func capture(packets: Int) -> [UInt8] {
        var writer = PcapNGWriter()
        writer.beginSection(application: "test")
        let interface = writer.add(PcapNGWriter.Interface(link: .ethernet))
        for number in 0..<packets {
            writer.write(
                [UInt8](repeating: 0, count: 14).span,
                interface: interface,
                time: Int64(number) * 1_000_000,
                originalLength: 14
            )
        }
        var bytes: [UInt8] = []
        writer.drain { bytes += Array(copying: $0) }
        return bytes
    }

    private static func output(of capture: [UInt8], to sink: Sink) throws -> OutputCapture {
        let addresses = AddressMap(key: PseudonymKey(SymmetricKey(data: [UInt8](repeating: 7, count: 16))))
        let maker = PacketMaker(CaptureRedactor.Options(), [:], addresses)
        return OutputCapture(PacketWriting(try CaptureReader(bytes: capture), maker)) { try sink.write($0) }
    }

    private static func times(_ reader: consuming CaptureReader) throws -> [Int64] {
        var times: [Int64] = []
        while let block = try reader.next() { times += block.packets.map(\.time) }
        return times
    }

    @Test("has the same packets in the same order, however many were written ahead", arguments: [0, 100, 20_000])
    func ahead(packets: Int) throws {
        let capture = Self.capture(packets: packets)
        let expected = Sink()
        _ = try Self.output(of: capture, to: expected).finish()
        let sink = Sink()
        let output = try Self.output(of: capture, to: sink)
        output.writeAhead()
        #expect(!sink.bytes.isEmpty)
        #expect(try Self.times(output.reader()) == (0..<packets).map { Int64($0) * 1_000_000 })
        #expect(try output.finish().packets == packets)
        #expect(sink.bytes == expected.bytes)
    }

    @Test("writes no more ahead than a few megabytes, and less as a whole", arguments: [20_000, 190_000])
    func limit(packets: Int) throws {
        let capture = Self.capture(packets: packets)
        let sink = Sink()
        let output = try Self.output(of: capture, to: sink)
        output.writeAhead()
        let ahead = sink.bytes.count
        #expect(try output.finish().packets == packets)
        if packets < 100_000 {
            #expect(ahead == sink.bytes.count)
        } else {
            #expect(8 << 20..<9 << 20 ~= ahead && ahead < sink.bytes.count)
        }
    }

    @Test("writes nothing ahead after the preparation of the reading, and all that is not read at the end")
    func end() throws {
        let sink = Sink()
        let output = try Self.output(of: Self.capture(packets: 100), to: sink)
        output.endWritingAhead()
        output.writeAhead()
        #expect(sink.bytes.isEmpty)
        #expect(try output.finish().packets == 100)
        #expect(!sink.bytes.isEmpty)
    }

    @Test("ends with the failure of a write, also of one ahead", arguments: [0, 1, 3])
    func failure(writes: Int) throws {
        let output = try Self.output(of: Self.capture(packets: 20_000), to: Sink(writes: writes))
        output.writeAhead()
        if writes == 0 {
            #expect(throws: Sink.Failure.self) { _ = try output.reader() }
        } else {
            #expect(try Self.times(output.reader()).count < 20_000)
        }
        #expect(throws: Sink.Failure.self) { _ = try output.finish() }
    }
}
