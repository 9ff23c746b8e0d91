import Capture
import Testing
import WireFormat

/// Files without a name, for what is too much to keep in memory.
@Suite struct TemporaryFileTests {
    private func file(_ pieces: [(bytes: [UInt8], place: Int)]) throws -> TemporaryFile {
        let file = try #require(TemporaryFile())
        for (bytes, place) in pieces {
            let isWritten = file.write(bytes.span, at: place)
            #expect(isWritten)
        }
        return file
    }

    @Test("what was written at any place is read back, in any order")
    func places() throws {
        let file = try file([([4, 5, 6], 3), ([1, 2, 3], 0), ([9], 5)])
        #expect(try file.read(0..<6) == [1, 2, 3, 4, 5, 9])
        #expect(try file.read(2..<4) == [3, 4])
        #expect(try file.read(6..<6) == [])
    }

    @Test("what nobody wrote cannot be read", arguments: [0..<7, 5..<7, 6..<7, 100..<101])
    func beyond(_ range: Range<Int>) throws {
        let file = try file([([1, 2, 3, 4, 5, 6], 0)])
        #expect(throws: CaptureError.self) { try file.read(range) }
    }
}
