import NIM
import WireFormat

// The tree of a packet's fields.
extension NIMDecoder {
    func tree(of event: borrowing Event, _ bytes: Span<UInt8>) -> EventTree {
        var tree = shell(of: event)
        addFields(of: event, bytes, to: tree.fields)
        tree.nameNodes(bytes)
        return tree
    }

    func emptyTree(of event: borrowing Event, _ bytes: Span<UInt8>) -> EventTree? { shell(of: event) }

    func addFields(of event: borrowing Event, _ bytes: Span<UInt8>, to fields: FieldTree) {
        try? fields.append(nim: bytes, limits: limits.nim)
    }

    /// Returns the tree without its fields.
    private func shell(of event: borrowing Event) -> EventTree {
        var hidden = HiddenFields()
        if let packet = event.units.nim.packet, packet.isLarge(limits.nim) {
            hidden.names = packet.secretKeys(in: event.units.nim.scope)
        } else if let packet = event.units.nim.packet {
            // The bytes have numbers instead of names.
            for path in packet.secretPaths(in: event.units.nim.scope) {
                hidden.names.formUnion(numbers(of: path, packet, event.units.nim.scope))
            }
        } else {
            hidden.names = ["data", "undecoded", "id", "endpoint"]
        }
        let command = event.units.nim.packet?.command(in: event.units.nim.scope)?.name ?? ""
        let type = event.units.nim.packet.map { "\($0.type.rawValue) \($0.type.name)" }
        var tree = EventTree(fields: FieldTree(), hidden: hidden) { field, node, words in
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
        tree.naming = event.units.nim.packet.flatMap { NIMNodeNames($0, in: event.units.nim.scope) }
        return tree
    }

    /// Returns the keys in the bytes that hold a secret.
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
