import Capture

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The pipe to which the signal handler writes the signal's number; a handler can do little else.
private nonisolated(unsafe) var signalPipe: [Int32] = [-1, -1]
private nonisolated(unsafe) var signalWriteEnd: Int32 = -1
/// The paths of files that the signal handler removes; a handler can read only plain memory.
private nonisolated(unsafe) var unfinished: (UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<CChar>?) = (nil, nil)

/// Lets a command clean up when it is interrupted: a signal makes a descriptor readable instead of ending the program.
enum Interruption {
    private static let signals = [SIGINT, SIGTERM, SIGHUP]

    /// Returns the descriptor, or -1 if none can be created.
    ///
    /// From the first call on, signals make the descriptor readable.
    static func descriptor() -> Int32 {
        if signalPipe[0] >= 0 { return signalPipe[0] }
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return -1 }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        signalPipe = ends
        signalWriteEnd = ends[1]
        for number in signals {
            signal(number) { number in
                var byte = UInt8(truncatingIfNeeded: number)
                withUnsafeBytes(of: &byte) { _ = SystemCall.write(signalWriteEnd, $0) }
            }
        }
        return ends[0]
    }

    /// Whether a signal has arrived since the first call of ``descriptor()``.
    static var isPending: Bool {
        var waiting = pollfd(fd: signalPipe[0], events: Int16(POLLIN), revents: 0)
        return poll(&waiting, 1, 0) > 0
    }

    /// Removes a file when the program is interrupted, until ``keep(_:)``; at most two files at a time.
    ///
    /// It is for commands that do not clean up themselves.
    static func remove(_ path: String) {
        if unfinished.0 == nil {
            unfinished.0 = strdup(path)
        } else if unfinished.1 == nil {
            unfinished.1 = strdup(path)
        }
        for number in signals {
            signal(number) { number in
                if let path = unfinished.0 { unlink(path) }
                if let path = unfinished.1 { unlink(path) }
                signal(number, SIG_DFL)
                raise(number)
            }
        }
    }

    /// Ends the effect of ``remove(_:)`` for a file.
    static func keep(_ path: String) {
        if let name = unfinished.0, String(cString: name) == path { unfinished.0 = nil }
        if let name = unfinished.1, String(cString: name) == path { unfinished.1 = nil }
    }

    /// Ends the program in the way the signal would have ended it.
    static func giveIn() -> Never {
        let number = Posix.readSome(signalPipe[0], limit: 1).first.map { Int32($0) } ?? SIGTERM
        signal(number, SIG_DFL)
        // Threads of the concurrency pool block signals.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, number)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        raise(number)
        exit(128 + number)
    }
}
