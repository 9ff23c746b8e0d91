import WireFormat

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The bytes of a capture, front to back: those of an open file or pipe, unpacked if they are gzip data.
struct ByteSource: ~Copyable {
    /// The number of bytes read at once.
    static let blockSize = 1 << 18

    private let descriptor: Int32
    private let ownsDescriptor: Bool
    /// A file to which everything read is also written, for input that cannot be read twice; not closed.
    private let spool: Int32?
    private var gzip: GzipStream?
    /// A function that supplies the bytes instead of a file.
    private let feed: ByteFeed?
    /// Milliseconds without input after which a read returns as idle.
    private static let idleMilliseconds: Int32 = 100
    /// Whether the bytes may arrive slowly, so that the time spent waiting for them is measured.
    let isLive: Bool
    /// Nanoseconds spent waiting for bytes; 0 for files.
    private(set) var waitingTime: Int64 = 0
    /// Whether the last read ended because no bytes arrived for a while.
    private(set) var isIdle = false
    /// Whether the input has ended.
    private(set) var reachedEnd = false

    init(descriptor: Int32, closesDescriptor: Bool, spool: Int32? = nil) {
        self.descriptor = descriptor
        self.spool = spool
        ownsDescriptor = closesDescriptor
        feed = nil
        isLive = !Self.isRegularFile(descriptor)
    }

    /// Reads bytes from a function; it returns no bytes at the end, and `nil` when none arrived for a while.
    ///
    /// - Parameter isLive: whether the bytes may arrive slowly.
    init(isLive: Bool = false, feed: @escaping () throws(CaptureError) -> [UInt8]?) {
        self.isLive = isLive
        descriptor = -1
        spool = nil
        ownsDescriptor = false
        self.feed = ByteFeed(feed)
    }

    deinit {
        if ownsDescriptor { close(descriptor) }
    }

    /// Whether the input is gzip data.
    var isPacked: Bool { gzip != nil }

    /// The damage in the packed data, whose offset counts packed bytes; `nil` if there is none.
    var damage: CaptureDamage? { gzip?.damage }

    /// Treats the bytes read so far, and everything after them, as gzip data.
    mutating func unpack(_ first: Span<UInt8>) {
        gzip = GzipStream(first: first)
        reachedEnd = false
    }

    /// Returns `carried` followed by bytes read after it: at least `minimum` bytes in all, unless the input ends before
    /// or the number of bytes would more than double.
    ///
    /// So a length that a file merely claims reserves no memory: the buffer grows with the bytes really read. With live
    /// input the result may be shorter (``isIdle``).
    mutating func read(atLeast minimum: Int, after carried: [UInt8]) throws(CaptureError) -> [UInt8] {
        let room = max(Self.blockSize, min(minimum - carried.count, carried.count))
        let wanted = min(minimum, carried.count + room)
        isIdle = false
        var failure: CaptureError?
        let bytes = [UInt8](unsafeUninitializedCapacity: carried.count + room) { buffer, count in
            count = carried.withUnsafeBufferPointer { buffer.initialize(fromContentsOf: $0) }
            let target = UnsafeMutableRawBufferPointer(buffer)
            do throws(CaptureError) {
                repeat {
                    let got = try read(into: UnsafeMutableRawBufferPointer(rebasing: target[count...]))
                    guard got > 0 else {
                        reachedEnd = !isIdle
                        return
                    }
                    count += got
                } while count < wanted
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }

    /// Skips bytes without keeping them.
    ///
    /// - Returns: the number of bytes skipped: fewer than `count` at the end of the input, and when no bytes arrived
    ///   for a while (``isIdle``).
    mutating func skip(_ count: Int) throws(CaptureError) -> Int {
        var skipped = 0
        while skipped < count {
            let wanted = min(count - skipped, Self.blockSize)
            var failure: CaptureError?
            let got = withUnsafeTemporaryAllocation(byteCount: min(wanted, 1 << 16), alignment: 1) { buffer in
                do throws(CaptureError) {
                    return try read(into: buffer)
                } catch {
                    failure = error
                    return 0
                }
            }
            if let failure { throw failure }
            guard got > 0 else {
                reachedEnd = !isIdle
                break
            }
            skipped += got
        }
        return skipped
    }

    /// Returns the number of bytes read: 0 at the end, and when no bytes arrived for a while (``isIdle``).
    private mutating func read(into target: UnsafeMutableRawBufferPointer) throws(CaptureError) -> Int {
        let got: Int?
        if let gzip {
            got = try gzip.read(into: target) { (packed) throws(CaptureError) in try readInput(into: packed) }
        } else {
            got = try readInput(into: target)
        }
        isIdle = got == nil
        return got ?? 0
    }

    /// Reads the input itself, packed or not; `nil` when no bytes arrived for a while.
    private mutating func readInput(into target: UnsafeMutableRawBufferPointer) throws(CaptureError) -> Int? {
        guard isLive else { return try readPlainly(into: target) ?? 0 }
        let start = ContinuousClock.now
        let got = feed == nil && !waitForInput() ? nil : try readPlainly(into: target)
        let (seconds, attoseconds) = start.duration(to: .now).components
        waitingTime &+= seconds &* Nanoseconds.perSecond &+ attoseconds / 1_000_000_000
        return got
    }

    /// Waits until reading will not block; `false` if no bytes arrived within ``idleMilliseconds``.
    private func waitForInput() -> Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        // A descriptor that poll() cannot wait for is read at once.
        return poll(&request, 1, Self.idleMilliseconds) != 0
    }

    private static func isRegularFile(_ descriptor: Int32) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
    }

    /// Returns the number of bytes read, 0 at the end; `nil` when no bytes arrived for a while.
    private func readPlainly(into target: UnsafeMutableRawBufferPointer) throws(CaptureError) -> Int? {
        if let feed { return try feed.read(into: target) }
        while true {
            let got = SystemCall.read(descriptor, target)
            if got >= 0 {
                try keep(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(target)[..<got]))
                return got
            }
            guard errno == EINTR else { throw .inputOutput(errno) }
        }
    }

    /// Returns a block of a file from a position on, without moving the file's own position.
    static func read(_ descriptor: Int32, at position: off_t) throws(CaptureError) -> [UInt8] {
        var failure: CaptureError?
        let bytes = [UInt8](unsafeUninitializedCapacity: blockSize) { buffer, count in
            var got = -1
            repeat {
                got = pread(descriptor, buffer.baseAddress, buffer.count, position)
            } while got < 0 && errno == EINTR
            if got < 0 { failure = .inputOutput(errno) }
            count = max(0, got)
        }
        if let failure { throw failure }
        return bytes
    }

    /// Writes the bytes read to the spool file, if there is one.
    private func keep(_ bytes: UnsafeRawBufferPointer) throws(CaptureError) {
        guard let spool else { return }
        var rest = bytes
        while !rest.isEmpty {
            let count = SystemCall.write(spool, rest)
            if count >= 0 {
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            } else if errno != EINTR {
                throw .writing(errno)
            }
        }
    }
}

/// A function that supplies bytes in pieces of any length.
private final class ByteFeed {
    private let next: () throws(CaptureError) -> [UInt8]?
    private var rest: ArraySlice<UInt8> = []

    init(_ next: @escaping () throws(CaptureError) -> [UInt8]?) {
        self.next = next
    }

    /// Returns the number of bytes read: at least 1, 0 at the end; `nil` when no bytes arrived for a while.
    func read(into target: UnsafeMutableRawBufferPointer) throws(CaptureError) -> Int? {
        if rest.isEmpty {
            guard let more = try next() else { return nil }
            rest = more[...]
        }
        let part = rest.prefix(target.count)
        target.copyBytes(from: part)
        rest = rest.dropFirst(part.count)
        return part.count
    }
}
