import WireFormat

/// A page that is written part by part; a file appears under its name only after it is finished.
enum PageOutput {
    case file(Draft)
    /// Standard output, a pipe or a device, which receives the parts at once.
    case stream(CaptureOutput)

    /// Starts a page; ends the program with 74 if that fails, and with 64 if the page would replace an input.
    ///
    /// - Parameter path: the path of the page; `-` is standard output.
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

    /// Completes the page, so that a file appears under its name.
    func publish() throws {
        switch self {
        case .file(let draft): try draft.publish()
        case .stream(let output): try output.close()
        }
    }

    /// Removes an unfinished file.
    func discard() { if case .file(let draft) = self { draft.discard() } }
}
