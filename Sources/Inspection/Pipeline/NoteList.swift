/// A note about a connection, or about the capture as a whole.
public struct FlowNote: Hashable, Sendable {
    /// The connection's number; `nil` for the capture as a whole.
    public let flow: Int?
    /// The text of the note.
    public fileprivate(set) var text: String
    /// What the user may give so that more is read; `nil` if nothing helps.
    public fileprivate(set) var missing: MissingKey?

    /// Secrets without which a connection, or a part of it, cannot be read.
    public enum MissingKey: Hashable, Sendable, CaseIterable {
        /// Secrets of TLS (``CaptureOptions/secrets``).
        case tlsSecrets
        /// The key of the TCP form's bodies (``CaptureOptions/obfuscationKey``).
        case obfuscationKey
    }

    init(flow: Int?, text: String, missing: MissingKey? = nil) {
        self.flow = flow
        self.text = text
        self.missing = missing
    }

    /// The connection's number, if there is one, and the text.
    public var line: String { (flow.map { "flow \($0): " } ?? "") + text }
}

/// Notes about connections, up to a limit; further ones are only counted.
public struct NoteList: Sendable {
    /// The notes.
    public private(set) var notes: [FlowNote] = []
    /// The number of notes that did not fit.
    public private(set) var leftOut = 0
    private let limit: Int

    init(limit: Int) {
        self.limit = limit
    }

    /// Adds a note and returns its index; `nil` if the list is full.
    @discardableResult
    mutating func append(_ note: FlowNote) -> Int? {
        guard notes.count < limit else {
            leftOut += 1
            return nil
        }
        notes.append(note)
        return notes.count - 1
    }

    /// Appends to a note why what is missing was not used, although the capture holds it.
    mutating func extend(_ place: Int, _ text: String) {
        notes[place].text += text
        notes[place].missing = nil
    }

    /// Replaces the text of a note.
    mutating func replace(_ place: Int, _ text: String) {
        notes[place].text = text
    }

    /// Appends the notes of another list, without the limit.
    mutating func merge(_ other: NoteList) {
        notes += other.notes
        leftOut += other.leftOut
    }

    /// Appends the wanted notes of another list, up to the limit.
    mutating func append(contentsOf other: NoteList, where isWanted: (FlowNote) -> Bool) {
        for note in other.notes where isWanted(note) { append(note) }
        leftOut += other.leftOut
    }

    /// The notes as lines with their connections' numbers, in the order of the numbers.
    public var lines: [String] { sorted.map(\.line) }

    /// The notes in the order of the connections' numbers.
    public var sorted: [FlowNote] {
        notes.enumerated()
            .sorted { ($0.element.flow ?? 0, $0.offset) < ($1.element.flow ?? 0, $1.offset) }
            .map(\.element)
    }
}
