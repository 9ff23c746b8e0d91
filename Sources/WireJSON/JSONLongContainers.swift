import WireFormat

/// Finds the objects and arrays that are long, and where they end.
///
/// What shows a long text while it reads it has to know the end of a container when it begins.
struct JSONLongContainers: JSONVisitor {
    /// Shortest text that is worth looking for them, in bytes.
    static let shortestText = 1 << 16
    /// Shortest container that is noted, in bytes.
    private static let shortest = 1 << 12

    /// Those that ended.
    private(set) var found: [Range<Int>] = []
    private var open: [Int] = []

    /// The long containers of a text in the order of their beginnings; none where the text is short, or is not JSON.
    static func of(_ bytes: Span<UInt8>, in range: Range<Int>, limits: JSONLimits) -> [Range<Int>] {
        guard range.count >= shortestText else { return [] }
        var visitor = JSONLongContainers()
        do throws(WireError) {
            try JSONParser.parse(bytes, in: range, limits: limits, visitor: &visitor)
        } catch {
            return []
        }
        return visitor.found.sorted { $0.lowerBound < $1.lowerBound }
    }

    private mutating func close(_ end: Int) {
        guard let start = open.popLast(), end - start >= Self.shortest else { return }
        found.append(start..<end)
    }

    mutating func beginObject(at offset: Int) { open.append(offset) }
    mutating func endObject(at offset: Int) { close(offset) }
    mutating func beginArray(at offset: Int) { open.append(offset) }
    mutating func endArray(at offset: Int) { close(offset) }
}
