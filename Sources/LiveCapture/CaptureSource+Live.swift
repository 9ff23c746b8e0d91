import Capture
public import Inspection

extension CaptureSource {
    /// The live packets of an interface; the source can be read once.
    ///
    /// The sequence of its events ends with the session: after ``LiveOptions/duration``, with the signal, with
    /// ``LiveSession/finish()``, or when capturing fails, for example because the interface disappears; then
    /// ``LiveSession/finish()`` returns the failure. A loop that ends early, or whose task is cancelled, stops fetching
    /// packets within a tenth of a second.
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
