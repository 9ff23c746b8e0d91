import Capture
import Foundation
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

    @Test("it is in the folder that is named, and an empty name is none", arguments: [nil, "", "/var/tmp"])
    func folder(_ name: String?) {
        let folder = name.flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
        #expect(TemporaryFile.template(name) == folder + "/imwire-XXXXXX")
    }

    @Test("programs that are started do not get it")
    func closedForOthers() {
        let made = TemporaryFile.make()
        defer {
            unlink(made.name)
            close(made.descriptor)
        }
        #expect(made.descriptor >= 0)
        #expect(fcntl(made.descriptor, F_GETFD) & FD_CLOEXEC != 0)
    }

    @Test("what nobody wrote cannot be read", arguments: [0..<7, 5..<7, 6..<7, 100..<101])
    func beyond(_ range: Range<Int>) throws {
        let file = try file([([1, 2, 3, 4, 5, 6], 0)])
        #expect(throws: CaptureError.self) { try file.read(range) }
    }
}
