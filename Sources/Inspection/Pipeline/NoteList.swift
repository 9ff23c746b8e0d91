/// Sentences about connections, of which so many are kept and the rest is counted.
struct NoteList: Sendable {
    /// The sentences.
    private(set) var lines: [String] = []
    /// How many came when the list was full.
    private(set) var leftOut = 0
    private let limit: Int

    init(limit: Int) {
        self.limit = limit
    }

    /// Adds a sentence.
    mutating func append(_ line: String) {
        if lines.count < limit { lines.append(line) } else { leftOut += 1 }
    }

    /// Takes in what another list has.
    mutating func merge(_ other: NoteList) {
        lines += other.lines
        leftOut += other.leftOut
    }
}
