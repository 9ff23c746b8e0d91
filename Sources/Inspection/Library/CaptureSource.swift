public import Capture
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Where a capture comes from.
///
/// A source may be read several times, but for those that are gone once they were read: a pipe, standard input, an
/// interface.
public struct CaptureSource: Sendable {
    /// The name, for ``CaptureEvent/file`` and for messages.
    public var name: String
    /// Opens the capture, which may wait for its first bytes.
    let open: @Sendable (CaptureLimits) throws(CaptureError) -> sending CaptureReader

    /// A capture that a function opens.
    ///
    /// - Parameters:
    ///   - name: a name for it.
    ///   - open: opens the capture; called once for each time that it is read, away from the actor of the one who reads,
    ///     with the limits of ``CaptureOptions/limits`` for the reader.
    public init(
        name: String,
        open: @escaping @Sendable (CaptureLimits) throws(CaptureError) -> sending CaptureReader
    ) {
        self.name = name
        self.open = open
    }

    /// A file, or a named pipe.
    ///
    /// A pipe is read while it is being written: an event comes as soon as its packets are there.
    public static func file(_ path: String) -> CaptureSource {
        CaptureSource(name: path) { (limits) throws(CaptureError) in try CaptureReader(path: path, limits: limits) }
    }

    /// A capture that is in memory.
    public static func bytes(_ bytes: [UInt8], name: String = "bytes") -> CaptureSource {
        CaptureSource(name: name) { (limits) throws(CaptureError) in
            try CaptureReader(bytes: bytes, limits: limits)
        }
    }

    /// An open file, pipe or socket; it is read once.
    ///
    /// - Parameters:
    ///   - descriptor: open for reading.
    ///   - closesDescriptor: whether it is closed after it was read, or when nobody is left who could read it.
    ///   - name: a name for it.
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

    /// Opens the capture on no actor, so that none waits for a file.
    @concurrent
    func reader(_ limits: CaptureLimits) async throws(CaptureError) -> sending CaptureReader { try open(limits) }
}

/// An open file that one reader gets.
private final class OnceReadDescriptor: Sendable {
    private let descriptor: Int32
    private let closes: Bool
    /// Whether a reader has it, which closes it then.
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
        // Its number may be another file's by now.
        if closes, wasTaken { throw .inputOutput(EBADF) }
        return try CaptureReader(descriptor: descriptor, closesDescriptor: closes, limits: limits)
    }
}
