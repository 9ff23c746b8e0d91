/// Descriptions of a process's faults.
extension AdapterProcess {
    /// A fault of the process that no request caused; `nil` if it waits quietly.
    var unrest: CaseFailure? {
        let reading = read()
        if let line = nextLine() ?? (rest.isEmpty ? nil : rest) {
            let text = "printed something after its reply: \(AdapterReply.excerpt(line))"
            return CaseFailure(CaseFailure.Class.malformed, text)
        }
        guard case .end = reading else { return nil }
        return CaseFailure(CaseFailure.Class.crash, "\(endingText) after its reply")
    }

    /// The ending of a process whose output is closed, in words.
    var endingText: String {
        ended(within: 200).map { "ended " + $0.text } ?? "closed its standard output"
    }

    /// The meaning of the shell's exit status for a command that did not start.
    var startHint: String {
        switch ended(within: 0) {
        case .status(127): ": the command was not found"
        case .status(126): ": the command cannot be run"
        default: " before it answered the handshake"
        }
    }
}
