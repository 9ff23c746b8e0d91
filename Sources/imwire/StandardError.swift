import Capture
import Reporting

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Standard error: progress, warnings, summaries.
enum StandardError {
    /// Writes a line that cannot command a terminal; on a terminal, a long line continues on indented lines.
    static func write(_ line: String) {
        let shown = TerminalText.wrapped(SafeText.terminal(line), width: Posix.terminalWidth(STDERR_FILENO))
        var bytes = Array(shown.utf8)
        bytes.append(UInt8(ascii: "\n"))
        _ = bytes.withUnsafeBytes { SystemCall.write(STDERR_FILENO, $0) }
    }
}
