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
    /// Writes a line; whatever is in it, it stays one and can not command a terminal, on which it goes on indented where it
    /// is too long.
    static func write(_ line: String) {
        let shown = TerminalText.wrapped(SafeText.terminal(line), width: Posix.terminalWidth(STDERR_FILENO))
        var bytes = Array(shown.utf8)
        bytes.append(UInt8(ascii: "\n"))
        _ = bytes.withUnsafeBytes { SystemCall.write(STDERR_FILENO, $0) }
    }
}
