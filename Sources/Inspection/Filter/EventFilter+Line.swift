package import WireFormat
import WireJSON

extension EventFilter {
    /// Whether an event passes, given only its JSON line.
    ///
    /// Throws `json` for a line that is not JSON.
    package func passes(line: [UInt8]) throws(WireError) -> Bool {
        var tape = JSONTape()
        try tape.parse(line.span, in: 0..<line.count, limits: Limits().json)
        let event = tape.root(in: line.span)
        var judge = FilterJudge(program.tests)
        let paths = program.tests.map(\.path.names)
        var next = program.first
        while next >= 0 {
            let step = program.steps[Int(next)]
            judge.begin(Int(step.test))
            FieldWalk.follow(paths[Int(step.test)], 0, event, &judge)
            next = judge.verdict ? step.onTrue : step.onFalse
        }
        return next == FilterProgram.passes
    }
}

extension FieldPath {
    /// The names that lead to the field from the outermost object of a line.
    fileprivate var names: [String] {
        switch source {
        case .frameField: ["frame", name] + rest
        case .messageField: ["messages", name] + rest
        case .diagnosticField: ["diagnostics", name] + rest
        case .payload: ["payload"] + rest
        case .replyNumber: ["inReplyTo", "n"]
        case .replyTopic: ["inReplyTo", "topic"]
        case .replyLatency: ["inReplyTo", "latency"]
        default: [name]
        }
    }
}
