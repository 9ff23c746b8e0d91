import Capture
import Foundation
import Testing
import WireFormat

/// Files that the writer makes.
@Suite struct PcapNGWriterTests {
    static func bytes(_ write: (inout PcapNGWriter) -> Void) -> [UInt8] {
        var writer = PcapNGWriter()
        var bytes: [UInt8] = []
        write(&writer)
        writer.drain { bytes += Array(copying: $0) }
        #expect(writer.count == 0)
        return bytes
    }

    @Test("a sink that fails gets the same bytes again, and its error keeps its type")
    func failingSink() {
        var writer = PcapNGWriter()
        writer.beginSection()
        do throws(CaptureError) {
            try writer.drain { (_: Span<UInt8>) throws(CaptureError) in throw .writing(ENOSPC) }
            Issue.record("the error of the sink is lost")
        } catch {
            #expect(error == .writing(ENOSPC))
        }
        var bytes: [UInt8] = []
        writer.drain { bytes += Array(copying: $0) }
        #expect(bytes == Self.bytes { $0.beginSection() })
    }

    @Test("blocks are laid out as the format says")
    func layout() {
        let bytes = Self.bytes { writer in
            writer.beginSection()
            writer.add(PcapNGWriter.Interface(link: .ethernet, snapLength: 96))
            writer.write([1, 2, 3, 4, 5].span, interface: 0, time: 0x0102_0304_0506_0708, originalLength: 9)
        }
        let expected: [[UInt8]] = [
            [0x0A, 0x0D, 0x0D, 0x0A, 28, 0, 0, 0, 0x4D, 0x3C, 0x2B, 0x1A, 1, 0, 0, 0],
            Array(repeating: 0xFF, count: 8), [28, 0, 0, 0],
            [1, 0, 0, 0, 32, 0, 0, 0, 1, 0, 0, 0, 96, 0, 0, 0, 9, 0, 1, 0, 9, 0, 0, 0, 0, 0, 0, 0, 32, 0, 0, 0],
            [6, 0, 0, 0, 40, 0, 0, 0, 0, 0, 0, 0, 4, 3, 2, 1, 8, 7, 6, 5, 5, 0, 0, 0, 9, 0, 0, 0],
            [1, 2, 3, 4, 5, 0, 0, 0, 40, 0, 0, 0],
        ]
        #expect(bytes == expected.flatMap { $0 })
    }

    @Test("counts of an interface have the time in two halves and each count that is known")
    func statistics() {
        let bytes = Self.bytes { writer in
            writer.beginSection()
            writer.add(PcapNGWriter.Interface(link: .ethernet))
            writer.drain { _ in }
            let counts = PcapNGWriter.Statistics(received: 0x0102, droppedBySystem: 3)
            writer.write(counts, interface: 0, time: 0x0102_0304_0506_0708)
        }
        let expected: [[UInt8]] = [
            [5, 0, 0, 0, 52, 0, 0, 0, 0, 0, 0, 0, 4, 3, 2, 1, 8, 7, 6, 5],
            [4, 0, 8, 0, 2, 1, 0, 0, 0, 0, 0, 0, 7, 0, 8, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 52, 0, 0, 0],
        ]
        #expect(bytes == expected.flatMap { $0 })
    }

    @Test("a section has the options that it is given, and their end; without any it has neither", arguments: 0..<8)
    func sectionOptions(_ given: Int) {
        let texts: [(code: UInt8, text: String?)] = [
            (1, given & 1 != 0 ? "note" : nil), (3, given & 2 != 0 ? "an OS" : nil), (4, given & 4 != 0 ? "test" : nil),
        ]
        let bytes = Self.bytes {
            $0.beginSection(application: texts[2].text, system: texts[1].text, comment: texts[0].text)
        }
        var options: [UInt8] = []
        for (code, text) in texts {
            guard let text else { continue }
            options += [code, 0, UInt8(text.utf8.count), 0] + Array(text.utf8)
            options += Array(repeating: 0, count: -text.utf8.count & 3)
        }
        if given != 0 { options += [0, 0, 0, 0] }
        #expect(Array(bytes[24..<bytes.count - 4]) == options)
        #expect(Array(bytes[bytes.count - 4..<bytes.count]) == Array(bytes[4..<8]))
    }

    @Test("what is written is read back: packets, times, lengths, comments, names, secrets, counts")
    func roundTrip() throws {
        let packets = CaptureReaderTests.packets(20)
        let bytes = Self.bytes { writer in
            for section in 0..<2 {
                writer.beginSection(application: "a test", system: "an OS", comment: "section \(section)")
                writer.add(PcapNGWriter.Interface(link: .raw, name: "tun0", hasNanoseconds: false))
                let second = writer.add(
                    PcapNGWriter.Interface(link: .ethernet, captureFilter: "tcp", checkSequenceBits: 32)
                )
                writer.write(keyLog: "CLIENT_RANDOM 00 11\n".utf8.span)
                for (index, packet) in packets.enumerated() {
                    writer.write(
                        packet.span,
                        interface: index % 2 == 0 ? 0 : second,
                        time: 1_700_000_000_123_456_789 + Int64(index),
                        originalLength: packet.count + index,
                        comment: index == 3 ? "the third" : nil
                    )
                }
                writer.write(PcapNGWriter.Statistics(received: 30, droppedByInterface: 2), interface: 0, time: 5)
                writer.write(PcapNGWriter.Statistics(droppedBySystem: 3), interface: second, time: 5)
            }
        }
        let contents = try CaptureContents(bytes)
        #expect(contents.damage == nil)
        #expect(contents.bytes == packets + packets)
        for (index, entry) in contents.entries.enumerated() {
            let number = index % 20
            let time = 1_700_000_000_123_456_789 + Int64(number)
            #expect(entry.packet.time == (number % 2 == 0 ? time / 1000 * 1000 : time))
            #expect(entry.packet.originalLength == packets[number].count + number)
            #expect(entry.packet.link == (number % 2 == 0 ? .raw : .ethernet))
        }
        var reader = try CaptureInput.file(bytes)
        var keyLogs = 0
        while let block = try reader.next() { keyLogs += block.keyLogs.count }
        #expect(keyLogs == 2)
        #expect(reader.notes.application == "a test")
        #expect(reader.notes.system == "an OS")
        #expect(reader.notes.interfaces.map(\.name) == ["tun0", nil, "tun0", nil])
        #expect(reader.notes.interfaces.map(\.checkSequenceBits) == [nil, 32, nil, 32])
        #expect(reader.notes.interfaces.map(\.dropped) == [2, 3, 2, 3])
        #expect(reader.notes.comments.map(\.text) == ["section 0", "the third", "section 1", "the third"])
    }

    @Test("a text that no option can hold loses its end, and the file stays whole")
    func longText() throws {
        let bytes = Self.bytes { writer in
            writer.beginSection(comment: String(repeating: "x", count: 70_000))
            writer.add(PcapNGWriter.Interface(link: .ethernet))
            writer.write([1].span, interface: 0, time: 0, originalLength: 1)
        }
        let contents = try CaptureContents(bytes)
        #expect(contents.bytes == [[1]])
        #expect(contents.damage == nil)
    }

    @Test("tshark and capinfos read the same", .enabled(if: Tshark.path != nil, "tshark is not installed"))
    func tshark() throws {
        let bytes = Self.bytes { writer in
            writer.beginSection(application: "a test", comment: "about it all")
            writer.add(PcapNGWriter.Interface(link: .ethernet, name: "eth7"))
            for index in 0..<5 {
                writer.write(
                    LinkAndInternetTests.v4.ethernet.span,
                    interface: 0,
                    time: 1_700_000_000_000_000_001 + Int64(index),
                    originalLength: 1500,
                    comment: index == 1 ? "the second" : nil
                )
            }
            writer.write(PcapNGWriter.Statistics(received: 5, droppedBySystem: 1), interface: 0, time: 0)
        }
        let fields = ["frame.time_epoch", "frame.len", "frame.comment", "frame.interface_name", "tcp.payload"]
        let text = try Tshark.run(["-T", "fields"] + fields.flatMap { ["-e", $0] }, on: bytes)
        let lines = (0..<5).map { index in
            "1700000000.00000000\(index + 1)\t1500\t\(index == 1 ? "the second" : "")\teth7\t68656c6c6f"
        }
        #expect(text.split(separator: "\n").map(String.init) == lines)
        let about = try Tshark.run(["-c"], of: "capinfos", on: bytes)
        #expect(about.contains("Number of packets:   5"))
    }
}
