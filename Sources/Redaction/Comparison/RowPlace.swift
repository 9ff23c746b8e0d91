/// The place of a difference in the order of the first capture's events.
///
/// An event that only the second capture has is placed after its predecessor there.
struct RowPlace: Comparable {
    /// The number of the event in the first capture, or of the one before it; `nil` if not known yet.
    private var a: Int?
    /// The position relative to the events of that number: -1 before, 0 one of them, 1 after.
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

    /// Whether the place among the events of the first capture is known.
    var isAnchored: Bool { a != nil }

    /// Sets the place of an event that only the second capture has.
    mutating func anchor(to anchors: RowAnchors) {
        guard let found = anchors.around(b) else { return }
        (a, side) = found
    }

    private var key: (Int, Int, Int) { (a ?? 0, side, b) }

    static func < (one: RowPlace, other: RowPlace) -> Bool {
        one.key == other.key ? one.field < other.field : one.key < other.key
    }
}
