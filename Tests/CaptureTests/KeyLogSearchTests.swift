import Foundation
import Testing
import WireFormat

@testable import Capture

/// Secrets that lie behind the packets that need them.
@Suite struct KeyLogSearchTests {
    /// Packets with a key log before, between and behind them.
    private static let capture: [UInt8] = PcapNGWriterTests.bytes { writer in
        writer.beginSection()
        writer.add(PcapNGWriter.Interface(link: .ethernet))
        for number in 0..<3 {
            writer.write(keyLog: "CLIENT_RANDOM 0\(number) 11\n".utf8.span)
            writer.write([UInt8](repeating: 0, count: 60).span, interface: 0, time: 0, originalLength: 60)
        }
        writer.write(keyLog: "CLIENT_RANDOM 03 11\n".utf8.span)
    }
    private static let logs = (0..<4).map { "CLIENT_RANDOM 0\($0) 11\n" }

    private func found(_ search: KeyLogSearch) throws -> [String] {
        var found: [String] = []
        try search.forEach { found.append(String(decoding: Array(copying: $0), as: UTF8.self)) }
        return found
    }

    @Test("all of a file are found, in order, however far the file was read, and reading goes on where it was")
    func all() throws {
        var reader = try CaptureInput.file(Self.capture)
        let keyLogSearch = reader.keyLogSearch
        let search = try #require(keyLogSearch)
        #expect(try found(search) == Self.logs)
        var packets = 0
        while let block = try reader.next() {
            packets += block.packets.count
            #expect(try found(search) == Self.logs)
        }
        #expect(packets == 3)
    }

    @Test("reading ends when no more is wanted")
    func unwanted() throws {
        let keyLogSearch = try CaptureInput.file(Self.capture).keyLogSearch
        let search = try #require(keyLogSearch)
        var found = 0
        var asked = 0
        let isWanted = {
            asked += 1
            return false
        }
        try search.forEach(while: isWanted) { _ in found += 1 }
        #expect(found == 0 && asked == 1)
    }

    @Test("a pipe cannot be read twice, and a plain capture has no secrets")
    func none() throws {
        let pipe = try CaptureInput.pipe(Self.capture, chunks: [64])
        let plain = try CaptureInput.file(PcapFile().bytes)
        let searches = [pipe.keyLogSearch, plain.keyLogSearch]
        #expect(searches.allSatisfy { $0 == nil })
    }

    @Test("a file that is not there is named by the system's error")
    func missing() {
        #expect(throws: CaptureError.inputOutput(ENOENT)) {
            _ = try CaptureContents(CaptureReader(path: "/nowhere/capture.pcap"))
        }
    }

    @Test("a stretch of what cannot be read is an error and not the end")
    func unreadable() {
        #expect(throws: CaptureError.inputOutput(EBADF)) { try ByteSource.read(-1, at: 0) }
    }
}
