import WireFormat

/// The notes about a stream that its next event reports.
struct StreamNotes: Sendable {
    private var notes: [Diagnostic] = []
    private var others = 0

    /// The number of notes kept for one event; further ones are only counted.
    private static let limit = 16

    var isEmpty: Bool { notes.isEmpty }

    mutating func add(_ note: Diagnostic) {
        if notes.count < Self.limit { notes.append(note) } else { others += 1 }
    }

    mutating func takeAll() -> [Diagnostic] {
        var all = notes
        if others > 0 {
            all.append(
                Diagnostic(
                    severity: .note,
                    code: "more-notes",
                    path: "",
                    offset: 0,
                    text: "and \(others) more of that kind"
                )
            )
        }
        self = StreamNotes()
        return all
    }
}
