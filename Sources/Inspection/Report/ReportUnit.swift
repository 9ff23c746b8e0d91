import WireFormat

/// The parts of a unit that a report shows: its bytes, the hidden ranges, and its tree.
///
/// It does not copy the decoded bytes, because those of a large unit are in memory already: methods take them.
struct ReportUnit: ~Copyable {
    /// The tree of fields; `nil` if there are none.
    private(set) var tree: EventTree?
    /// The ranges of secrets, in order: their bytes are shown as asterisks.
    private(set) var hidden: [Range<Int>] = []
    /// The number of bytes that the tree's ranges refer to.
    let count: Int
    /// The unit as on the wire; empty if it is the same as decoded.
    private let wire: [UInt8]
    /// Whether the shown bytes are those on the wire.
    private let isOfWire: Bool
    /// Whether the bytes on the wire differ from the decoded ones, at the same offsets.
    let hasOthersOnWire: Bool

    /// Makes a unit without hiding its secrets.
    ///
    /// - Parameter bytes: the decoded unit.
    private init(_ event: borrowing Event, _ bytes: Span<UInt8>, _ systems: SystemDecoders) {
        var tree: EventTree?
        if case .frame = event.kind { tree = Self.tree(of: event, bytes, systems) }
        let isTreeOfWire = tree?.isOfWire ?? (event.transport == .polling)
        let wire = event.wire
        let isOfWire = !wire.isEmpty && (isTreeOfWire || wire.count != bytes.count)
        if isOfWire, !isTreeOfWire { tree = nil }
        if tree?.fields.nodes.isEmpty == true { tree = nil }
        hasOthersOnWire = !wire.isEmpty && !isOfWire && !wire.span.equals(bytes)
        count = isOfWire ? wire.count : bytes.count
        self.wire = wire
        self.isOfWire = isOfWire
        self.tree = tree
    }

    /// Returns the shown bytes before secrets are hidden.
    @_lifetime(borrow self, copy decoded)
    private func plain(_ decoded: Span<UInt8>) -> Span<UInt8> { isOfWire ? wire.span : decoded }

    /// The maximum number of nodes kept of a large unit's tree.
    private static let mostNodes = 1 << 15
    /// The name of the last node, which covers all fields beyond the maximum.
    private static let restName = "more fields than are shown"

    /// Returns the tree; for a large unit only its beginning, which bounds its memory.
    private static func tree(
        of event: borrowing Event,
        _ bytes: Span<UInt8>,
        _ systems: SystemDecoders
    ) -> EventTree {
        let length = max(bytes.count, event.wire.count)
        guard length >= EventTree.largeUnit, var tree = systems.emptyTree(of: event, bytes) else {
            return systems.tree(of: event, bytes)
        }
        tree.fields.keepFirst(mostNodes)
        systems.addFields(of: event, bytes, to: tree.fields)
        tree.nameNodes(bytes)
        guard tree.fields.isCut else { return tree }
        let end = tree.isOfWire ? event.wire.count : bytes.count
        let start = tree.fields.nodes.last { $0.value != .structure }?.range.upperBound ?? 0
        if start < end { tree.fields.appendRest(restName, start..<end) }
        return tree
    }

    /// - Parameter bytes: the decoded unit.
    init(_ event: borrowing Event, _ bytes: Span<UInt8>, _ systems: SystemDecoders, showsSecrets: Bool) {
        self.init(event, bytes, systems)
        guard !showsSecrets else { return }
        hidden = Self.merged(secretRanges(event, bytes, systems, isWhole: wire.isEmpty || hasOthersOnWire))
    }

    // MARK: Bytes

    /// Appends a range of the bytes, with asterisks in place of secrets.
    ///
    /// - Parameter decoded: the decoded unit.
    func append(_ range: Range<Int>, of decoded: Span<UInt8>, to writer: inout ByteWriter) {
        let start = writer.count
        writer.append(plain(decoded).extracting(range))
        hide(range, with: Secrets.hiddenByte, from: start, in: &writer)
    }

    /// Appends a range of the bytes on the wire XOR the decoded ones.
    ///
    /// - Parameter decoded: the decoded unit.
    func appendDifference(_ range: Range<Int>, of decoded: Span<UInt8>, to writer: inout ByteWriter) {
        let start = writer.count
        for index in range { writer.append(wire[index] ^ decoded[index]) }
        hide(range, with: 0, from: start, in: &writer)
    }

    /// Overwrites the hidden bytes of a range that begins at `start` in a writer.
    private func hide(_ range: Range<Int>, with byte: UInt8, from start: Int, in writer: inout ByteWriter) {
        var (low, high) = (0, hidden.count)
        while low < high {
            let middle = (low + high) / 2
            if hidden[middle].upperBound <= range.lowerBound { low = middle + 1 } else { high = middle }
        }
        while low < hidden.count, hidden[low].lowerBound < range.upperBound {
            for index in hidden[low].clamped(to: range) {
                writer.replaceByte(at: start + index - range.lowerBound, with: byte)
            }
            low += 1
        }
    }

    // MARK: Secrets

    /// Returns the ranges of secrets, in any order.
    ///
    /// - Parameter isWhole: whether undecoded bytes have the same offsets in the decoded unit as in the shown bytes.
    private func secretRanges(
        _ event: borrowing Event,
        _ decoded: Span<UInt8>,
        _ systems: SystemDecoders,
        isWhole: Bool
    ) -> [Range<Int>] {
        let bytes = plain(decoded)
        var ranges = Secrets.values(in: bytes)
        var covered = 0
        func hide(uncovered range: Range<Int>) {
            guard !range.isEmpty else { return }
            guard isWhole, range.upperBound <= decoded.count else { return ranges.append(range) }
            let shown = systems.shownUndecoded(range, decoded, event)
            for (offset, byte) in shown.enumerated() where byte != bytes[range.lowerBound + offset] {
                ranges.append(range.lowerBound + offset..<range.lowerBound + offset + 1)
            }
        }
        if let tree {
            var nesting = SecretNesting()
            let whole = tree.fields.nodes
            let nodes = whole.span
            let (hidden, hasHidden) = (tree.hidden, tree.hidden.hasUnknown || !tree.hidden.names.isEmpty)
            for index in nodes.indices where nodes[index].range.upperBound <= bytes.count {
                let (depth, range) = (nodes[index].depth, nodes[index].range)
                let isToken = if case .token = nodes[index].value { true } else { false }
                let isInside = nesting.move(toDepth: depth)
                let isSecret =
                    !isToken
                    && (isInside || Secrets.isSecret(nodes[index].name)
                        || hasHidden && hidden.contains(nodes[index].name))
                if case .structure = nodes[index].value {
                    if isSecret { nesting.begin(atDepth: depth) }
                    continue
                }
                if covered < range.lowerBound { hide(uncovered: covered..<range.lowerBound) }
                covered = max(covered, range.upperBound)
                switch nodes[index].value {
                case .token: break
                case .text where !isSecret:
                    if Secrets.maskedMeaning(of: bytes.extracting(range)) != nil { ranges.append(range) }
                default:
                    // The rest that was cut off was not searched for secrets.
                    if isSecret || tree.fields.isCut && index == nodes.count - 1 { ranges.append(range) }
                }
            }
        }
        hide(uncovered: covered..<max(covered, bytes.count))
        return ranges
    }

    /// The parts of the record beside the bytes: 1 other bytes on the wire, 2 hidden ranges, 4 the tree.
    var flags: UInt8 { (hasOthersOnWire ? 1 : 0) | (hidden.isEmpty ? 0 : 2) | (tree == nil ? 0 : 4) }

    /// Appends the hidden ranges, if there are any.
    func appendHidden(to record: inout ByteWriter) {
        guard !hidden.isEmpty else { return }
        record.append(varint: hidden.count)
        var end = 0
        for range in hidden {
            record.append(varint: range.lowerBound - end)
            record.append(varint: range.count)
            end = range.upperBound
        }
    }

    private static func merged(_ ranges: [Range<Int>]) -> [Range<Int>] {
        var merged: [Range<Int>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty {
            if let last = merged.last, last.upperBound >= range.lowerBound {
                merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
        return merged
    }
}
