import Capture

/// A line on standard error that is overwritten again and again; only for terminals.
final class ProgressLine {
    private let isShown: Bool
    private let clock = ContinuousClock()
    private var last: ContinuousClock.Instant?

    /// Makes a line without showing it yet.
    init(isShown: Bool) { self.isShown = isShown }

    /// Shows a text, at most ten times a second.
    func show(_ text: String) {
        guard isShown else { return }
        let now = clock.now
        if let last, now - last < .milliseconds(100) { return }
        last = now
        write("\r\u{1B}[K" + text)
    }

    /// Removes the line.
    func clear() {
        guard isShown, last != nil else { return }
        last = nil
        write("\r\u{1B}[K")
    }

    private func write(_ text: String) {
        let bytes = Array(text.utf8)
        _ = bytes.withUnsafeBytes { SystemCall.write(2, $0) }
    }
}
