import ArgumentParser
import Capture
import Reporting

/// A capture named on the command line, open for reading.
struct CaptureInput {
    /// What to name instead of a directory.
    static let insteadOfDirectory = "name the captures in it"

    /// The path on the command line.
    let path: String
    /// The descriptor of the open file.
    let descriptor: Int32
    /// Whether the bytes may arrive slowly: from a pipe or a terminal.
    var isInteractive: Bool { !Posix.isRegularFile(descriptor) }

    /// Opens the file; ends the program with 66 if it cannot be opened.
    ///
    /// - Parameters:
    ///   - path: the path on the command line.
    ///   - advice: what to name instead of a directory.
    init(path: String, insteadOfDirectory advice: String = Self.insteadOfDirectory) throws {
        self.path = path
        guard path != "-" else {
            descriptor = 0
            return
        }
        descriptor = try InputFile.open(path, insteadOfDirectory: advice)
    }

    /// Shows the progress of `work`, which reads the capture; ends the program if the capture cannot be read.
    func read<Outcome>(
        showsProgress: Bool,
        _ work: (CaptureInput) async throws -> Outcome
    ) async throws -> Outcome {
        let progress = CaptureProgress(self, isShown: showsProgress)
        do {
            let outcome = try await work(self)
            await progress.end()
            return outcome
        } catch {
            await progress.end()
            guard let error = error as? CaptureError else { throw error }
            StandardError.write("imwire: \(SafeText.terminal(path)): \(error)")
            throw Exit.code(for: error)
        }
    }

    /// Returns a reader of the capture.
    ///
    /// - Parameters:
    ///   - spool: a descriptor to which all bytes read are written as well.
    ///   - follows: whether the file is still being written, and ends when the user interrupts the program.
    func open(spool: Int32? = nil, follows: Bool = false) throws -> CaptureReader {
        if follows, !isInteractive { return try GrowingFile(descriptor).reader() }
        return try CaptureReader(descriptor: descriptor, closesDescriptor: path != "-", spool: spool)
    }
}

/// A capture that is read a second time: the file itself, or a temporary copy of a pipe's bytes.
struct SecondReading {
    /// The descriptor of the second reading, with a position of its own.
    private let descriptor: Int32
    /// The descriptor to which the first reading must write its bytes; `nil` for a file.
    let spool: Int32?

    /// Prepares the second reading, before the first one begins; ends the program with 74 if that fails.
    init(_ input: CaptureInput) throws {
        if input.path == "-" || input.isInteractive {
            let file = Posix.openTemporary()
            descriptor = file.read
            spool = file.write
        } else {
            descriptor = Posix.openForReading(input.path)
            spool = nil
        }
        guard descriptor >= 0, spool ?? 0 >= 0 else {
            StandardError.write("imwire: \(input.path): what is read cannot be kept for -w")
            throw Exit.inputOutput
        }
    }

    /// Returns a copier of the capture from its start; call this after the first reading.
    func open(keepsSecrets: Bool) throws -> CaptureCopier {
        if let spool { _ = SystemCall.close(spool) }
        return try CaptureCopier(descriptor: descriptor, closesDescriptor: true, keepsSecrets: keepsSecrets)
    }
}
