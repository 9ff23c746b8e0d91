import WireFormat

extension MessageCatalogue {
    /// Returns the object names most similar to a text, most similar first: names with typing errors or in other letter
    /// case.
    ///
    /// Omits names with at least two more edits than the first name.
    ///
    /// - Parameters:
    ///   - name: a name that is not in the catalogue.
    ///   - limit: the largest number of names.
    public func nearest(to name: String, limit: Int = 3) -> [String] {
        let wanted = Array(name.lowercased().utf8)
        let exact = Array(name.utf8)
        let own = exact.count - (exact.firstIndex(of: UInt8(ascii: ":")).map { $0 + 1 } ?? 0)
        let mostEdits = Swift.max(1, (own + 2) / 3)
        var found: [(edits: [Int], order: Int, name: String)] = []
        for (order, entry) in enumerated() {
            for known in [entry.objectName] + entry.aliases {
                let edits = EditDistance.between(wanted, Array(known.lowercased().utf8), limit: mostEdits)
                guard edits <= mostEdits else { continue }
                // With equally many edits, names closer in length come first, then names closer in letter case.
                let inCase = EditDistance.between(exact, Array(known.utf8), limit: exact.count + known.utf8.count)
                found.append(([edits, abs(known.utf8.count - exact.count), inCase], order, known))
            }
        }
        found.sort { left, right in
            left.edits == right.edits ? left.order < right.order : left.edits.lexicographicallyPrecedes(right.edits)
        }
        let farthest = (found.first?.edits.first ?? 0) + 1
        return found.prefix { $0.edits[0] <= farthest }.prefix(limit).map(\.name)
    }
}
