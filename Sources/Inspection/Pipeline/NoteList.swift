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

    /// Adds a sentence and answers its place; `nil` when the list is full.
    @discardableResult
    mutating func append(_ line: String) -> Int? {
        guard lines.count < limit else {
            leftOut += 1
            return nil
        }
        lines.append(line)
        return lines.count - 1
    }

    /// Adds to a sentence.
    mutating func extend(_ place: Int, _ text: String) {
        lines[place] += text
    }

    /// Takes in what another list has.
    mutating func merge(_ other: NoteList) {
        lines += other.lines
        leftOut += other.leftOut
    }
}
