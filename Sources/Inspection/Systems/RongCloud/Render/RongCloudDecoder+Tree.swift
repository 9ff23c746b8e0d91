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

    /// Returns the tree without its fields.
    private func shell(of event: borrowing Event, _ bytes: Span<UInt8>) -> EventTree {
        EventTree(
            fields: FieldTree(),
            isOfWire: event.transport == .polling,
            hidden: Secrets.hiddenFields(ofRongCloud: event),
            meaning: meaning(in: event, bytes)
        )
    }

    /// Returns the function that puts the numbers of a frame into words.
    private func meaning(in event: borrowing Event, _ bytes: Span<UInt8>) -> EventTree.Meaning {
        let form = event.transport.form
        let status = self.status(event, bytes)
        let hasMessages = !event.units.rongCloud.messages.isEmpty
        return { field, node, words in
            guard case .integer(let number) = node.value else {
                return EventTree.appendMoment(field, node, to: &words)
            }
            // Only the value of a protobuf field has the name `value`.
            if node.name == "value", field == "type", hasMessages {
                guard let name = ConversationType(rawValue: Int32(truncatingIfNeeded: number)).name else {
                    return false
                }
                words.append(decimal: number)
                words.append(UInt8(ascii: " "))
                words.append(text: name)
                return true
            }
            // In long polling the fields of the frame are members of an object.
            guard node.depth == (form == .polling ? 1 : 0) else {
                return EventTree.appendMoment(field, node, to: &words)
            }
            switch field {
            case "status":
                guard let status else { return false }
                EventTree.append(status: number, Self.meaning(of: status), to: &words)
            case "date":
                EventTree.append(number, milliseconds: number.multipliedSaturated(by: 1000), to: &words)
            case "timestamp": EventTree.append(number, milliseconds: number, to: &words)
            case "header": Self.append(FrameHeader(rawValue: UInt8(truncatingIfNeeded: number)), form, to: &words)
            case "headerCode":
                words.append(decimal: number)
                words.append(UInt8(ascii: " "))
                Self.append(FrameHeader(rawValue: UInt8(truncatingIfNeeded: number)), form, to: &words)
            default: return EventTree.appendMoment(field, node, to: &words)
            }
            return true
        }
    }

    /// Appends the fields that share the first byte of a frame.
    private static func append(_ header: FrameHeader, _ form: FrameForm, to words: inout ByteWriter) {
        words.append(header.type.name(in: form))
        words.append(", qos ")
        words.append(decimal: Int64(header.qos))
        words.append(header.dup ? ", dup true" : ", dup false")
        words.append(header.retain ? ", retain true" : ", retain false")
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
        // The start offsets of the contents, sorted for the search in `holds`, because there may be very many.
        var contents: [Int] = []
        for index in event.units.rongCloud.messages.indices {
            if let range = event.units.rongCloud.messages[index].contentRange,
                case .json = event.units.rongCloud.messages[index].content
            {
                contents.append(range.lowerBound)
            }
        }
        contents.sort()
        let json = limits.json
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
            return Self.embed(bytes, range, tree, json)
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
    /// Whether this sorted array holds a number.
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
