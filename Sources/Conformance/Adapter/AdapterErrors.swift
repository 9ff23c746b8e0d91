import Capture
import Reporting

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Passes on what an adapter's processes print on standard error: safe for a terminal, and no more than a limit.
///
/// Each line has a mark in front, so that an adapter cannot speak in the name of this program.
final class AdapterErrors {
    /// Bytes of a line after which it is cut in two.
    static let longestLine = 4096

    private let limit: Int
    private let write: (String) -> Void
    private var passed = 0
    private var left = 0

    /// Makes a sink.
    ///
    /// - Parameters:
    ///   - limit: how many bytes are passed on.
    ///   - write: takes whole lines; standard error if it is left out.
    init(limit: Int, write: @escaping (String) -> Void = AdapterErrors.writeToStandardError) {
        self.limit = limit
        self.write = write
    }

    /// Takes a line without its end.
    func take(_ line: [UInt8]) {
        guard left == 0, passed + line.count < limit else {
            left += line.count + 1
            return
        }
        passed += line.count + 1
        write("adapter: \(SafeText.terminal(String(decoding: line, as: UTF8.self)))\n")
    }

    /// Says what was left out.
    func finish() {
        guard left > 0 else { return }
        write("imwire: \(left) more bytes that the adapter printed on standard error are not shown\n")
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
