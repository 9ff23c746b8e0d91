import WireFormat

/// The tree of a unit's fields, and how it is to be shown.
struct EventTree {
    /// The fields, to the last byte.
    var fields: FieldTree
    /// Whether their ranges are offsets in the unit as on the wire, and not in the decoded bytes.
    var isOfWire = false
    /// Fields that are hidden whatever they are called.
    var hidden = HiddenFields()
    /// What a number means, where that is more than the number.
    var meaning: @Sendable (FieldTree.Node) -> String? = { _ in nil }
}
