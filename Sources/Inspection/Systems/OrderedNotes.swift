/// Notes about the events of a worker's connections, for rules over all connections of a capture.
///
/// At the end, the notes of all workers are merged and judged in the order of the capture. Each worker keeps notes up
/// to a limit; further ones are only counted.
struct OrderedNotes<Content: Sendable>: Sendable {
    /// What a rule has to know of an event.
    struct Note: Sendable {
        /// The event's number; until the notes are merged, the worker's own count.
        fileprivate(set) var number: Int
        let time: Int64
        /// The number of the event's connection.
        let flow: Int
        let content: Content
    }

    private let limit: Int
    private var notes: [Note] = []
    /// The number of notes beyond the limit, which are not kept.
    private var omitted = 0

    init(limit: Int) {
        self.limit = limit
    }

    /// Adds a note about an event.
    mutating func add(_ content: Content, about event: borrowing Event) {
        guard notes.count < limit else {
            omitted += 1
            return
        }
        notes.append(Note(number: event.number, time: event.time, flow: event.flow.number, content: content))
    }

    /// Adds the notes of another worker, without the limit.
    ///
    /// - Parameter number: maps an event count of the other worker to the event's number.
    mutating func merge(_ other: Self, number: (Int) -> Int) {
        omitted += other.omitted
        for var note in other.notes {
            note.number = number(note.number)
            notes.append(note)
        }
    }

    /// Removes all notes, and returns them in the order of the capture with the number of those that were not kept.
    mutating func takeAll() -> (notes: [Note], omitted: Int) {
        defer { self = Self(limit: limit) }
        return (notes.sorted { $0.number < $1.number }, omitted)
    }
}
