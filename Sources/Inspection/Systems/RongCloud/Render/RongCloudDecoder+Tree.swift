import RongCloud
import WireFormat
import WireJSON
import WireProtobuf

// The tree of all fields of a frame: header, payload, contents, to the last byte.
extension RongCloudDecoder {
    func tree(of event: borrowing Event, _ bytes: Span<UInt8>) -> EventTree {
        let form = event.transport.form
        let status = self.status(event, bytes)
        return EventTree(
            fields: fields(of: event, bytes),
            isOfWire: event.transport == .polling,
            hidden: Secrets.hiddenFields(ofRongCloud: event)
        ) { node in
            guard case .integer(let value) = node.value, node.depth == 0 else { return nil }
            switch node.name {
            case "status":
                guard let status else { return nil }
                return "\(value) " + (Self.meaning(of: status) ?? "not in the table")
            case "date": return "\(value) " + Self.moment(milliseconds: value.multipliedSaturated(by: 1000))
            case "timestamp": return "\(value) " + Self.moment(milliseconds: value)
            case "header": break
            default: return nil
            }
            // The fields that share the first byte of a frame.
            let header = FrameHeader(rawValue: UInt8(truncatingIfNeeded: value))
            return "\(header.type.name(in: form)), qos \(header.qos), dup \(header.dup), retain \(header.retain)"
        }
    }

    /// A moment as in JSON lines.
    private static func moment(milliseconds: Int64) -> String {
        var writer = ByteWriter()
        var times = TimestampWriter()
        times.append(milliseconds.multipliedSaturated(by: 1_000_000), digits: 3, to: &writer)
        return String(decodingUTF8: writer.span)
    }

    private func fields(of event: borrowing Event, _ bytes: Span<UInt8>) -> FieldTree {
        let tree = FieldTree()
        if event.transport == .polling {
            // The unit is the JSON itself; a request without a body is its request target.
            if (try? tree.json("json", event.wire.span, in: 0..<event.wire.count, limits: limits)) == nil {
                let target = FieldTree()
                target.leaf("requestTarget", .text, 0..<event.wire.count)
                return target
            }
            return tree
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
            return tree
        }
        guard let data = layout.data, !data.isEmpty, event.units.rongCloud.payload != .none else { return tree }
        tree.removeLastLeaf()
        tree.begin("data: \(map.schema.name(of: event.units.rongCloud.payload))", at: data.lowerBound)
        // Where the contents begin; there may be very many.
        var contents: Set<Int> = []
        for index in event.units.rongCloud.messages.indices {
            if let range = event.units.rongCloud.messages[index].contentRange,
                case .json = event.units.rongCloud.messages[index].content
            {
                contents.insert(range.lowerBound)
            }
        }
        try? tree.append(
            protobuf: bytes,
            in: data,
            as: event.units.rongCloud.payload,
            schema: map.schema,
            limits: limits
        ) {
            bytes,
            _,
            range,
            tree in
            guard contents.contains(range.lowerBound) else { return false }
            return Self.embed(bytes, range, tree, limits)
        }
        tree.end(at: data.upperBound)
        return tree
    }

    private static func embed(_ bytes: Span<UInt8>, _ range: Range<Int>, _ tree: FieldTree, _ limits: Limits) -> Bool {
        (try? tree.json("json", bytes, in: range, limits: limits)) != nil
    }
}
