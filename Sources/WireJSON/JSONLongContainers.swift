import WireFormat

/// Finds the long objects and arrays of a text, and their ends.
///
/// A ``FieldTree`` that hands out its nodes while a long text is read needs the end of a container at its beginning.
struct JSONLongContainers: JSONVisitor {
    /// The shortest text in which long containers are searched, in bytes.
    static let shortestText = 1 << 16
    /// The shortest container that is recorded, in bytes.
    private static let shortest = 1 << 12

    /// The long containers that have ended.
    private(set) var found: [Range<Int>] = []
    private var open: [Int] = []

    /// Returns the long containers of a text, sorted by their start; none if the text is short or not JSON.
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
