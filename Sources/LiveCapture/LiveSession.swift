package import Capture
import Synchronization

/// Captures the packets of an interface, as the bytes of a growing pcapng file.
///
/// The output is that of a file, so that live packets are decoded in the same way as those of a file, and a copy in a
/// file is exactly the data that was decoded.
public final class LiveSession: Sendable {
    /// The name of the interface.
    public let interface: String
    private let state: Mutex<LiveState>

    /// Starts capturing.
    ///
    /// - Parameters:
    ///   - options: the interface, and what is captured on it.
    ///   - stop: a signal that also ends capturing; without it, capturing continues for ``LiveOptions/duration`` or as
    ///     long as there is a reader.
    /// - Throws: ``LiveCaptureError`` when there is no such interface or no permission, or the filter is invalid.
    public init(_ options: LiveOptions, stop: StopSignal? = nil) throws(LiveCaptureError) {
        interface = options.interface
        state = Mutex(try LiveState(options, stop: stop))
    }

    /// Also writes all output to an open file; call it before anything is read.
    ///
    /// - Parameters:
    ///   - descriptor: the open file; it stays open.
    ///   - keepsSecrets: whether the copy includes the lines of a key log.
    public func copy(to descriptor: Int32, keepsSecrets: Bool) {
        state.withLock { $0.setOutput(descriptor, keepsSecrets: keepsSecrets) }
    }

    /// Inserts the lines of a key log between the packets: those already written, and those written later.
    ///
    /// - Parameter descriptor: an open file at its beginning.
    public func follow(keyLog descriptor: Int32) {
        state.withLock { $0.keyLog = KeyLogTail(descriptor: descriptor) }
    }

    /// Returns the next bytes once there are packets; empty after the end, `nil` when none arrived for a while.
    private func next() -> [UInt8]? {
        state.withLock { $0.next() }
    }

    /// Ends capturing and completes the copy.
    ///
    /// Earlier packets still count: the copy includes them, and a reader receives them before it ends.
    /// - Returns: the counts, and the reason why capturing ended if that was not requested.
    public func finish() -> (statistics: LiveStatistics, failure: LiveCaptureError?) {
        state.withLock { $0.finish() }
    }

    /// Makes a reader of the captured data, with limits against hostile packets.
    ///
    /// - Parameter throwsFailure: whether the reader throws `CaptureError.capturing` after the last packet if capturing
    ///   failed. If not, the data just end, and ``finish()`` returns the failure.
    package func reader(
        limits: CaptureLimits = CaptureLimits(),
        throwsFailure: Bool = false
    ) throws(CaptureError) -> CaptureReader {
        try CaptureReader(isLive: true, limits: limits) { () throws(CaptureError) in
            let bytes = self.next()
            if throwsFailure, bytes?.isEmpty == true, let failure = self.state.withLock({ $0.failure }) {
                throw .capturing(failure.reason)
            }
            return bytes
        }
    }
}
