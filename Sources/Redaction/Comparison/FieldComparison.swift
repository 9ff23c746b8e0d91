/// Finds the fields in which two events differ.
struct FieldComparison: Sendable {
    /// Two lists of fields.
    private struct Lists: Hashable {
        let a: Int32
        let b: Int32
        let isOfFrame: Bool
    }

    private let tables: ComparisonTables
    private let ignored: IgnoredFields
    /// The results for lists that were compared lately.
    private var known: [Lists: [CaptureComparison.Difference.Field]] = [:]
    /// The approximate number of bytes of these results.
    private(set) var knownBytes = 0

    /// The bytes of all results that are kept, and of the longest of them: texts may be as long as an event.
    static let mostBytes = 1 << 20
    private static let longestResult = mostBytes >> 6
    /// The bytes of a result, and of each of its fields, besides the texts.
    private static let bytesOfResult = 128
    private static let bytesOfField = 64

    init(_ tables: ComparisonTables, ignoring ignored: IgnoredFields) {
        (self.tables, self.ignored) = (tables, ignored)
    }

    /// Returns the fields that differ, sorted by path.
    ///
    /// - Parameter isOfFrame: whether only the fields of the frames are compared.
    mutating func fields(
        _ a: EventRow,
        _ b: EventRow,
        isOfFrame: Bool
    ) -> [CaptureComparison.Difference.Field] {
        if a.fields == b.fields { return [] }
        let lists = Lists(a: a.fields, b: b.fields, isOfFrame: isOfFrame)
        if let fields = known[lists] { return fields }
        let fields = compared(lists)
        keep(fields, lists)
        return fields
    }

    private mutating func keep(_ fields: [CaptureComparison.Difference.Field], _ lists: Lists) {
        let bytes = fields.reduce(Self.bytesOfResult) { sum, field in
            let texts = [field.path, field.a ?? "", field.b ?? ""]
            return texts.reduce(sum + Self.bytesOfField) { $0 + $1.utf8.count }
        }
        guard bytes <= Self.longestResult else { return }
        if knownBytes + bytes > Self.mostBytes {
            known.removeAll(keepingCapacity: true)
            knownBytes = 0
        }
        known[lists] = fields
        knownBytes += bytes
    }

    private func compared(_ lists: Lists) -> [CaptureComparison.Difference.Field] {
        let own = tables.values(lists.a)
        let others = tables.values(lists.b)
        var fields: [CaptureComparison.Difference.Field] = []
        for path in Set(own.keys).union(others.keys).sorted()
        where path.hasPrefix(lists.isOfFrame ? "frame." : "") && own[path] != others[path] && !ignored.contain(path) {
            // Skips an empty object or list if the other event has members there: these are differences of their own.
            if own[path] == nil, others[path]?.isEmpty == true, Self.holds(own, path) { continue }
            if others[path] == nil, own[path]?.isEmpty == true, Self.holds(others, path) { continue }
            let a = own[path]?.text(besides: others[path])
            let b = others[path]?.text(besides: own[path])
            // A set in another order is equal.
            guard a != nil || b != nil else { continue }
            fields.append(CaptureComparison.Difference.Field(path: path, a: a, b: b))
        }
        return fields
    }

    /// Returns whether an object or a list has members or elements.
    private static func holds(_ values: [String: ComparedValues], _ path: String) -> Bool {
        values.keys.contains { $0.hasPrefix(path + ".") || $0.hasPrefix(path + "[") }
    }
}
