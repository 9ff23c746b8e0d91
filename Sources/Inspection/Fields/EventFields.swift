import WireFormat

/// The table of all fields, for lists of fields and for checking filters.
package enum EventFields {
    /// A field and the systems that have it; the list of systems is empty if all have it.
    struct Row: Sendable {
        var systems: [MessagingSystem]
        var field: EventField
    }

    /// The common fields, then those of each system.
    static let rows: [Row] =
        EventField.common.map { Row(systems: [], field: $0) }
        + MessagingSystem.allCases.flatMap { system in system.fields.map { Row(systems: [system], field: $0) } }

    /// The combined properties of a path over all systems.
    struct Entry: Sendable {
        /// The kinds of values; names of several systems are merged into one kind.
        var kinds: [EventField.Kind]
        /// The smallest and the largest value of a number; `nil` if it is not known.
        var range: ClosedRange<Int64>?
        var depth: DecodingDepth
        var isOpen: Bool
    }

    /// The combined properties, by path.
    static let entries: [String: Entry] = {
        var entries: [String: Entry] = [:]
        for row in rows {
            let field = row.field
            guard var entry = entries[field.path] else {
                entries[field.path] = Entry(
                    kinds: [field.kind],
                    range: field.range,
                    depth: field.depth,
                    isOpen: field.isOpen
                )
                continue
            }
            entry.depth.formUnion(field.depth)
            entry.isOpen = entry.isOpen || field.isOpen
            entry.add(field.kind)
            entry.range = entry.range.flatMap { known in
                field.range.map { min(known.lowerBound, $0.lowerBound)...max(known.upperBound, $0.upperBound) }
            }
            entries[field.path] = entry
        }
        return entries
    }()

    /// All paths without duplicates, in the order of the table.
    static let paths: [String] = {
        var seen: Set<String> = []
        return rows.map(\.field.path).filter { seen.insert($0).inserted }
    }()

    /// The shortest spellings of all paths, for suggestions.
    private static let shortPaths: [String] = {
        var seen: Set<String> = []
        return rows.map(\.field.shortPath).filter { seen.insert($0).inserted }
    }()

    /// Returns the path that is most similar to a text; `nil` if none is similar.
    static func nearest(to path: String) -> String? {
        // The text may be a name alone, without the object that contains it.
        let inner = shortPaths.filter { $0.hasSuffix("." + path) }
        if let shortest = inner.min(by: { $0.count < $1.count }) { return shortest }
        guard let dot = path.firstIndex(of: ".") else { return nearest(to: path, in: shortPaths) }
        let head = String(path[..<dot])
        let rest = path[path.index(after: dot)...]
        if heads.contains(head) { return nearest(to: String(rest), inside: head) }
        if let near = nearest(to: path, in: shortPaths) { return near }
        // Only the beginning of a path into contents and payloads can be checked.
        guard let near = nearest(to: head, in: heads), isField(near + "." + rest) else { return nil }
        return near + "." + rest
    }

    /// The first names of paths.
    private static let heads = shortPaths.filter { !$0.contains(".") } + ["message"]

    /// Returns the path with the field of an object that is most similar to a text.
    private static func nearest(to rest: String, inside head: String) -> String? {
        let full = head == "message" ? "messages." : head + "."
        let names = paths.filter { $0.hasPrefix(full) }.map { String($0.dropFirst(full.count)) }
        // The head has no fields.
        if names.isEmpty { return head }
        let around = names.filter { rest.hasPrefix($0 + ".") }.max { $0.count < $1.count }
        return (around ?? nearest(to: rest, in: names)).map { "\(head).\($0)" }
    }

    /// Whether an event may have a field with this path, in its long form.
    private static func isField(_ path: String) -> Bool {
        let path = path.hasPrefix("content.") ? "messages." + path : path
        return entries[path] != nil || entries.contains { $0.value.isOpen && path.hasPrefix($0.key + ".") }
    }

    /// Returns the name that is most similar to a text, otherwise the first one that begins with it; `nil` if there is
    /// none.
    ///
    /// One letter of four may differ.
    package static func nearest(to text: String, in names: [String]) -> String? {
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

extension EventField.Kind {
    /// The names of numbers that are always shown by their name.
    fileprivate var namedNumbers: [Int64: String] { if case .nameOrNumber(_, let named) = self { named } else { [:] } }
}

extension EventFields.Entry {
    /// Merges the kind that another system has for the same path.
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
            kinds[place] = .nameOrNumber(
                names,
                named: kinds[place].namedNumbers.merging(kind.namedNumbers) { one, _ in one }
            )
        }
    }
}
