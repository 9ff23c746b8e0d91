import Reporting
import WireFormat
import WireJSON

/// Writes the values of some fields of each event, separated by tabs; several values of one field by commas, as tshark does.
struct FieldsConsumer: EventConsumer {
    private let fields: [FieldPath]
    private let view: EventRendition
    /// The walk through events; a class, because consumers are copied to the workers before they begin.
    private var walk: Walk?

    init(_ fields: [FieldPath], view: EventRendition) {
        self.fields = fields
        self.view = view
    }

    /// Returns a line with the names of the fields as the user wrote them.
    static func header(_ fields: [FieldPath]) -> String {
        fields.map { FieldValueWriter.escaped($0.spelling) }.joined(separator: "\t") + "\n"
    }

    var depth: DecodingDepth { fields.reduce(into: []) { $0.formUnion($1.depth) } }
    var needsOrder: Bool { fields.contains(where: \.needsNumbers) }

    mutating func consume(
        _ event: inout Event,
        _ bytes: Span<UInt8>,
        _ systems: SystemDecoders,
        into output: inout JSONFieldSink
    ) {
        let walk = walk ?? Walk(fields, view)
        self.walk = walk
        walk.write(&event, bytes, systems, to: &output.writer)
    }

    /// The walk of one worker, and of no other.
    private final class Walk: @unchecked Sendable {
        private var walk: FieldWalk<FieldValueWriter>
        private let count: Int

        init(_ fields: [FieldPath], _ view: EventRendition) {
            walk = FieldWalk(FieldValueWriter(), paths: fields, view: view)
            count = fields.count
        }

        func write(
            _ event: inout Event,
            _ bytes: Span<UInt8>,
            _ systems: SystemDecoders,
            to writer: inout ByteWriter
        ) {
            for index in 0..<count {
                if index > 0 { writer.append(UInt8(ascii: "\t")) }
                walk.visitor.begin()
                walk.visit(index, &event, bytes, systems)
                walk.visitor.copy(to: &writer)
            }
            writer.append(UInt8(ascii: "\n"))
        }
    }
}

/// Writes the values of one field on one line, without anything that can command a terminal.
struct FieldValueWriter: ValueVisitor, ~Copyable {
    private var writer = ByteWriter()
    private var times = TimestampWriter()
    /// Whether the field has a value already; it may be an empty text.
    private var hasValue = false

    /// Appends the text written since ``begin()``.
    borrowing func copy(to output: inout ByteWriter) { output.append(writer.span) }

    /// Begins the next field.
    mutating func begin() {
        writer.removeAll()
        hasValue = false
    }

    private mutating func separate() {
        if hasValue { writer.append(UInt8(ascii: ",")) }
        hasValue = true
    }

    mutating func found() {}

    mutating func text(_ utf8: Span<UInt8>) {
        separate()
        var isPlain = true
        for index in utf8.indices where utf8[index] < 0x20 || utf8[index] >= 0x7F || utf8[index] == UInt8(ascii: "\\") {
            isPlain = false
        }
        guard !isPlain else { return writer.append(utf8) }
        writer.append(text: Self.escaped(String(decodingUTF8: utf8)))
    }

    /// Returns a text with backslashes, control characters and characters that are invisible or change the direction of
    /// text escaped, as in JSON.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\\\"
            case "\t": result += "\\t"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            default:
                if SafeText.isHidden(scalar) {
                    result += SafeText.escaped(scalar)
                } else {
                    result.unicodeScalars.append(scalar)
                }
            }
        }
        return result
    }

    mutating func word(_ word: StaticString) {
        separate()
        writer.append(word)
    }

    mutating func number(_ value: Int64) {
        separate()
        writer.append(decimal: value)
    }

    mutating func seconds(microseconds: Int64) {
        separate()
        writer.append(seconds: microseconds.multipliedSaturated(by: 1000))
    }

    mutating func time(_ nanoseconds: Int64, digits: Int) {
        separate()
        times.append(nanoseconds, digits: digits, to: &writer)
    }

    mutating func truth(_ value: Bool) {
        separate()
        writer.append(value ? "true" : "false")
    }

    mutating func json(_ value: JSONView) {
        if let string = value.string {
            var string = string
            string.withUTF8 { unsafe text(Span(_unsafeElements: $0)) }
        } else {
            text(value.spelling)
        }
    }
}
