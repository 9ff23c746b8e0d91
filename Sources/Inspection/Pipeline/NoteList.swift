/// A sentence about a connection, or about the capture as a whole.
public struct FlowNote: Hashable, Sendable {
    /// The connection's number; `nil` for the capture.
    public let flow: Int?
    /// The sentence.
    public fileprivate(set) var text: String

    /// The sentence with the connection's number before it.
    public var line: String { (flow.map { "flow \($0): " } ?? "") + text }
}

/// Sentences about connections, of which so many are kept and the rest is counted.
public struct NoteList: Sendable {
    /// The sentences.
    public private(set) var notes: [FlowNote] = []
    /// How many came when the list was full.
    public private(set) var leftOut = 0
    private let limit: Int

    init(limit: Int) {
        self.limit = limit
    }

    /// Adds a sentence and answers its place; `nil` when the list is full.
    @discardableResult
    mutating func append(_ note: FlowNote) -> Int? {
        guard notes.count < limit else {
            leftOut += 1
            return nil
        }
        notes.append(note)
        return notes.count - 1
    }

    /// Adds to a sentence.
    mutating func extend(_ place: Int, _ text: String) {
        notes[place].text += text
    }

    /// Puts a sentence in the place of another one.
    mutating func replace(_ place: Int, _ text: String) {
        notes[place].text = text
    }

    /// Takes in what another list has.
    mutating func merge(_ other: NoteList) {
        notes += other.notes
        leftOut += other.leftOut
    }

    /// Appends what another list has, as far as it is wanted.
    mutating func append(contentsOf other: NoteList, where isWanted: (FlowNote) -> Bool) {
        for note in other.notes where isWanted(note) { append(note) }
        leftOut += other.leftOut
    }

    /// The sentences with their connections' numbers, in the order of these.
    public var lines: [String] { sorted.map(\.line) }

    /// The sentences in the order of the connections' numbers.
    public var sorted: [FlowNote] {
        notes.enumerated()
            .sorted { ($0.element.flow ?? 0, $0.offset) < ($1.element.flow ?? 0, $1.offset) }
            .map(\.element)
    }
}
