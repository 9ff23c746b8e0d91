import WireFormat

/// The table of all fields: what lists show and what filters are checked against.
enum EventFields {
    /// A field, and the systems that have it; of all systems, none is named.
    struct Row: Sendable {
        var systems: [MessagingSystem]
        var field: EventField
    }

    /// The common fields, then those of each system.
    static let rows: [Row] =
        EventField.common.map { Row(systems: [], field: $0) }
        + MessagingSystem.allCases.flatMap { system in system.fields.map { Row(systems: [system], field: $0) } }

    /// What is known of a path over all systems.
    struct Entry: Sendable {
        /// What it may hold; names of several systems are put together.
        var kinds: [EventField.Kind]
        var depth: DecodingDepth
        var isOpen: Bool
    }

    /// By path.
    static let entries: [String: Entry] = {
        var entries: [String: Entry] = [:]
        for row in rows {
            let field = row.field
            guard var entry = entries[field.path] else {
                entries[field.path] = Entry(kinds: [field.kind], depth: field.depth, isOpen: field.isOpen)
                continue
            }
            entry.depth.formUnion(field.depth)
            entry.isOpen = entry.isOpen || field.isOpen
            entry.add(field.kind)
            entries[field.path] = entry
        }
        return entries
    }()

    /// All paths, each once, in the order of the table.
    static let paths: [String] = {
        var seen: Set<String> = []
        return rows.map(\.field.path).filter { seen.insert($0).inserted }
    }()

    /// All paths as they are shortest, for suggestions.
    private static let shortPaths: [String] = {
        var seen: Set<String> = []
        return rows.map(\.field.shortPath).filter { seen.insert($0).inserted }
    }()

    /// The path that is most like a text; `nil` when none is.
    static func nearest(to path: String) -> String? {
        // The name alone, without what it is a field of.
        let inner = shortPaths.filter { $0.hasSuffix("." + path) }
        if let shortest = inner.min(by: { $0.count < $1.count }) { return shortest }
        if let near = nearest(to: path, in: shortPaths) { return near }
        // Of contents and payloads only the beginning can be judged.
        guard let dot = path.firstIndex(of: ".") else { return nil }
        let head = String(path[..<dot])
        let heads = shortPaths.filter { !$0.contains(".") }
        return heads.contains(head) ? nil : nearest(to: head, in: heads).map { $0 + path[dot...] }
    }

    /// The name that is most like a text, or else begins with it; `nil` when none is like it.
    ///
    /// One letter of four may be another.
    static func nearest(to text: String, in names: [String]) -> String? {
        let wanted = Array(text.lowercased().utf8)
        guard wanted.count <= 100 else { return nil }
        let limit = max(1, wanted.count / 4)
        var best: (edits: Int, name: String)?
        for name in names {
            let edits = EditDistance.between(wanted, Array(name.lowercased().utf8), limit: limit)
            if edits <= limit, edits < best?.edits ?? .max { best = (edits, name) }
        }
        return best?.name ?? (text.count < 3 ? nil : names.first { $0.hasPrefix(text) })
    }
}

extension EventFields.Entry {
    /// Takes in what another system has under the same path.
    fileprivate mutating func add(_ kind: EventField.Kind) {
        guard !kinds.contains(kind) else { return }
        guard let more = kind.names, let place = kinds.firstIndex(where: { $0.names != nil }) else {
            kinds.append(kind)
            return
        }
        let known = kinds[place].names ?? []
        let names = known + more.filter { !known.contains($0) }
        if kind.isName, kinds[place].isName {
            kinds[place] = .name(names)
        } else {
            kinds[place] = .nameOrNumber(names)
        }
    }
}
