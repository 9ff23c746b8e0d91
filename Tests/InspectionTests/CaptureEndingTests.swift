import Capture
import Foundation
import Inspection
import Testing
import WireFormat

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// How reading ends that nobody wants any more, wherever it waits.
@Suite("Reading that is ended")
struct CaptureEndingTests {
    /// What came before the silence.
    enum Beginning: CaseIterable {
        case nothing, conversation, packedConversation, halfOfPackedData, blockThatIsPassedOver

        func bytes() throws -> [UInt8] {
            switch self {
            case .nothing: []
            case .conversation: try Bundled.file("nim-web-chatroom.pcap")
            case .packedConversation: try Self.packed(Bundled.file("nim-web-chatroom.pcap"))
            case .halfOfPackedData: try Array(Self.packed(Bundled.file("nim-web-chatroom.pcap")).prefix(12))
            case .blockThatIsPassedOver:
                // A section, and a block of a kind that nobody knows: of its 16 MiB eight bytes are there.
                [0x0A, 0x0D, 0x0D, 0x0A, 28, 0, 0, 0, 0x4D, 0x3C, 0x2B, 0x1A, 1, 0, 0, 0]
                    + [UInt8](repeating: 0xFF, count: 8) + [28, 0, 0, 0]
                    + [0x77, 0x77, 0, 0, 0, 0, 0, 1]
            }
        }

        /// gzip data that go on: a header, and one stored block that is not the last one (RFC 1951, 3.2.4).
        private static func packed(_ bytes: [UInt8]) throws -> [UInt8] {
            let count = try #require(UInt16(exactly: bytes.count))
            let lengths = [count, ~count].flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
            return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0] + lengths + bytes
        }
    }

    @Test(
        "a cancelled loop ends though nothing comes any more, and the capture is closed",
        arguments: Beginning.allCases
    )
    func cancelled(_ beginning: Beginning) async throws {
        let pipe = Pipe()
        let descriptor = dup(pipe.fileHandleForReading.fileDescriptor)
        let loop = Task {
            for try await _ in CaptureEvents(.descriptor(descriptor)) {}
        }
        try pipe.fileHandleForWriting.write(contentsOf: Data(try beginning.bytes()))
        try await Task.sleep(for: .milliseconds(300))
        loop.cancel()
        try await loop.value
        // The reading end is closed once the last reading is over: writing then fails.
        signal(SIGPIPE, SIG_IGN)
        try pipe.fileHandleForReading.close()
        let deadline = ContinuousClock.now + .seconds(600)
        var isClosed = false
        while !isClosed, .now < deadline {
            isClosed = (try? pipe.fileHandleForWriting.write(contentsOf: Data([0]))) == nil
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(isClosed)
    }

    /// Begins a loop over a named pipe that nobody writes to yet; it answers how many events there were.
    private static func withNamedPipe(_ body: (String, Task<Int, any Error>) async throws -> Void) async throws {
        let path = NSTemporaryDirectory() + "imwire-\(UUID().uuidString)"
        try #require(mkfifo(path, 0o600) == 0)
        defer { unlink(path) }
        let loop = Task { try await count(.file(path)) }
        try await Task.sleep(for: .milliseconds(200))
        try await body(path, loop)
    }

    private static func count(_ source: CaptureSource) async throws -> Int {
        var count = 0
        for try await _ in CaptureEvents(source) { count += 1 }
        return count
    }

    @Test("a cancelled loop does not wait for somebody who writes to a named pipe")
    func namedPipe() async throws {
        try await Self.withNamedPipe { path, loop in
            let events = CaptureEvents([.file(path), .file(path)])
            let visit = Task { try await events.visit(with: Nobody()).outcomes.count }
            try await Task.sleep(for: .milliseconds(200))
            loop.cancel()
            visit.cancel()
            #expect(try await loop.value == 0)
            #expect(try await visit.value < 2)
        }
    }

    @Test("a named pipe is read by whoever came before it was written")
    func namedPipeIsRead() async throws {
        let capture = try Bundled.file("nim-web-chatroom.pcap")
        try await Self.withNamedPipe { path, loop in
            let writer = try #require(FileHandle(forWritingAtPath: path))
            try writer.write(contentsOf: Data(capture))
            try writer.close()
            #expect(try await loop.value == Self.count(.bytes(capture)))
        }
    }

    @Test("waiting for the first bytes of a capture keeps no actor busy")
    @MainActor
    func actorIsFree() async throws {
        let pipe = Pipe()
        let descriptor = dup(pipe.fileHandleForReading.fileDescriptor)
        var isWaiting = true
        let loop = Task { @MainActor in
            for try await _ in CaptureEvents(.descriptor(descriptor)) {}
            isWaiting = false
        }
        // This actor goes on though the loop, which is on it, has nothing to read.
        try await Task.sleep(for: .milliseconds(200))
        #expect(isWaiting)
        try pipe.fileHandleForWriting.write(contentsOf: Data(try Bundled.file("nim-web-chatroom.pcap")))
        try pipe.fileHandleForWriting.close()
        try await loop.value
        #expect(!isWaiting)
    }

    @Test("nothing comes behind an error")
    func afterAnError() async throws {
        let good = CaptureSource.bytes(try Bundled.file("nim-web-chatroom.pcap"))
        var iterator = CaptureEvents([good, .file("/nowhere/at/all.pcap"), good]).makeAsyncIterator()
        await #expect(throws: CaptureError.inputOutput(ENOENT)) {
            while try await iterator.next() != nil {}
        }
        #expect(try await iterator.next() == nil)
    }

    @Test("a descriptor is closed though nobody ever read it")
    func unreadDescriptor() throws {
        let pipe = Pipe()
        do {
            let descriptor = dup(pipe.fileHandleForReading.fileDescriptor)
            _ = CaptureEvents(.descriptor(descriptor))
        }
        signal(SIGPIPE, SIG_IGN)
        try pipe.fileHandleForReading.close()
        #expect(throws: (any Error).self) { try pipe.fileHandleForWriting.write(contentsOf: Data([0])) }
    }

    @Test("a descriptor is read once")
    func readOnce() async throws {
        let pipe = Pipe()
        let events = CaptureEvents(.descriptor(dup(pipe.fileHandleForReading.fileDescriptor)))
        try pipe.fileHandleForWriting.write(contentsOf: Data(try Bundled.file("nim-web-chatroom.pcap")))
        try pipe.fileHandleForWriting.close()
        for try await _ in events {}
        await #expect(throws: CaptureError.inputOutput(EBADF)) {
            for try await _ in events {}
        }
    }

    @Test("a count of workers that cannot be counts as one", arguments: [0, -1])
    func fewWorkers(_ workers: Int) async throws {
        var options = CaptureOptions()
        options.workers = workers
        var count = 0
        for try await _ in CaptureEvents(.bytes(try Bundled.file("nim-web-chatroom.pcap")), options: options) {
            count += 1
        }
        #expect(count > 0)
    }
}

/// Looks at nothing.
private struct Nobody: EventVisitor {
    mutating func visit(_ event: borrowing EventView) {}
    mutating func merge(_ other: Nobody) {}
}
