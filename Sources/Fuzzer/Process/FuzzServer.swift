#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The process that runs a fuzzer's inputs, and that an input may kill.
package enum FuzzServer {
    /// The limits of a process for its inputs.
    package struct Bounds: Hashable, Sendable {
        /// The seconds of processor time for one input, after which SIGVTALRM ends the process.
        package var seconds = 5
        /// The bytes of address space of the whole process; 0 for no limit.
        package var addressSpace = 2 << 30
        /// The bytes by which one input may make the process grow.
        package var growth = 256 << 20

        /// Creates the default limits.
        package init() {}
    }

    /// The descriptor of the link in the process that runs inputs.
    static let descriptor: Int32 = 3

    /// Runs inputs until the other end closes the link.
    ///
    /// Signals that a terminal sends to all processes are ignored, since the other end decides when the run ends.
    package static func run(_ target: any FuzzTarget, _ bounds: Bounds) {
        for number in [SIGINT, SIGTERM, SIGHUP] { signal(number, SIG_IGN) }
        limit(bounds)
        let executor = InProcessExecutor(target)
        let link = FuzzLink(descriptor: descriptor)
        var hasTimedOut = false
        var largest = peak()
        while let bytes = link.receive(seconds: -1, hasTimedOut: &hasTimedOut), let request = FuzzMessage.request(bytes)
        {
            setTimer(milliseconds: bounds.seconds * 1000)
            let answer: [UInt8]
            switch request {
            case .run(let input, let milliseconds):
                if milliseconds > 0 { setTimer(milliseconds: min(milliseconds, bounds.seconds * 1000)) }
                answer = FuzzMessage.encode(measured(executor.run(input), &largest, bounds), input: [])
            case .mutate(let input, let other, let seed, let run):
                let (changed, outcome) = executor.mutate(input, other: other, seed: seed, run: run)
                answer = FuzzMessage.encode(measured(outcome, &largest, bounds), input: changed)
            case .mutateOnly(let input, let other, let seed, let run):
                let changed = executor.mutated(input, other: other, seed: seed, run: run)
                answer = FuzzMessage.encode(RunOutcome(), input: changed)
            case .shape(let input): answer = FuzzMessage.encode(executor.shape(of: input))
            }
            setTimer(milliseconds: 0)
            guard link.send(answer) else { return }
        }
    }

    /// Compares the growth of the process with the limit for one input.
    private static func measured(_ outcome: RunOutcome, _ largest: inout Int, _ bounds: Bounds) -> RunOutcome {
        let now = peak()
        let grown = now - largest
        largest = now
        guard grown > bounds.growth, outcome.violation == nil else { return outcome }
        let text = "one input took more than \(bounds.growth >> 20) MiB of memory"
        return RunOutcome(features: outcome.features, violation: Violation(.memory, text))
    }

    /// Returns the peak memory of the process in bytes.
    ///
    /// On Linux, the value of `getrusage` starts at the parent's peak, so `/proc/self/status` is read instead.
    private static func peak() -> Int {
        #if os(Linux)
            let descriptor = open("/proc/self/status", O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { return 0 }
            defer { close(descriptor) }
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            let text = String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
            let line = text.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
            let digits = line?.filter(\.isWholeNumber) ?? ""
            return (Int(digits) ?? 0) << 10
        #else
            var usage = rusage()
            getrusage(RUSAGE_SELF, &usage)
            return usage.ru_maxrss
        #endif
    }

    private static func limit(_ bounds: Bounds) {
        var core = rlimit(rlim_cur: 0, rlim_max: 0)
        var space = rlimit(rlim_cur: rlim_t(bounds.addressSpace), rlim_max: rlim_t(bounds.addressSpace))
        #if canImport(Glibc)
            setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &core)
            if bounds.addressSpace > 0 { setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &space) }
        #else
            setrlimit(RLIMIT_CORE, &core)
            if bounds.addressSpace > 0 { setrlimit(RLIMIT_AS, &space) }
        #endif
    }

    private static func setTimer(milliseconds: Int) {
        var timer = itimerval(
            it_interval: timeval(tv_sec: 0, tv_usec: 0),
            it_value: timeval(
                tv_sec: milliseconds / 1000,
                tv_usec: suseconds_t(milliseconds % 1000 * 1000)
            )
        )
        #if canImport(Glibc)
            setitimer(__itimer_which_t(ITIMER_VIRTUAL.rawValue), &timer, nil)
        #else
            setitimer(ITIMER_VIRTUAL, &timer, nil)
        #endif
    }
}
