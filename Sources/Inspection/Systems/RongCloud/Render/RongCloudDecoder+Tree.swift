import Reporting
import RongCloud
import WireFormat
import WireJSON
import WireProtobuf

// The tree of all fields of a frame: header, payload, contents, to the last byte.
extension RongCloudDecoder {
    func tree(of event: borrowing Event, _ bytes: Span<UInt8>) -> EventTree {
        let tree = shell(of: event, bytes)
        addFields(of: event, bytes, to: tree.fields)
        return tree
    }

    func emptyTree(of event: borrowing Event, _ bytes: Span<UInt8>) -> EventTree? { shell(of: event, bytes) }

    /// The tree without its fields.
    private func shell(of event: borrowing Event, _ bytes: Span<UInt8>) -> EventTree {
        EventTree(
            fields: FieldTree(),
            isOfWire: event.transport == .polling,
            hidden: Secrets.hiddenFields(ofRongCloud: event),
            meaning: meaning(in: event, bytes)
        )
    }

    /// What the numbers of a frame mean.
    private func meaning(in event: borrowing Event, _ bytes: Span<UInt8>) -> EventTree.Meaning {
        let form = event.transport.form
        let status = self.status(event, bytes)
        let hasMessages = !event.units.rongCloud.messages.isEmpty
        return { field, node in
            guard case .integer(let number) = node.value else { return EventTree.moment(field, node) }
            // Only what a field of protobuf holds is called so.
            if node.name == "value", field == "type", hasMessages {
                return ConversationType(rawValue: Int32(truncatingIfNeeded: number)).name.map { "\(number) \($0)" }
            }
            // In long polling the fields of the frame are members of an object.
            guard node.depth == (form == .polling ? 1 : 0) else { return EventTree.moment(field, node) }
            switch field {
            case "status":
                guard let status else { return nil }
                return EventTree.status(number, Self.meaning(of: status))
            case "date":
                return "\(number) " + TimestampWriter.text(milliseconds: number.multipliedSaturated(by: 1000))
            case "timestamp": return "\(number) " + TimestampWriter.text(milliseconds: number)
            case "header", "headerCode":
                // The fields that share the first byte of a frame.
                let header = FrameHeader(rawValue: UInt8(truncatingIfNeeded: number))
                let words =
                    "\(header.type.name(in: form)), qos \(header.qos), dup \(header.dup), retain \(header.retain)"
                return field == "header" ? words : "\(number) \(words)"
            default: return EventTree.moment(field, node)
            }
        }
    }

    func addFields(of event: borrowing Event, _ bytes: Span<UInt8>, to tree: FieldTree) {
        if event.transport == .polling {
            // The unit is the JSON itself; a request without a body is its request target.
            if JSONValidator.isValid(event.wire.span, in: 0..<event.wire.count, limits: limits.json) {
                try? tree.json("json", event.wire.span, in: 0..<event.wire.count, limits: limits.json)
            } else {
                tree.leaf("requestTarget", .text, 0..<event.wire.count)
            }
            return
        }
        var layout = FrameLayout()
        var reader = ByteReader(bytes, trace: tree)
        do throws(WireError) {
            try layout.read(
                &reader,
                form: event.transport.form,
                sender: event.sender,
                hasEnvelope: event.transport == .tcp
            )
        } catch {
            if reader.offset < bytes.count { tree.leaf("undecoded", .bytes, reader.offset..<bytes.count) }
            return
        }
        guard let data = layout.data, !data.isEmpty, event.units.rongCloud.payload != .none else { return }
        tree.removeLastLeaf()
        tree.begin("data: \(map.schema.name(of: event.units.rongCloud.payload))", at: data.lowerBound)
        tree.settle(end: data.upperBound)
        // Where the contents begin, sorted; there may be very many.
        var contents: [Int] = []
        for index in event.units.rongCloud.messages.indices {
            if let range = event.units.rongCloud.messages[index].contentRange,
                case .json = event.units.rongCloud.messages[index].content
            {
                contents.append(range.lowerBound)
            }
        }
        contents.sort()
        try? tree.append(
            protobuf: bytes,
            in: data,
            as: event.units.rongCloud.payload,
            schema: map.schema,
            limits: limits.protobuf
        ) {
            bytes,
            _,
            range,
            tree in
            guard contents.holds(range.lowerBound) else { return false }
            tree.settle(end: range.upperBound)
            return Self.embed(bytes, range, tree, limits.json)
        }
        tree.end(at: data.upperBound)
    }

    private static func embed(_ bytes: Span<UInt8>, _ range: Range<Int>, _ tree: FieldTree, _ limits: JSONLimits)
        -> Bool
    {
        (try? tree.json("json", bytes, in: range, limits: limits)) != nil
    }
}

extension [Int] {
    /// Whether a number is among these, which are sorted.
    fileprivate func holds(_ number: Int) -> Bool {
        var places = indices
        while !places.isEmpty {
            let middle = places.lowerBound + places.count / 2
            if self[middle] == number { return true }
            places = self[middle] < number ? middle + 1..<places.upperBound : places.lowerBound..<middle
        }
        return false
    }
}
