import Capture
import Reporting

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Passes on the standard error of an adapter's processes: safe for a terminal, and up to a limit.
///
/// Each line begins with a mark, so that an adapter cannot imitate this program.
final class AdapterErrors {
    /// The length in bytes at which a line is cut in two.
    static let longestLine = 4096

    private let limit: Int
    private let write: (String) -> Void
    private var passed = 0
    private var left = 0

    /// Makes a sink.
    ///
    /// - Parameters:
    ///   - limit: the number of bytes that are passed on.
    ///   - write: receives whole lines; by default, writes them to standard error.
    init(limit: Int, write: @escaping (String) -> Void = AdapterErrors.writeToStandardError) {
        self.limit = limit
        self.write = write
    }

    /// Passes on a line without its line end, unless the limit is reached.
    func take(_ line: [UInt8]) {
        guard left == 0, passed + line.count < limit else {
            left += line.count + 1
            return
        }
        passed += line.count + 1
        write("adapter: \(SafeText.terminal(String(decoding: line, as: UTF8.self)))\n")
    }

    /// Writes the number of bytes that were left out.
    func finish() {
        guard left > 0 else { return }
        let bytes = Count.of("more byte", left)
        write("imwire: \(bytes) that the adapter printed on standard error \(left == 1 ? "is" : "are") not shown\n")
        left = 0
        passed = limit
    }

    private static func writeToStandardError(_ text: String) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { SystemCall.write(2, $0) }
            if count > 0 {
                bytes = bytes.dropFirst(count)
            } else if errno != EINTR {
                return
            }
        }
    }
}
