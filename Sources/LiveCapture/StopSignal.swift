import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Where the signal handler writes; -1 while nobody listens.
private let stopWriter = Atomic<Int32>(-1)

/// Turns the signals that end a program into something that can be waited for together with packets.
///
/// SIGINT, SIGTERM and SIGHUP once; the second time they end the program at once. SIGHUP stays ignored where it is, as
/// `nohup` wants.
public struct StopSignal: Sendable {
    /// Becomes readable when it is time to stop.
    let descriptor: Int32

    /// Takes the signals over for the rest of the program.
    public init() throws(LiveCaptureError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw LiveCaptureError(.unavailable, "no pipe could be made (error \(errno))") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        descriptor = ends[0]
        stopWriter.store(ends[1], ordering: .sequentiallyConsistent)
        for number in [SIGINT, SIGTERM, SIGHUP] {
            let previous = signal(number) { number in
                signal(number, SIG_DFL)
                var byte: UInt8 = 1
                _ = write(stopWriter.load(ordering: .sequentiallyConsistent), &byte, 1)
            }
            // A handler that ignores can only be told apart by its address.
            if number == SIGHUP, unsafeBitCast(previous, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
                signal(number, SIG_IGN)
            }
        }
    }
}
