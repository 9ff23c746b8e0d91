import CPcap
import Capture
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
/// The time of the first signal, in milliseconds of a clock that only goes forward; -1 before it.
private let firstSignal = Atomic<Int64>(-1)
/// The time after a signal, in milliseconds, within which another one is the same request: the command `timeout` sends
/// its signal to the program and to the program's group.
private var repetitionMilliseconds: Int64 { 500 }

/// Turns the signals that end a program into a descriptor, so that one wait covers signals and packets.
///
/// Catches SIGINT, SIGTERM and SIGHUP; a second signal, later than half a second after the first, ends the program at
/// once. SIGHUP stays ignored if it was, as `nohup` requires.
public struct StopSignal: Sendable {
    /// The descriptor that becomes readable when it is time to stop.
    let descriptor: Int32

    /// Catches the signals for the rest of the program.
    ///
    /// - Throws: `unavailable` if no pipe can be made.
    public init() throws(LiveCaptureError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            throw LiveCaptureError(.unavailable, "no pipe could be made: \(SystemCall.reason())")
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        descriptor = ends[0]
        stopWriter.store(ends[1], ordering: .sequentiallyConsistent)
        firstSignal.store(-1, ordering: .sequentiallyConsistent)
        for number in [SIGINT, SIGTERM, SIGHUP] {
            let previous = signal(number) { number in
                var clock = timespec()
                clock_gettime(CLOCK_MONOTONIC, &clock)
                let now = Int64(clock.tv_sec) &* 1000 &+ Int64(clock.tv_nsec) / 1_000_000
                let (isFirst, first) = firstSignal.compareExchange(
                    expected: -1,
                    desired: now,
                    ordering: .sequentiallyConsistent
                )
                guard isFirst else {
                    guard now &- first >= repetitionMilliseconds else { return }
                    signal(number, SIG_DFL)
                    raise(number)
                    return
                }
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
