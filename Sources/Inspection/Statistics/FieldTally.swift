import Reporting
import WireFormat
import WireJSON

/// Counts of the values of one field.
struct FieldTally: Sendable {
    /// The field's path.
    let path: FieldPath
    private(set) var values = NameCounter()
    /// Events that do not have the field.
    private(set) var absent = 0

    init(_ path: FieldPath) { self.path = path }

    /// Counts one value.
    mutating func add(_ value: Span<UInt8>) { values.add(value, bytes: 0) }

    /// Counts an event without a value.
    mutating func addAbsent() { absent += 1 }

    /// Takes in what another one has.
    mutating func merge(_ other: FieldTally) {
        values.merge(other.values)
        absent += other.absent
    }
}

/// Goes through the fields of events and counts their values; one worker alone uses it.
///
/// A reference, since consumers are copied to the workers before they begin.
final class FieldTallyWalk: @unchecked Sendable {
    private var walk: FieldWalk<FieldTallyVisitor>

    init(_ paths: [FieldPath], _ view: EventRendition) {
        walk = FieldWalk(FieldTallyVisitor(), paths: paths, view: view)
    }

    /// Counts the values that an event has of the tallies' fields, which are those of the walk.
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

/// Counts the values of one field after another, spelt as in a line of JSON, texts without quotation marks and escapes.
struct FieldTallyVisitor: ValueVisitor, ~Copyable {
    var tallies: [FieldTally] = []
    private var current = 0
    private var hasValue = false
    private var scratch = ByteWriter()
    private var times = TimestampWriter()

    /// Begins the field of a tally.
    mutating func begin(_ index: Int) {
        current = index
        hasValue = false
    }

    /// Ends the field.
    mutating func end() { if !hasValue { tallies[current].addAbsent() } }

    /// Counts what is written.
    private mutating func add(_ write: (inout ByteWriter, inout TimestampWriter) -> Void) {
        // Apart from the counts while it is read.
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
