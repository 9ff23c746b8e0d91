/// Where a difference stands: in the order of the first capture's events, each event that only the second one has behind the
/// event that comes before it there.
struct RowPlace: Comparable {
    /// Number of the event in the first capture, or of the one before it; `nil` while none is known.
    private var a: Int?
    /// Before the events of that number, one of them, or behind them.
    private var side = 0
    private let b: Int
    private let field: String
    /// Whether only the second capture has the event.
    let isNew: Bool

    init(_ difference: CaptureComparison.Difference) {
        let (one, other) = difference.events
        a = one?.number
        b = other?.number ?? 0
        field = if case .field(let field, _, _) = difference { field.path } else { "" }
        isNew = one == nil
    }

    /// Whether it has a place among the events of the first capture.
    var isAnchored: Bool { a != nil }

    /// Finds a place for what only the second capture has.
    mutating func anchor(to anchors: RowAnchors) {
        guard let found = anchors.around(b) else { return }
        (a, side) = found
    }

    private var key: (Int, Int, Int) { (a ?? 0, side, b) }

    static func < (one: RowPlace, other: RowPlace) -> Bool {
        one.key == other.key ? one.field < other.field : one.key < other.key
    }
}
