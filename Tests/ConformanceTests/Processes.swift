import Foundation

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
