import ArgumentParser
import Capture

/// The program's exit codes.
enum Exit {
    static let findings = ExitCode(1)
    static let damagedInput = ExitCode(2)
    static let badData = ExitCode(65)
    static let noInput = ExitCode(66)
    static let unavailable = ExitCode(69)
    static let inputOutput = ExitCode(74)

    /// Returns the exit code for a capture that cannot be read.
    static func code(for error: CaptureError) -> ExitCode {
        switch error {
        case .empty, .notACapture, .unsupported: badData
        case .inputOutput, .writing, .capturing: inputOutput
        }
    }
}
