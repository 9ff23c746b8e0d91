import Capture
public import Inspection

extension CaptureSource {
    /// The live packets of an interface; the source can be read once.
    ///
    /// The sequence of its events ends with the session: after ``LiveOptions/duration``, with the signal, or with
    /// ``LiveSession/finish()``. When capturing fails, for example because the interface disappears, the sequence throws
    /// `CaptureError.capturing` after the last event, and ``LiveSession/finish()`` tells the kind of failure. A loop that
    /// ends early, or whose task is cancelled, stops fetching packets within a tenth of a second.
    ///
    /// ```swift
    /// let session = try LiveSession(LiveOptions(interface: "lo"))
    /// for try await event in CaptureEvents(.live(session)) { print(event.number, event.frame?.type ?? "") }
    /// print(session.finish().statistics.droppedBySystem, "packets were lost")
    /// ```
    public static func live(_ session: LiveSession) -> CaptureSource {
        CaptureSource(name: session.interface) { (limits) throws(CaptureError) in
            try session.reader(limits: limits, throwsFailure: true)
        }
    }
}
