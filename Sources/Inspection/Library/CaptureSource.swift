public import Capture

/// Where a capture comes from.
///
/// A source may be read several times, but for those that are gone once they were read: a pipe, standard input, an
/// interface.
public struct CaptureSource: Sendable {
    /// The name, for ``CaptureEvent/file`` and for messages.
    public var name: String
    /// Opens the capture.
    let open: @Sendable (CaptureLimits) throws(CaptureError) -> sending CaptureReader

    /// A capture that a function opens.
    ///
    /// - Parameters:
    ///   - name: a name for it.
    ///   - open: opens the capture; called once for each time that it is read, with the limits of
    ///     ``CaptureOptions/limits`` for the reader.
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
    ///   - closesDescriptor: whether it is closed after it was read.
    ///   - name: a name for it.
    public static func descriptor(
        _ descriptor: Int32,
        closesDescriptor: Bool = true,
        name: String = "descriptor"
    ) -> CaptureSource {
        CaptureSource(name: name) { (limits) throws(CaptureError) in
            try CaptureReader(descriptor: descriptor, closesDescriptor: closesDescriptor, limits: limits)
        }
    }

    /// Standard input.
    public static var standardInput: CaptureSource { descriptor(0, closesDescriptor: false, name: "-") }
}
