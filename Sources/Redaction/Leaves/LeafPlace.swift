import Inspection

/// The place of a leaf: its field, and the message that the field belongs to.
///
/// The facts about a place are found once and kept.
final class LeafPlace {
    /// The rule for the leaves here.
    enum Fate { case stays, goes, byClass }

    /// The number of replaced leaves of a class and a field.
    final class Counter {
        @exclusivity(unchecked) var value = 0
    }

    let scope: LeafScope
    let field: String
    /// The class of the field.
    let leaf: LeafClass
    let fate: Fate
    /// Whether the field is a key that the protocol knows, which stays.
    let isKnownKey: Bool
    /// Whether the field holds the version of a client.
    let isVersion: Bool
    /// Whether the members of an object here belong to the protocol; otherwise they belong to the application.
    let holdsMembers: Bool
    /// Whether a text here may stand for a whole number of a payload, as in the JSON of long polling.
    let mayBeNumberAsText: Bool
    /// Whether an array of byte values here stands for bytes, as in the JSON of long polling.
    let mayBeByteValues: Bool
    /// The counter of replaced leaves; `nil` before the first one.
    @exclusivity(unchecked) var counter: Counter?
    /// Whether the field's name has been recorded as one that stays.
    @exclusivity(unchecked) var isNoted = false
    /// Whether a value was found here whose field is listed in `keep` or `also`.
    @exclusivity(unchecked) var isMet = false
    /// The fingerprints of texts that stayed here, at most ``mostStayed``.
    @exclusivity(unchecked) var stayed = HashSet64()
    static let mostStayed = 1 << 6
    /// The place of JSON inside a text of this place.
    @exclusivity(unchecked) var inside: LeafPlace?

    /// - Parameter isWhole: whether the place is a whole JSON text that is a message of the scope.
    init(_ field: String, in scope: LeafScope, as leaf: LeafClass? = nil, isWhole: Bool = false, _ fate: Fate) {
        let leaf = leaf ?? scope.table.leaf(field, of: scope.message) ?? .unknown
        self.field = field
        self.scope = scope
        self.leaf = leaf
        self.fate = fate
        isVersion = Vocabulary.versionFields.contains(field)
        holdsMembers = isWhole || scope.table.holdsMembers(field, leaf)
        isKnownKey = Vocabulary.isKey(field)
        let isPolling = scope.table === UnitTables.http(of: .rongCloud)
        mayBeByteValues = isPolling && UnitTables.bytesFields.contains(field)
        mayBeNumberAsText =
            isPolling && (leaf == .structure || leaf == .time) && UnitTables.isWholeNumber(field, of: scope.message)
    }

    /// The names of the message and the field: `Message.field`.
    var fullName: String { Self.fullName(field, of: scope) }

    static func fullName(_ field: String, of scope: LeafScope) -> String { scope.message + "." + field }
}

/// A message, and the table for its fields.
final class LeafScope {
    let message: String
    let table: LeafTable
    /// Whether objects in the message may name the type of their content.
    let mayNameContent: Bool
    /// The indices of the places of its fields, by the fingerprints of their names.
    @exclusivity(unchecked) var places = HashMap64<Int32>()
    /// The indices of the same places, by the fields' indices in the schema.
    @exclusivity(unchecked) var fields = HashMap64<Int32>()
    /// The scopes for JSON objects with an object name: a message from the client, and one from the server.
    @exclusivity(unchecked) var upstream: LeafScope?
    @exclusivity(unchecked) var downstream: LeafScope?
    /// The place of a whole text that is this message, and the scope of the members of contents in it.
    @exclusivity(unchecked) var whole: LeafPlace?
    @exclusivity(unchecked) var contents: LeafScope?

    init(_ message: String, _ table: LeafTable) {
        self.message = message
        self.table = table
        mayNameContent = table.leaf("content", of: "") == .content
    }
}
