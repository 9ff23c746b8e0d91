import Fuzzer
import WireFormat
import WireJSON
import WireProtobuf

// Comparisons of a message's readings with the values that were put into it.
extension ProtobufPlanTarget {
    /// Returns the values in a tree for a field's value; for a map's entry, those of its key and value.
    static func leaves(of item: Item, _ number: Int) -> [FieldTree.Value] {
        switch item {
        case .message: return []
        case .entry(_, let value): return [.text, .integer(Int64(value))]
        case .real(let value): return [.double(value)]
        case .single(let value): return [.double(Double(value))]
        case .json(let text):
            let digits = text.filter { $0 != "\"" }
            switch kinds[number % 100 - 1].name {
            case "string": return [.text]
            case "bytes": return [.bytes]
            case "bool": return [.word(text)]
            case "enum":
                let known = ["ZERO": 0, "ONE": 1, "BIG": 1000, "LAST": 2_147_483_647][digits]
                return [known.map { .word("\(digits) (\($0))") } ?? .integer(Int64(digits) ?? 0)]
            case "uint64", "uint32", "fixed64", "fixed32": return [.unsigned(UInt64(digits) ?? 0)]
            default: return [.integer(Int64(digits) ?? 0)]
            }
        }
    }

    /// Compares merged messages with a JSON object.
    static func compare(_ found: JSONValue, _ parts: [Message], _ path: String) throws(Violation) {
        var numbers: [Int] = []
        for part in parts { for number in part.order where !numbers.contains(number) { numbers.append(number) } }
        guard let members = found.members, members.count == numbers.count else {
            throw Violation(.meaning, "a message has other fields: \(path)")
        }
        for number in numbers {
            let items = parts.flatMap { $0.values[number] ?? [] }
            let name = name(of: number)
            guard let value = found[name] else { throw Violation(.meaning, "a field is missing: \(path).\(name)") }
            let inner = "\(path).\(name)"
            if number == map {
                var entries: [String: Int] = [:]
                for case .entry(let key, let number) in items { entries[key] = number }
                guard value.members?.count == entries.count,
                    entries.allSatisfy({ value[$0.key]?.description == "\($0.value)" })
                else { throw Violation(.meaning, "a map is another: \(inner)") }
            } else if number > repeated {
                guard let elements = value.elements, elements.count == items.count else {
                    throw Violation(.meaning, "a list is another: \(inner)")
                }
                for (element, item) in zip(elements, items) { try compare(element, item, inner) }
            } else if case .message? = items.first {
                // The parts of a repeated singular message are merged.
                var merged: [Message] = []
                for case .message(let part) in items { merged.append(part) }
                try compare(value, merged, inner)
            } else if let last = items.last {
                try compare(value, last, inner)
            }
        }
    }

    private static func compare(_ found: JSONValue, _ item: Item, _ path: String) throws(Violation) {
        func real(_ value: Double) -> Bool {
            if value.isInfinite { return found.string == (value < 0 ? "-Infinity" : "Infinity") }
            return found.double == value
        }
        let isSame: Bool
        switch item {
        case .json(let text):
            let wanted = try? JSONValue(parsing: Array(text.utf8))
            isSame = wanted?.string.map { $0 == found.string } ?? (wanted == found)
        case .real(let value): isSame = real(value)
        // Expects the shortest decimal that identifies the float.
        case .single(let value):
            isSame =
                value.isInfinite
                ? real(Double(value)) : Float(found.description) == value && found.description.utf8.count < 16
        case .message(let message): return try compare(found, [message], path)
        case .entry: isSame = false
        }
        guard isSame else { throw Violation(.meaning, "a value is another: \(path) is \(found), not \(item)") }
    }

    /// Checks that every byte is in one leaf, and that messages have the names of their fields.
    static func tree(
        _ message: Message,
        _ type: MessageIndex,
        _ schema: ProtobufSchema
    ) throws(Violation) {
        let bytes = message.bytes
        let tree = FieldTree()
        do throws(WireError) {
            try tree.append(protobuf: bytes.span, in: 0..<bytes.count, as: type, schema: schema)
        } catch {
            throw Violation(.meaning, "a message has no tree: \(error)")
        }
        try Oracles.coverage(tree, of: 0..<bytes.count, "a message of a plan")
        let titles = tree.nodes.filter { $0.value == .structure || $0.name.hasPrefix("[") }.map(\.name)
        try PlanMeaning.compare(titles, message.titles, list: "names in a tree")
        let leaves = tree.leaves.filter { $0.value != .token }
        try PlanMeaning.compare(leaves.count, message.leaves.count, "values in a tree")
        for (leaf, value) in zip(leaves, message.leaves) {
            guard let value else { continue }
            try PlanMeaning.compare("\(leaf.value)", "\(value)", "a value in a tree")
        }
    }
}
