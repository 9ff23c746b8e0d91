import Capture
public import Inspection

extension CaptureSource {
    /// Packets as they pass on an interface; it is read once.
    ///
    /// The sequence of its events ends with the session: after ``LiveOptions/duration``, with the signal, or with
    /// ``LiveSession/finish()``; and when capturing fails, as where the interface goes away, of which ``LiveSession/finish()``
    /// tells. A loop that ends early, or whose task is cancelled, stops fetching packets within a tenth of a second.
    ///
    /// ```swift
    /// let session = try LiveSession(LiveOptions(interface: "lo"))
    /// for try await event in CaptureEvents(.live(session)) { print(event.number, event.frame?.type ?? "") }
    /// if let failure = session.finish().failure { print("capturing ended:", failure) }
    /// ```
    public static func live(_ session: LiveSession) -> CaptureSource {
        CaptureSource(name: "live") { (limits) throws(CaptureError) in try session.reader(limits: limits) }
    }
}
