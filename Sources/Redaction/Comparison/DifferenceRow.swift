/// A difference of two events, or the differing fields of two events, as `diff` keeps it.
struct DifferenceRow: BitwiseCopyable, Sendable {
    enum Kind: UInt8 {
        case onlyInA
        case onlyInB
        case changed
        case moved
        case fields
        /// The fields of the frames; the rest of the events is not compared.
        case frameFields
    }

    let kind: Kind
    /// The indices of the events in both captures; -1 for none.
    let a: Int32
    let b: Int32
    /// The number of differences.
    let count: Int32
    /// The number of the first capture's event, or of the one around which the second capture's event is placed.
    private var anchor: UInt32
    /// The position relative to that event: -1 before, 0 the event itself, 1 after.
    private var side: Int8 = 0
    /// Whether the place among the events of the first capture is known.
    private(set) var isAnchored: Bool

    /// - Parameter number: the number of the first capture's event, if it has one.
    init(_ kind: Kind, a: Int?, b: Int?, number: UInt32?, count: Int = 1) {
        self.kind = kind
        self.a = Int32(truncatingIfNeeded: a ?? -1)
        self.b = Int32(truncatingIfNeeded: b ?? -1)
        self.count = Int32(clamping: count)
        anchor = number ?? 0
        isAnchored = number != nil
    }

    /// Sets the place of an event that only the second capture has.
    ///
    /// - Parameter number: its number there.
    mutating func anchor(_ number: UInt32, to anchors: RowAnchors) {
        guard let found = anchors.around(number) else { return }
        (anchor, side, isAnchored) = (found.a, found.side, true)
    }

    /// Returns the key of the order of the first capture's events; an event that only the second capture has follows
    /// its predecessor there, and fields follow everything else about their events.
    ///
    /// - Parameter number: the number of the second capture's event; 0 without one.
    func key(_ number: UInt32) -> (UInt32, Int8, UInt32, UInt8) {
        (anchor, side, number, kind == .fields || kind == .frameFields ? 1 : 0)
    }
}
