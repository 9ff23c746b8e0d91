/// The size limits of inputs that are read into memory as a whole, in bytes; captures are not.
enum InputLimits {
    /// A file: rules, baselines, key logs, reports of runs.
    static let file = 1 << 30
    /// A page written by `imwire report`.
    static let page = 1 << 31
    /// A frame's hex, or a frame as JSON, on standard input.
    static let frame = 1 << 26
}
