import RongCloud
import WireFormat
import WireJSON

/// Judges events by a filter.
///
/// The fields that are asked for most are looked at in place. For all others the event is written as JSON, once, and the
/// path is followed there, so that a filter sees what the output shows.
struct FilterEvaluator: ~Copyable {
    let filter: EventFilter
    private let map = PayloadMap.shared
    private var lines: JSONLinesConsumer
    private var line = ByteWriter()
    private var tape = JSONTape()
    private var isWritten = false
    private var isParsed = false

    init(_ filter: EventFilter, limits: Limits, showsSecrets: Bool) {
        self.filter = filter
        lines = JSONLinesConsumer(file: nil, showsRaw: false, showsSecrets: showsSecrets, limits: limits)
    }

    /// Whether an event passes.
    ///
    /// - Parameters:
    ///   - number: the event's number, where the filter asks for it.
    ///   - requestNumber: the number of the request that it answers.
    mutating func matches(_ event: inout Event, _ bytes: Span<UInt8>, number: Int, requestNumber: Int) -> Bool {
        isWritten = false
        return judge(filter.expression, &event, bytes, number, requestNumber)
    }

    private mutating func judge(
        _ expression: FilterExpression,
        _ event: inout Event,
        _ bytes: Span<UInt8>,
        _ number: Int,
        _ requestNumber: Int
    ) -> Bool {
        switch expression {
        case .and(let left, let right):
            return judge(left, &event, bytes, number, requestNumber)
                && judge(right, &event, bytes, number, requestNumber)
        case .or(let left, let right):
            return judge(left, &event, bytes, number, requestNumber)
                || judge(right, &event, bytes, number, requestNumber)
        case .not(let inside):
            return !judge(inside, &event, bytes, number, requestNumber)
        case .exists(let field):
            return look(field, nil, &event, bytes, number, requestNumber) != .absent
        case .equal(let field, let value):
            return look(field, value, &event, bytes, number, requestNumber) == .equal
        case .notEqual(let field, let value):
            return look(field, value, &event, bytes, number, requestNumber) == .different
        }
    }

    /// How a field's values stand to the one asked for.
    private enum Finding {
        case absent
        case different
        case equal
    }

    private mutating func look(
        _ field: FilterField,
        _ value: FilterValue?,
        _ event: inout Event,
        _ bytes: Span<UInt8>,
        _ number: Int,
        _ requestNumber: Int
    ) -> Finding {
        if let direct = field.direct, let finding = look(direct, value, event, bytes, number) { return finding }
        if !isWritten {
            line.removeAll()
            line.append("{\"n\":")
            line.append(decimal: number)
            lines.consume(&event, bytes, into: &line)
            if event.replyNumberPosition >= 0 { insertRequestNumber(requestNumber, at: event.replyNumberPosition) }
            event.replyNumberPosition = -1
            isWritten = true
            isParsed = false
        }
        guard parseLine() else { return .absent }
        return follow(field.path[...], tape.root(in: line.span), value)
    }

    /// Parses the event's line, without its end, once.
    private mutating func parseLine() -> Bool {
        if isParsed { return true }
        var fresh = JSONTape()
        swap(&fresh, &tape)
        isParsed = (try? fresh.parse(line.span, in: 0..<line.count - 1)) != nil
        swap(&fresh, &tape)
        return isParsed
    }

    private mutating func insertRequestNumber(_ number: Int, at position: Int) {
        var whole = ByteWriter(capacity: line.count + 20)
        whole.append(line.span.extracting(0..<position))
        whole.append(decimal: number)
        whole.append(line.span.extracting(position..<line.count))
        swap(&whole, &line)
    }

    /// Follows a path through an event; in arrays, through every element.
    private func follow(_ path: ArraySlice<String>, _ view: JSONView, _ value: FilterValue?) -> Finding {
        if view.kind == .array {
            var best = Finding.absent
            var elements = view.elements
            while let element = elements.next() {
                switch follow(path, element, value) {
                case .equal: return .equal
                case .different: best = .different
                case .absent: break
                }
            }
            return best
        }
        guard let name = path.first else { return compare(view, value) }
        guard let inner = view[name] else { return .absent }
        return follow(path.dropFirst(), inner, value)
    }

    private func compare(_ view: JSONView, _ value: FilterValue?) -> Finding {
        let isEqual: Bool
        switch value {
        case nil: isEqual = false
        case .string(let text): isEqual = view.kind == .string ? view.equals(text) : false
        case .bool(let bool): isEqual = view.bool == bool
        case .number(let spelling, let number):
            // 64-bit integers are strings in an event.
            isEqual = view.kind == .string ? view.equals(spelling) : view.double == number
        }
        return isEqual ? .equal : .different
    }

    /// The quick way; `nil` when it does not apply to this event or value.
    private func look(
        _ field: FilterField.Direct,
        _ value: FilterValue?,
        _ event: borrowing Event,
        _ bytes: Span<UInt8>,
        _ number: Int
    ) -> Finding? {
        switch field {
        case .n: return compare(number, value)
        case .flow: return compare(event.flow.number, value)
        case .sender:
            return compare(event.sender == .client ? "client" : "server", value)
        default: break
        }
        guard case .frame = event.kind else { return nil }
        switch field {
        case .type:
            // POLL is no frame type.
            guard event.typeName == nil, case .string(let text)? = value else { return nil }
            return event.layout.header.type.name(in: event.form).description == text ? .equal : .different
        case .topic:
            return event.layout.topic.map { compare(bytes.extracting($0), value) { WireString.decode($0).text } }
                ?? .absent
        case .messageId:
            // A polling request may have one that is beyond a frame's field.
            guard let id = event.layout.messageId else { return event.extra.isEmpty ? .absent : nil }
            return compare(Int(id), value)
        case .status: return event.layout.status.map { compare(Int($0), value) } ?? .absent
        case .objectName:
            var best = Finding.absent
            for index in event.messages.indices {
                guard let range = event.messages[index].objectName else { continue }
                best = compare(bytes.extracting(range), value) { String(decodingUTF8: $0) }
                if best == .equal { break }
            }
            return best
        case .n, .flow, .sender: return nil
        }
    }

    private func compare(_ number: Int, _ value: FilterValue?) -> Finding {
        guard case .number(_, let wanted)? = value else { return .different }
        return Double(number) == wanted ? .equal : .different
    }

    private func compare(_ text: String, _ value: FilterValue?) -> Finding {
        value == .string(text) ? .equal : .different
    }

    /// - Parameter decode: makes the text that is shown of bytes that are not ASCII.
    private func compare(
        _ bytes: Span<UInt8>,
        _ value: FilterValue?,
        decode: (Span<UInt8>) -> String
    ) -> Finding {
        guard case .string(var text)? = value else { return .different }
        guard bytes.isASCII else { return decode(bytes) == text ? .equal : .different }
        return text.withUTF8 { wanted in
            guard wanted.count == bytes.count else { return false }
            for index in bytes.indices where bytes[index] != wanted[index] { return false }
            return true
        } ? .equal : .different
    }
}
