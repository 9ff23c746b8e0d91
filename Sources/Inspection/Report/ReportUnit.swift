import WireFormat
import WireJSON

/// What a report shows of a unit: which bytes, what of them is hidden, and its tree.
///
/// It holds no bytes of its own, since those of a large unit are there already: who asks for some hands in the decoded ones.
struct ReportUnit: ~Copyable {
    /// The fields; `nil` where there are none.
    private(set) var tree: EventTree?
    /// Where secrets lie, in order: their bytes are asterisks.
    private(set) var hidden: [Range<Int>] = []
    /// How many bytes there are, to which the tree's ranges refer.
    let count: Int
    /// The unit as on the wire; none where that is not told apart.
    private let wire: [UInt8]
    /// Whether the bytes are those on the wire.
    private let isOfWire: Bool
    /// Whether those on the wire are others, at the same places.
    let hasOthersOnWire: Bool

    /// A unit with the bytes of its secrets.
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

    /// The bytes with those of secrets.
    @_lifetime(borrow self, copy decoded)
    private func plain(_ decoded: Span<UInt8>) -> Span<UInt8> { isOfWire ? wire.span : decoded }

    /// Nodes of a large unit's tree that are kept.
    private static let mostNodes = 1 << 15
    /// What stands for all fields behind them.
    private static let restName = "more fields than are shown"

    /// The tree; of a large unit only its beginning, so that it has no more memory than the unit's bytes allow.
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

    /// Appends some of the bytes.
    ///
    /// - Parameter decoded: the decoded unit.
    func append(_ range: Range<Int>, of decoded: Span<UInt8>, to writer: inout ByteWriter) {
        let start = writer.count
        writer.append(plain(decoded).extracting(range))
        hide(range, with: Secrets.hiddenByte, from: start, in: &writer)
    }

    /// Appends what some bytes on the wire are XOR those here.
    ///
    /// - Parameter decoded: the decoded unit.
    func appendDifference(_ range: Range<Int>, of decoded: Span<UInt8>, to writer: inout ByteWriter) {
        let start = writer.count
        for index in range { writer.append(wire[index] ^ decoded[index]) }
        hide(range, with: 0, from: start, in: &writer)
    }

    /// Replaces what is hidden of a range that a writer holds from `start` on.
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

    /// Where secrets lie, in any order.
    ///
    /// - Parameter isWhole: whether what could not be decoded is told by its place in ``bytes``.
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
            var secretDepth = Int.max
            let whole = tree.fields.nodes
            let nodes = whole.span
            let (hidden, hasHidden) = (tree.hidden, tree.hidden.hasUnknown || !tree.hidden.names.isEmpty)
            for index in nodes.indices where nodes[index].range.upperBound <= bytes.count {
                let (depth, range) = (nodes[index].depth, nodes[index].range)
                if depth <= secretDepth { secretDepth = .max }
                if case .token = nodes[index].value {
                    if covered < range.lowerBound { hide(uncovered: covered..<range.lowerBound) }
                    covered = max(covered, range.upperBound)
                    continue
                }
                let isSecret =
                    secretDepth < .max || Secrets.isSecret(nodes[index].name)
                    || hasHidden && hidden.contains(nodes[index].name)
                if case .structure = nodes[index].value {
                    if isSecret, secretDepth == .max { secretDepth = depth }
                    continue
                }
                if covered < range.lowerBound { hide(uncovered: covered..<range.lowerBound) }
                covered = max(covered, range.upperBound)
                switch nodes[index].value {
                case .text:
                    if isSecret || Secrets.maskedMeaning(of: bytes.extracting(range)) != nil {
                        ranges.append(range)
                    }
                default:
                    // Of what was left out nobody has looked for secrets.
                    if isSecret || tree.fields.isCut && index == nodes.count - 1 { ranges.append(range) }
                }
            }
        }
        hide(uncovered: covered..<max(covered, bytes.count))
        return ranges
    }

    /// What the record has beside the bytes: 1 what is different on the wire, 2 hidden ranges, 4 the tree.
    var flags: UInt8 { (hasOthersOnWire ? 1 : 0) | (hidden.isEmpty ? 0 : 2) | (tree == nil ? 0 : 4) }

    /// Appends the hidden ranges, where there are any.
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
