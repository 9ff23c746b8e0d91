import WireFormat
import WireJSON

/// The bytes of a unit as a report shows them.
struct ReportUnit: ~Copyable {
    /// The bytes that the tree's ranges refer to; those of secrets are asterisks.
    private(set) var bytes: [UInt8]
    /// The bytes on the wire where they are others, at the same places.
    private(set) var wire: [UInt8]?
    /// The fields; `nil` where there are none.
    private(set) var tree: EventTree?
    /// Where secrets lay, in order.
    private(set) var hidden: [Range<Int>] = []

    /// A unit with the bytes of its secrets.
    ///
    /// - Parameter bytes: the decoded unit.
    private init(_ event: borrowing Event, _ bytes: Span<UInt8>, _ systems: SystemDecoders) {
        var tree: EventTree?
        if case .frame = event.kind { tree = Self.tree(of: event, bytes, systems) }
        let isOfWire = tree?.isOfWire ?? (event.transport == .polling)
        if event.wire.isEmpty {
            self.bytes = Array(copying: bytes)
        } else if isOfWire || event.wire.count != bytes.count {
            self.bytes = event.wire
            if !isOfWire { tree = nil }
        } else {
            self.bytes = Array(copying: bytes)
            if event.wire != self.bytes { wire = event.wire }
        }
        if tree?.fields.nodes.isEmpty == true { tree = nil }
        self.tree = tree
    }

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
        hidden = Self.merged(secretRanges(event, bytes, systems, isWhole: event.wire.isEmpty || wire != nil))
        for range in hidden {
            for index in range {
                self.bytes[index] = Secrets.hiddenByte
                wire?[index] = Secrets.hiddenByte
            }
        }
    }

    /// Where secrets lie, in any order.
    ///
    /// - Parameter isWhole: whether what could not be decoded is told by its place in ``bytes``.
    private func secretRanges(
        _ event: borrowing Event,
        _ decoded: Span<UInt8>,
        _ systems: SystemDecoders,
        isWhole: Bool
    ) -> [Range<Int>] {
        var ranges = Secrets.values(in: bytes.span)
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
                    if isSecret || Secrets.maskedMeaning(of: bytes.span.extracting(range)) != nil {
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
