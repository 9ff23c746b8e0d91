import RongCloud
import WireFormat
import WireJSON
import WireProtobuf

/// Makes the tree of all fields of a frame: header, payload, contents, to the last byte.
enum EventTree {
    /// The tree of a frame that was decoded into an event.
    static func tree(
        of event: borrowing Event,
        _ bytes: Span<UInt8>,
        map: PayloadMap,
        limits: Limits
    ) -> FieldTree {
        let tree = FieldTree()
        if event.form == .polling {
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
            try layout.read(&reader, form: event.form, sender: event.sender, hasEnvelope: event.form == .tcp)
        } catch {
            if reader.offset < bytes.count { tree.leaf("undecoded", .bytes, reader.offset..<bytes.count) }
            return tree
        }
        guard let data = layout.data, !data.isEmpty, event.payload != .none else { return tree }
        tree.removeLastLeaf()
        tree.begin("data: \(map.schema.name(of: event.payload))", at: data.lowerBound)
        // Where the contents begin; there may be very many.
        var contents: Set<Int> = []
        for index in event.messages.indices {
            if let range = event.messages[index].contentRange, case .json = event.messages[index].content {
                contents.insert(range.lowerBound)
            }
        }
        try? tree.append(protobuf: bytes, in: data, as: event.payload, schema: map.schema, limits: limits) {
            bytes,
            _,
            range,
            tree in
            guard contents.contains(range.lowerBound) else { return false }
            return embed(bytes, range, tree, limits)
        }
        tree.end(at: data.upperBound)
        return tree
    }

    private static func embed(_ bytes: Span<UInt8>, _ range: Range<Int>, _ tree: FieldTree, _ limits: Limits) -> Bool {
        (try? tree.json("json", bytes, in: range, limits: limits)) != nil
    }
}
