public import Capture
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A source of a capture: a file, bytes in memory, a descriptor, or a function.
///
/// A source may be read several times, except those that can be consumed only once: a pipe, standard input, an
/// interface.
public struct CaptureSource: Sendable {
    /// The name, for ``CaptureEvent/file`` and for messages.
    public var name: String
    /// Opens the capture; this may wait for the first bytes.
    let open: @Sendable (CaptureLimits) throws(CaptureError) -> sending CaptureReader

    /// Creates a source that opens the capture with a function.
    ///
    /// - Parameters:
    ///   - name: the name of the capture.
    ///   - open: opens the capture, with the limits of ``CaptureOptions/limits`` for the reader. It is called once per
    ///     reading, outside the caller's actor.
    public init(
        name: String,
        open: @escaping @Sendable (CaptureLimits) throws(CaptureError) -> sending CaptureReader
    ) {
        self.name = name
        self.open = open
    }

    /// Returns a source for a file or a named pipe.
    ///
    /// A pipe is read while it is written: an event is returned as soon as its packets have arrived.
    public static func file(_ path: String) -> CaptureSource {
        CaptureSource(name: path) { (limits) throws(CaptureError) in try CaptureReader(path: path, limits: limits) }
    }

    /// Returns a source for a capture in memory.
    public static func bytes(_ bytes: [UInt8], name: String = "bytes") -> CaptureSource {
        CaptureSource(name: name) { (limits) throws(CaptureError) in
            try CaptureReader(bytes: bytes, limits: limits)
        }
    }

    /// Returns a source for an open file, pipe or socket, which can be read once.
    ///
    /// - Parameters:
    ///   - descriptor: a descriptor that is open for reading.
    ///   - closesDescriptor: whether the descriptor is closed after it was read, or when the last copy of the source is
    ///     released.
    ///   - name: the name of the capture.
    public static func descriptor(
        _ descriptor: Int32,
        closesDescriptor: Bool = true,
        name: String = "descriptor"
    ) -> CaptureSource {
        let handle = OnceReadDescriptor(descriptor, closes: closesDescriptor)
        return CaptureSource(name: name) { (limits) throws(CaptureError) in try handle.open(limits) }
    }

    /// Standard input.
    public static var standardInput: CaptureSource { descriptor(0, closesDescriptor: false, name: "-") }

    /// Opens the capture outside any actor, so that no actor waits for a file.
    @concurrent
    func reader(_ limits: CaptureLimits) async throws(CaptureError) -> sending CaptureReader { try open(limits) }
}

/// A descriptor that only one reader gets.
private final class OnceReadDescriptor: Sendable {
    private let descriptor: Int32
    private let closes: Bool
    /// Whether a reader owns the descriptor; the reader then closes it.
    private let isTaken = Mutex(false)

    init(_ descriptor: Int32, closes: Bool) {
        self.descriptor = descriptor
        self.closes = closes
    }

    deinit {
        if closes, !isTaken.withLock(\.self) { close(descriptor) }
    }

    func open(_ limits: CaptureLimits) throws(CaptureError) -> sending CaptureReader {
        let wasTaken = isTaken.withLock { isTaken in
            defer { isTaken = true }
            return isTaken
        }
        // The first reader may have closed the descriptor, so its number may belong to another file now.
        if closes, wasTaken { throw .inputOutput(EBADF) }
        return try CaptureReader(descriptor: descriptor, closesDescriptor: closes, limits: limits)
    }
}
