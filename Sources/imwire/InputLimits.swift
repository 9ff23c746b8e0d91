/// The most bytes that are read of what the program holds as a whole; captures are not among that.
enum InputLimits {
    /// A file: rules, baselines, key logs, reports of runs.
    static let file = 1 << 30
    /// A page that `imwire report` wrote.
    static let page = 1 << 31
    /// A frame's hex, or a frame as JSON, on standard input.
    static let frame = 1 << 26
}
