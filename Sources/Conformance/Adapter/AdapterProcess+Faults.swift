/// What a process did that an adapter should not do, in words.
extension AdapterProcess {
    /// What the process has done although nobody asked; `nil` when it waits quietly.
    var unrest: CaseFailure? {
        let reading = read()
        if let line = nextLine() ?? (rest.isEmpty ? nil : rest) {
            let text = "printed something after its reply: \(AdapterReply.excerpt(line))"
            return CaseFailure(CaseFailure.Class.malformed, text)
        }
        guard case .end = reading else { return nil }
        return CaseFailure(CaseFailure.Class.crash, "\(endingText) after its reply")
    }

    /// How the process ended whose output is closed.
    var endingText: String {
        ended(within: 200).map { "ended " + $0.text } ?? "closed its standard output"
    }

    /// What the shell's exit status says about a command that did not start.
    var startHint: String {
        switch ended(within: 0) {
        case .status(127): ": the command was not found"
        case .status(126): ": the command can not be run"
        default: " before it answered the handshake"
        }
    }
}
