#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Shows the progress of reading a file, if that takes long; only on a terminal.
///
/// It polls the position of the descriptor, so that reading itself costs nothing more.
struct CaptureProgress {
    private let task: Task<Void, Never>?

    /// The delay before the first line, and the interval between updates.
    private static let patience = Duration.milliseconds(500)
    private static let interval = Duration.milliseconds(200)

    /// Starts to show progress, but only for an ordinary file.
    ///
    /// - Parameter isShown: whether progress is wanted.
    init(_ input: CaptureInput, isShown: Bool) {
        // The duplicate shares its position with the descriptor that is read, and stays open until the end.
        let descriptor = isShown && !input.isInteractive ? dup(input.descriptor) : -1
        guard descriptor >= 0 else {
            task = nil
            return
        }
        task = Task.detached {
            defer { close(descriptor) }
            let line = ProgressLine(isShown: true)
            let pace = Pace()
            try? await Task.sleep(for: Self.patience)
            while !Task.isCancelled {
                if let total = Self.size(descriptor) {
                    let done = min(total, max(0, Int(lseek(descriptor, 0, SEEK_CUR))))
                    let rate = pace.words(done: done, of: total, Self.amount)
                    line.show("\(Self.amount(done)) of \(Self.amount(total))" + rate)
                }
                try? await Task.sleep(for: Self.interval)
            }
            line.clear()
        }
    }

    /// Removes the line.
    func end() async {
        task?.cancel()
        await task?.value
    }

    private static func size(_ descriptor: Int32) -> Int? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int(status.st_size) : nil
    }

    /// Returns a number of bytes in words, such as `12.3 MB`.
    private static func amount(_ bytes: Int) -> String {
        let tenths = bytes / 100_000
        return "\(tenths / 10).\(tenths % 10) MB"
    }
}
