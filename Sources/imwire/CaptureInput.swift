import ArgumentParser
import Capture
import Reporting

/// A capture named on the command line, open for reading.
struct CaptureInput {
    /// As it was named.
    let path: String
    /// The open file.
    let descriptor: Int32
    /// Whether it may come slowly: a pipe or a terminal.
    var isInteractive: Bool { !Posix.isRegularFile(descriptor) }

    /// Opens the file; ends the program with 66 when that is not possible.
    init(path: String) throws {
        self.path = path
        guard path != "-" else {
            descriptor = 0
            return
        }
        descriptor = Posix.openForReading(path)
        guard descriptor >= 0 else {
            StandardError.write("imwire: \(path): no such file, or it can not be read")
            throw Exit.noInput
        }
        guard !Posix.isDirectory(descriptor) else {
            StandardError.write("imwire: \(path): this is a directory")
            throw Exit.noInput
        }
    }

    /// Shows how far `work` is that reads the capture; ends the program when that cannot be read.
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

    /// A reader of the capture.
    ///
    /// - Parameters:
    ///   - spool: where everything that is read is written as well.
    ///   - follows: whether the file is still being written, and ends when the user says so.
    func open(spool: Int32? = nil, follows: Bool = false) throws -> CaptureReader {
        if follows, !isInteractive { return try GrowingFile(descriptor).reader() }
        return try CaptureReader(descriptor: descriptor, closesDescriptor: path != "-", spool: spool)
    }
}

/// A capture that is read a second time: the file itself, or for a pipe what was kept of it meanwhile.
struct SecondReading {
    /// What is read again, with a position of its own.
    private let descriptor: Int32
    /// Where the first reading must write what it reads; `nil` for a file.
    let spool: Int32?

    /// Prepares to read again, before the first reading begins; ends the program with 74 when that is not possible.
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
            StandardError.write("imwire: \(input.path): what is read can not be kept for -w")
            throw Exit.inputOutput
        }
    }

    /// The capture from its start, to be copied, once the first reading is over.
    func open(keepsSecrets: Bool) throws -> CaptureCopier {
        if let spool { _ = SystemCall.close(spool) }
        return try CaptureCopier(descriptor: descriptor, closesDescriptor: true, keepsSecrets: keepsSecrets)
    }
}
