package import FuzzInputs
import Fuzzer
package import RongCloud
package import WireFormat
import WireJSON
import WireProtobuf

/// Creates the shapes of RongCloud's frames, including the JSON of contents.
package enum FrameShape {
    /// Returns the shape of a frame: header byte and plain body.
    ///
    /// The readable fields are separate nodes; the rest is one node of bytes.
    package static func frame(_ bytes: [UInt8], form: FrameForm, sender: FrameSender) -> Shape {
        let tree = FieldTree()
        var layout = FrameLayout()
        var reader = ByteReader(bytes.span, trace: tree)
        _ = try? layout.read(&reader, form: form, sender: sender)
        var parts: [Shape] = []
        var index = 0
        var end = 0
        let nodes = tree.nodes
        while index < nodes.count {
            let node = nodes[index]
            index += 1
            let part = Array(bytes[node.range])
            end = max(end, node.range.upperBound)
            switch node.value {
            case .structure:
                // A text: its length, followed by its bytes.
                let content = Array(part.dropFirst(2))
                parts.append(
                    Shape(node.name, framing: .bigEndian(bytes: 2), [Shape(node.name, .text, content)])
                )
                while index < nodes.count, nodes[index].depth > node.depth { index += 1 }
            case .integer, .opaque: parts.append(Shape(node.name, .integer, part))
            default:
                parts.append(
                    node.name == "data" ? data(part, layout, bytes) : Shape(node.name, .bytes, part)
                )
            }
        }
        if end < bytes.count { parts.append(Shape("rest", .bytes, bytes[end...])) }
        return Shape("frame", parts)
    }

    /// Returns the shape of a payload as the message of its topic, or as bytes.
    private static func data(_ data: [UInt8], _ layout: FrameLayout, _ bytes: [UInt8]) -> Shape {
        let map = PayloadMap.shared
        var candidates: [MessageIndex] = []
        if let range = layout.topic,
            let topic = map.topics.index(
                of: bytes.span.extracting(range),
                kind: layout.header.type == .query ? .query : .publish
            )
        {
            candidates = map.candidates(topic: topic, part: .request, generation: nil)
        } else if layout.header.type == .queryack {
            candidates =
                [map.downStreamMessage]
                + ["DownStreamMessages", "HistoryMessagesOuput", "DownHistoryMessages"].compactMap {
                    map.schema.message(named: $0)
                }
        }
        for message in candidates {
            if let shape = ProtobufShape.message(data, as: message, map.schema) { return shape }
        }
        return Shape("data", .bytes, data)
    }
}
