import WireFormat

/// What is to be said of a stream with its next event.
struct StreamNotes: Sendable {
    private var notes: [Diagnostic] = []
    private var others = 0

    /// Notes kept for one event; the others are only counted.
    private static let limit = 16

    var isEmpty: Bool { notes.isEmpty }

    /// Keeps a note.
    mutating func add(_ note: Diagnostic) {
        if notes.count < Self.limit { notes.append(note) } else { others += 1 }
    }

    /// Takes the notes out.
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
