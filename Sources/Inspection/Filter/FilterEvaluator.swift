import WireFormat
import WireJSON

/// Judges events by a filter.
///
/// The fields that are asked for most are looked at in place. For all others the event is written as JSON, once, and the
/// path is followed there, so that a filter sees what the output shows.
struct FilterEvaluator: ~Copyable {
    let filter: EventFilter
    private var lines: JSONLinesConsumer
    private var line = JSONFieldSink()
    private var seen = SoughtField()
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
    mutating func matches(
        _ event: inout Event,
        _ bytes: Span<UInt8>,
        _ systems: SystemDecoders,
        number: Int,
        requestNumber: Int
    ) -> Bool {
        isWritten = false
        return judge(filter.expression, &event, bytes, systems, number, requestNumber)
    }

    private mutating func judge(
        _ expression: FilterExpression,
        _ event: inout Event,
        _ bytes: Span<UInt8>,
        _ systems: SystemDecoders,
        _ number: Int,
        _ requestNumber: Int
    ) -> Bool {
        switch expression {
        case .and(let left, let right):
            return judge(left, &event, bytes, systems, number, requestNumber)
                && judge(right, &event, bytes, systems, number, requestNumber)
        case .or(let left, let right):
            return judge(left, &event, bytes, systems, number, requestNumber)
                || judge(right, &event, bytes, systems, number, requestNumber)
        case .not(let inside):
            return !judge(inside, &event, bytes, systems, number, requestNumber)
        case .exists(let field):
            return look(field, nil, &event, bytes, systems, number, requestNumber) != .absent
        case .equal(let field, let value):
            return look(field, value, &event, bytes, systems, number, requestNumber) == .equal
        case .notEqual(let field, let value):
            return look(field, value, &event, bytes, systems, number, requestNumber) == .different
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
        _ systems: SystemDecoders,
        _ number: Int,
        _ requestNumber: Int
    ) -> Finding {
        if let direct = field.direct, let finding = look(direct, value, &event, bytes, systems, number) {
            return finding
        }
        if !isWritten {
            line.writer.removeAll()
            line.writer.append("{\"n\":")
            line.writer.append(decimal: number)
            lines.consume(&event, bytes, systems, into: &line)
            if event.replyNumberPosition >= 0 { insertRequestNumber(requestNumber, at: event.replyNumberPosition) }
            event.replyNumberPosition = -1
            isWritten = true
            isParsed = false
        }
        guard parseLine() else { return .absent }
        return follow(field.path[...], tape.root(in: line.writer.span), value)
    }

    /// Parses the event's line, without its end, once.
    private mutating func parseLine() -> Bool {
        if isParsed { return true }
        var fresh = JSONTape()
        swap(&fresh, &tape)
        isParsed = (try? fresh.parse(line.writer.span, in: 0..<line.writer.count - 1)) != nil
        swap(&fresh, &tape)
        return isParsed
    }

    private mutating func insertRequestNumber(_ number: Int, at position: Int) {
        var whole = ByteWriter(capacity: line.writer.count + 20)
        whole.append(line.writer.span.extracting(0..<position))
        whole.append(decimal: number)
        whole.append(line.writer.span.extracting(position..<line.writer.count))
        swap(&whole, &line.writer)
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
        case .string(let text): isEqual = view.kind == .string ? view.equals(text.text) : false
        case .bool(let bool): isEqual = view.bool == bool
        case .number(let spelling, let number):
            // 64-bit integers are strings in an event.
            isEqual = view.kind == .string ? view.equals(spelling.text) : view.double == number
        }
        return isEqual ? .equal : .different
    }

    /// The quick way; `nil` when it does not apply to this event.
    private mutating func look(
        _ field: FilterField.Direct,
        _ value: FilterValue?,
        _ event: inout Event,
        _ bytes: Span<UInt8>,
        _ systems: SystemDecoders,
        _ number: Int
    ) -> Finding? {
        switch field {
        case .n: return compare(number, value)
        case .flow: return compare(event.flow.number, value)
        case .sender: return compare(event.sender == .client ? "client" : "server", value)
        case .frame(let role):
            guard case .frame = event.kind else { return nil }
            seen.begin(role, value)
            systems.describeFrame(&event, bytes, to: &seen)
        case .message(let role):
            guard case .frame = event.kind else { return nil }
            seen.begin(role, value)
            systems.describeMessages(&event, bytes, to: &seen)
        }
        return !seen.isThere ? .absent : seen.isEqual ? .equal : .different
    }

    private func compare(_ number: Int, _ value: FilterValue?) -> Finding {
        guard case .number(_, let wanted)? = value else { return .different }
        return Double(number) == wanted ? .equal : .different
    }

    private func compare(_ word: StaticString, _ value: FilterValue?) -> Finding {
        guard case .string(let wanted)? = value else { return .different }
        return wanted.utf8.span.equals(word) ? .equal : .different
    }
}
