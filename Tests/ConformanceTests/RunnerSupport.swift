import Foundation

/// A folder for the time of a test.
final class TemporaryFolder {
    private let url: URL
    var path: String { url.path }

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "imwire-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func text(_ name: String) throws -> String { try String(contentsOf: url.appending(path: name), encoding: .utf8) }

    func write(_ text: String, to name: String) throws -> String {
        let file = url.appending(path: name)
        try Data(text.utf8).write(to: file)
        return file.path
    }
}

/// The processes of this machine.
enum Processes {
    /// Whether a process has ended; it may take the system a moment.
    static func isGone(_ id: Int32) -> Bool {
        for _ in 0..<200 {
            if kill(id, 0) != 0 { return true }
            // An orphan stays a zombie where nobody collects it.
            let state = try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8)
            if let state, state.split(separator: ")").last?.split(separator: " ").first == "Z" { return true }
            usleep(10_000)
        }
        return false
    }
}
