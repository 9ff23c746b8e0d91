import WireFormat

/// A page that is written part by part; where it is a file, it appears under its name only when it is finished.
enum PageOutput {
    case file(Draft)
    /// Standard output, a pipe or a device, which gets the parts as they come.
    case stream(CaptureOutput)

    /// Begins a page; ends the program with 74 when that is not possible, and with 64 when it would replace an input.
    ///
    /// - Parameter path: its name; `-` is standard output.
    init(path: String, inputs: [String]) throws {
        guard path != "-", Posix.ordinaryFile(at: path) != nil else {
            self = .stream(try CaptureOutput(path: path, inputs: inputs))
            return
        }
        try CaptureOutput.check(path, inputs)
        self = .file(try Draft(for: path))
    }

    /// Writes all bytes.
    func write(_ bytes: Span<UInt8>) throws {
        switch self {
        case .file(let draft): try draft.write(bytes)
        case .stream(let output): try output.write(bytes)
        }
    }

    /// Lets the finished page appear.
    func publish() throws {
        switch self {
        case .file(let draft): try draft.publish()
        case .stream(let output): try output.close()
        }
    }

    /// Leaves nothing of a file.
    func discard() { if case .file(let draft) = self { draft.discard() } }
}
