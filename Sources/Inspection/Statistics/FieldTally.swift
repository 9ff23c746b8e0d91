import Reporting
import WireFormat
import WireJSON

/// Counts of the values of one field.
struct FieldTally: Sendable {
    /// The field's path.
    let path: FieldPath
    private(set) var values = NameCounter()
    /// The number of events without the field.
    private(set) var absent = 0

    init(_ path: FieldPath) { self.path = path }

    mutating func add(_ value: Span<UInt8>) { values.add(value, bytes: 0) }

    mutating func addAbsent() { absent += 1 }

    /// Merges the tally of another worker.
    mutating func merge(_ other: FieldTally) {
        values.merge(other.values)
        absent += other.absent
    }
}

/// Walks the fields of events and counts their values; only one worker uses an instance.
///
/// It is a class, because consumers are copied to the workers before they begin.
final class FieldTallyWalk: @unchecked Sendable {
    private var walk: FieldWalk<FieldTallyVisitor>

    init(_ paths: [FieldPath], _ view: EventRendition) {
        walk = FieldWalk(FieldTallyVisitor(), paths: paths, view: view)
    }

    /// Counts an event's values of the tallies' fields, which must be the fields of the walk.
    func count(_ event: inout Event, _ bytes: Span<UInt8>, _ systems: SystemDecoders, in tallies: inout [FieldTally]) {
        swap(&tallies, &walk.visitor.tallies)
        for index in walk.visitor.tallies.indices {
            walk.visitor.begin(index)
            walk.visit(index, &event, bytes, systems)
            walk.visitor.end()
        }
        swap(&tallies, &walk.visitor.tallies)
    }
}

/// Counts the values of one field after another, spelt as in JSON, but texts without quotation marks and escapes.
struct FieldTallyVisitor: ValueVisitor, ~Copyable {
    var tallies: [FieldTally] = []
    private var current = 0
    private var hasValue = false
    private var scratch = ByteWriter()
    private var times = TimestampWriter()

    /// Begins counting the field of a tally.
    mutating func begin(_ index: Int) {
        current = index
        hasValue = false
    }

    /// Ends the field, and counts the event as one without it if there was no value.
    mutating func end() { if !hasValue { tallies[current].addAbsent() } }

    /// Counts the text that a closure writes.
    private mutating func add(_ write: (inout ByteWriter, inout TimestampWriter) -> Void) {
        // Swapped out, because `self` is modified while the text is read.
        var text = ByteWriter(capacity: 0)
        swap(&text, &scratch)
        text.removeAll()
        write(&text, &times)
        self.text(text.span)
        swap(&text, &scratch)
    }

    mutating func found() {}

    mutating func text(_ utf8: Span<UInt8>) {
        hasValue = true
        tallies[current].add(utf8)
    }

    mutating func word(_ word: StaticString) { add { text, _ in text.append(word) } }
    mutating func number(_ value: Int64) { add { text, _ in text.append(decimal: value) } }

    mutating func seconds(microseconds: Int64) {
        add { text, _ in text.append(seconds: microseconds.multipliedSaturated(by: 1000)) }
    }

    mutating func time(_ nanoseconds: Int64, digits: Int) {
        add { text, times in times.append(nanoseconds, digits: digits, to: &text) }
    }

    mutating func truth(_ value: Bool) { add { text, _ in text.append(value ? "true" : "false") } }

    mutating func json(_ value: JSONView) {
        if let string = value.string {
            add { text, _ in text.append(text: string) }
        } else {
            text(value.spelling)
        }
    }
}
