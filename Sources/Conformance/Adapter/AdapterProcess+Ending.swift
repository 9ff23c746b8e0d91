#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

extension AdapterProcess {
    /// The way in which the child ended.
    enum Ending: Hashable {
        /// With an exit status.
        case status(Int32)
        /// By a signal.
        case signal(Int32)

        /// The ending in words.
        var text: String {
            switch self {
            case .status(let status): "with exit status \(status)"
            case .signal(let number): "by signal \(number)" + (Self.names[number].map { " (\($0))" } ?? "")
            }
        }

        private static let names: [Int32: String] = [
            SIGABRT: "SIGABRT", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE", SIGHUP: "SIGHUP", SIGILL: "SIGILL",
            SIGINT: "SIGINT", SIGKILL: "SIGKILL", SIGPIPE: "SIGPIPE", SIGSEGV: "SIGSEGV", SIGTERM: "SIGTERM",
            SIGTRAP: "SIGTRAP",
        ]
    }
}
