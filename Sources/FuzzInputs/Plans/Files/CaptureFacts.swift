/// The facts of a capture file besides its packets, as lines, to compare the plan with the reader.
package struct CaptureFacts: Hashable, Sendable {
    private struct Interface: Hashable, Sendable {
        var text: String
        var counts: [Int: UInt64] = [:]
        var between: UInt64 = 0

        var dropped: UInt64 { max((counts[5] ?? 0) + (counts[7] ?? 0), between) }

        var line: String {
            func text(_ code: Int) -> String { counts[code].map { "\($0)" } ?? "-" }
            return "\(self.text) received \(text(4)) dropped \(text(5)) \(text(7)) \(between) in all \(dropped)"
        }
    }

    private let limit: Int
    private var interfaces: [Interface] = []
    private var interfaceCount = 0
    private var comments: [String] = []
    private var commentCount = 0
    private var addresses: [String] = []
    private var addressCount = 0
    private var writer: [Int: String] = [:]
    var sections = 0
    var otherRecords = 0
    var clampedTimes = 0
    var secretBlocks = 0
    var oversized = 0

    init(limit: Int) { self.limit = limit }

    /// Adds an interface, and returns its index; -1 beyond the limit.
    @discardableResult
    mutating func begin(
        link: Int,
        snapLength: Int,
        checkSequenceBits: Int?,
        isFine: Bool,
        name: String? = nil
    ) -> Int {
        interfaceCount += 1
        guard interfaces.count < limit else { return -1 }
        interfaces.append(
            Interface(text: Self.text(link, snapLength, checkSequenceBits, isFine, name, name.map { $0 + "-" }))
        )
        return interfaces.count - 1
    }

    package static func text(
        _ link: Int,
        _ snapLength: Int,
        _ bits: Int?,
        _ isFine: Bool,
        _ name: String?,
        _ about: String?
    ) -> String {
        "interface of \(link), \(snapLength) bytes, check \(bits ?? -1), fine \(isFine), \(name ?? "-"), \(about ?? "-"):"
    }

    mutating func comment(_ subject: String, _ text: String) {
        commentCount += 1
        if comments.count < limit { comments.append("on \(subject): \(text)") }
    }

    mutating func names(_ address: String, _ names: [String]) {
        addressCount += 1
        if addresses.count < limit { addresses.append("\(address) \(names)") }
    }

    /// Sets a name of the program or system that wrote the file; the first one counts.
    mutating func name(_ code: Int, _ text: String) { writer[code] = writer[code] ?? text }

    mutating func count(_ code: Int, _ value: UInt64, _ place: Int) {
        if interfaces.indices.contains(place) { interfaces[place].counts[code] = value }
    }

    mutating func drop(_ count: UInt64, _ place: Int) {
        if interfaces.indices.contains(place) { interfaces[place].between += count }
    }

    /// All facts as lines.
    package var lines: [String] {
        var lines = interfaces.map(\.line) + comments + addresses
        lines.append("interfaces \(interfaceCount), comments \(commentCount), names \(addressCount)")
        lines.append("written by \(writer[2] ?? "-"), \(writer[3] ?? "-"), \(writer[4] ?? "-")")
        lines.append("sections \(sections), other records \(otherRecords), clamped \(clampedTimes)")
        lines.append("dropped \(interfaces.reduce(0) { $0 + $1.dropped })")
        return lines + ["secrets \(secretBlocks), oversized \(oversized)"]
    }
}
