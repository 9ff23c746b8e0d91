import NIM
import WireFormat
import WireJSON

/// Names the positions and numeric keys of a packet's nodes, and puts times into words.
///
/// Nodes may arrive in several lists, one after the other.
final class NIMNodeNames: NodeNaming {
    private let command: NIMCommand
    private let values: [NIMCommand.Value?]
    /// The names that lead to the list of values.
    private let list: [String]
    /// The names that lead to the node.
    private var path: [String] = []

    /// Returns `nil` for a packet whose values have no names.
    init?(_ packet: NIMPacket, in scope: NIMScope?) {
        guard let direction = packet.direction, let command = packet.command(in: scope) else { return nil }
        self.command = command
        values = packet.namedValues(in: scope)
        list =
            direction == .request ? ["data", "Q"] : ["data", "r"] + (packet.wrapped == nil ? [] : ["[1]", "body"])
    }

    func names(of nodes: [FieldTree.Node], _ bytes: Span<UInt8>) -> NodeNames {
        var found = NodeNames()
        for index in nodes.indices {
            path.removeSubrange(min(nodes[index].depth, path.count)...)
            path.append(nodes[index].name)
            if case .token = nodes[index].value { continue }
            guard path.count > list.count, path.starts(with: list), let position = Self.position(path[list.count]),
                position < values.count, let value = values[position]
            else { continue }
            // In requests, a value is the member `v` of its element, and so is an element of a list.
            let inner = path[(list.count + 1)...].filter { $0 != "v" && Self.position($0) == nil }
            if path.count == list.count + 1 { found.titles[index] = "\(path[list.count]) \(value.name)" }
            guard inner.count == 1, inner.first == path.last, let number = inner.first.flatMap({ Int($0) }),
                let tag = value.entity.flatMap({ NIMTags.tag(number, of: $0, in: command.scope) })
            else { continue }
            found.titles[index] = "\(number) \(tag.name)"
            found.meanings[index] = Self.moment(tag.name, nodes[index], bytes)
        }
        return found
    }

    /// Returns the position in the name of a list's element.
    private static func position(_ name: String) -> Int? {
        name.hasPrefix("[") && name.hasSuffix("]") ? Int(name.dropFirst().dropLast()) : nil
    }

    /// Returns a time in words, for a number or a text of digits.
    private static func moment(_ name: String, _ node: FieldTree.Node, _ bytes: Span<UInt8>) -> String? {
        var words = ByteWriter(capacity: 64)
        if case .text = node.value {
            // Thirteen digits, each perhaps as an escape.
            guard node.range.count <= 128 else { return nil }
            guard let text = try? JSONString(spelling: Array(copying: bytes.extracting(node.range))).text,
                let number = Int64(text), EventTree.appendMoment(name, number, to: &words)
            else { return nil }
        } else {
            guard EventTree.appendMoment(name, node, to: &words) else { return nil }
        }
        return String(decodingUTF8: words.span)
    }
}
