public import Capture
import Synchronization

/// Packets of an interface, as the bytes of a pcapng file that grows.
///
/// What comes out is what a file would hold, so that live packets and those of a file are decoded the same way, and a
/// copy in a file is the very thing that was decoded.
public final class LiveSession: Sendable {
    private let state: Mutex<LiveState>

    /// Begins to capture.
    ///
    /// - Parameter stop: a signal to the program that ends capturing, too; without one, it goes on for
    ///   ``LiveOptions/duration`` or as long as somebody reads.
    /// - Throws: ``LiveCaptureError`` when the interface or the right to it is missing, or the filter is none.
    public init(_ options: LiveOptions, stop: StopSignal? = nil) throws(LiveCaptureError) {
        state = Mutex(try LiveState(options, stop: stop))
    }

    /// Writes everything that comes to an open file as well; call it before ``next()``.
    ///
    /// - Parameter keepsSecrets: whether the lines of a key log are among that.
    public func copy(to descriptor: Int32, keepsSecrets: Bool) {
        state.withLock { $0.setOutput(descriptor, keepsSecrets: keepsSecrets) }
    }

    /// Puts the lines of a key log among the packets, those that are there and those that will be written later.
    ///
    /// - Parameter descriptor: an open file at its beginning.
    public func follow(keyLog descriptor: Int32) {
        state.withLock { $0.keyLog = KeyLogTail(descriptor: descriptor) }
    }

    /// The next bytes, as soon as there are packets; empty when capturing has ended, `nil` when nothing came for a while.
    public func next() -> [UInt8]? {
        state.withLock { $0.next() }
    }

    /// Ends capturing and completes the copy.
    ///
    /// What came before still counts: the copy has it, and a reader gets it before it ends.
    /// - Returns: what was counted, and why capturing ended when that was not asked for.
    public func finish() -> (statistics: LiveStatistics, failure: LiveCaptureError?) {
        state.withLock { $0.finish() }
    }

    /// A reader of what is captured, with limits against hostile packets.
    public func reader(limits: CaptureLimits = CaptureLimits()) throws(CaptureError) -> CaptureReader {
        try CaptureReader(isLive: true, limits: limits) { () throws(CaptureError) in self.next() }
    }
}
