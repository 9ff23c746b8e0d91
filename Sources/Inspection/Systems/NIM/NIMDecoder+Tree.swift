import NIM
import WireFormat
import WireJSON

// The tree of a packet's fields.
extension NIMDecoder {
    func tree(of event: borrowing Event, _ bytes: Span<UInt8>) -> EventTree {
        let fields = FieldTree()
        try? fields.append(nim: bytes, limits: limits.nim)
        var hidden = HiddenFields()
        if let packet = event.units.nim.packet {
            // In the bytes the names are numbers.
            for path in packet.secretPaths(in: event.units.nim.scope) {
                hidden.names.formUnion(numbers(of: path, packet, event.units.nim.scope))
            }
        } else {
            hidden.names = ["data", "undecoded", "id", "endpoint"]
        }
        let command = event.units.nim.packet?.command(in: event.units.nim.scope)?.name ?? ""
        let type = event.units.nim.packet.map { "\($0.type.rawValue) \($0.type.name)" }
        var tree = EventTree(fields: fields, hidden: hidden) { field, node, words in
            if field == "type", node.depth == 0 {
                words.append(text: type ?? "")
                return type != nil
            }
            guard node.depth == 1, case .integer(let number) = node.value else {
                return EventTree.appendMoment(field, node, to: &words)
            }
            switch field {
            case "code":
                EventTree.append(status: number, Self.meaning(of: UnitStatus(code: number)), to: &words)
                return true
            case "cid", "CID":
                if !command.isEmpty { words.append(text: "\(number) \(command)") }
                return !command.isEmpty
            default: return EventTree.appendMoment(field, node, to: &words)
            }
        }
        if let packet = event.units.nim.packet { name(packet, in: event.units.nim.scope, bytes, &tree) }
        return tree
    }

    /// Says beside positions and numeric keys what they stand for, and of times when they are.
    private func name(_ packet: NIMPacket, in scope: NIMScope?, _ bytes: Span<UInt8>, _ tree: inout EventTree) {
        guard let direction = packet.direction, let command = packet.command(in: scope) else { return }
        let values = packet.namedValues(in: scope)
        let list =
            direction == .request ? ["data", "Q"] : ["data", "r"] + (packet.wrapped == nil ? [] : ["[1]", "body"])
        let nodes = tree.fields.nodes
        // The names that lead to the node.
        var path: [String] = []
        for index in nodes.indices {
            path.removeSubrange(min(nodes[index].depth, path.count)...)
            path.append(nodes[index].name)
            if case .token = nodes[index].value { continue }
            guard path.count > list.count, path.starts(with: list), let position = Self.position(path[list.count]),
                position < values.count, let value = values[position]
            else { continue }
            // In requests a value is the member v of its element, and so is an element of a list.
            let inner = path[(list.count + 1)...].filter { $0 != "v" && Self.position($0) == nil }
            if path.count == list.count + 1 { tree.titles[index] = "\(path[list.count]) \(value.name)" }
            guard inner.count == 1, inner.first == path.last, let number = inner.first.flatMap({ Int($0) }),
                let tag = value.entity.flatMap({ NIMTags.tag(number, of: $0, in: command.scope) })
            else { continue }
            tree.titles[index] = "\(number) \(tag.name)"
            tree.meanings[index] = Self.moment(tag.name, nodes[index], bytes)
        }
    }

    /// The place that the name of a list's element tells.
    private static func position(_ name: String) -> Int? {
        name.hasPrefix("[") && name.hasSuffix("]") ? Int(name.dropFirst().dropLast()) : nil
    }

    /// When a time is that stands as a number, or as a text of digits.
    private static func moment(_ name: String, _ node: FieldTree.Node, _ bytes: Span<UInt8>) -> String? {
        var words = ByteWriter(capacity: 64)
        if case .text = node.value {
            let text = String(decodingUTF8: bytes.extracting(node.range)).filter { $0 != "\"" }
            guard let number = Int64(text), EventTree.appendMoment(name, number, to: &words) else { return nil }
        } else {
            guard EventTree.appendMoment(name, node, to: &words) else { return nil }
        }
        return String(decodingUTF8: words.span)
    }

    /// The keys under which a secret stands in the bytes.
    private func numbers(of path: String, _ packet: NIMPacket, _ scope: NIMScope?) -> [String] {
        guard let command = packet.command(in: scope) else { return [] }
        let names = path.split(separator: ".").map(String.init)
        let value = names[0].prefix { $0 != "[" }
        guard names.count == 2, let entity = command.values.first(where: { $0.name == value })?.entity,
            let tag = NIMTags.tag(named: names[1], of: entity, in: command.scope)
        else { return ["v"] }
        return ["\(tag.number)"]
    }
}
