import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The pipe end to which the signal handler writes; -1 while there is no listener.
private let stopWriter = Atomic<Int32>(-1)

/// Turns the signals that end a program into a descriptor, so that one wait covers signals and packets.
///
/// Catches SIGINT, SIGTERM and SIGHUP once; a second signal ends the program at once. SIGHUP stays ignored if it was,
/// as `nohup` requires.
public struct StopSignal: Sendable {
    /// The descriptor that becomes readable when it is time to stop.
    let descriptor: Int32

    /// Catches the signals for the rest of the program.
    ///
    /// - Throws: `unavailable` if no pipe can be made.
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
            // An ignored signal can only be recognised by the address of its handler.
            if number == SIGHUP, unsafeBitCast(previous, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
                signal(number, SIG_IGN)
            }
        }
    }
}
