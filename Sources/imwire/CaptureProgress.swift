#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Shows how far the reading of a file is, where that takes long; only on a terminal.
///
/// It looks from time to time at the place where the file is read, so that reading itself costs nothing more.
struct CaptureProgress {
    private let task: Task<Void, Never>?

    /// How long nothing is shown, and how often it changes then.
    private static let patience = Duration.milliseconds(500)
    private static let interval = Duration.milliseconds(200)

    /// Begins to watch; nothing is shown of what is no ordinary file.
    ///
    /// - Parameter isShown: whether somebody wants to see it.
    init(_ input: CaptureInput, isShown: Bool) {
        // The copy of the descriptor has its place in common with the one that is read, and stays open until the end.
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

    /// Takes the line away.
    func end() async {
        task?.cancel()
        await task?.value
    }

    private static func size(_ descriptor: Int32) -> Int? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int(status.st_size) : nil
    }

    /// `12.3 MB`.
    private static func amount(_ bytes: Int) -> String {
        let tenths = bytes / 100_000
        return "\(tenths / 10).\(tenths % 10) MB"
    }
}
