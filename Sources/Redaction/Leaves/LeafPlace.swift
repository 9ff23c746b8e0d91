import Inspection

/// Where a leaf is: its field, and the message that it belongs to.
///
/// What is known of it is found once and kept.
final class LeafPlace {
    /// What becomes of the leaves here.
    enum Fate { case stays, goes, byClass }

    /// How many leaves of a class and a field were replaced.
    final class Counter {
        @exclusivity(unchecked) var value = 0
    }

    let scope: LeafScope
    let field: String
    /// The class of its field.
    let leaf: LeafClass
    let fate: Fate
    /// Whether its field is a key that the protocol knows, which stays.
    let isKnownKey: Bool
    /// Whether its field says the version of a client.
    let isVersion: Bool
    /// Whether members of an object here are the protocol's own; else they are the application's, whatever they are called.
    let holdsMembers: Bool
    /// Whether an array of byte values here stands for bytes, as in the JSON of long polling.
    let mayBeByteValues: Bool
    /// Where what is replaced here is counted, once something was.
    @exclusivity(unchecked) var counter: Counter?
    /// Whether it was noted that its field stays.
    @exclusivity(unchecked) var isNoted = false
    /// Whether a value came here that stays or goes because the field was named.
    @exclusivity(unchecked) var isMet = false
    /// The fingerprint of the text that stayed here last.
    @exclusivity(unchecked) var stayed: UInt64?
    /// Where JSON inside a text is.
    @exclusivity(unchecked) var inside: LeafPlace?

    /// - Parameter isWhole: whether it is that of a whole text of JSON, which is a message of the scope.
    init(_ field: String, in scope: LeafScope, as leaf: LeafClass? = nil, isWhole: Bool = false, _ fate: Fate) {
        let leaf = leaf ?? scope.table.leaf(field, of: scope.message) ?? .unknown
        self.field = field
        self.scope = scope
        self.leaf = leaf
        self.fate = fate
        isVersion = Vocabulary.versionFields.contains(field)
        holdsMembers = isWhole || scope.table.holdsMembers(field, leaf)
        isKnownKey = Vocabulary.isKey(field)
        mayBeByteValues = scope.table === UnitTables.http(of: .rongCloud) && UnitTables.bytesFields.contains(field)
    }

    /// The field's name with that of its message.
    var fullName: String { Self.fullName(field, of: scope) }

    static func fullName(_ field: String, of scope: LeafScope) -> String { scope.message + "." + field }
}

/// A message, and the table that its fields are looked up in.
final class LeafScope {
    let message: String
    let table: LeafTable
    /// Whether objects in it may say what their content is.
    let mayNameContent: Bool
    /// The places of its fields, by the fingerprints of their names.
    @exclusivity(unchecked) var places = HashMap64<Int32>()
    /// The same by their indices in the schema.
    @exclusivity(unchecked) var fields = HashMap64<Int32>()
    /// The messages with an object name that a place in JSON turned out to be in.
    @exclusivity(unchecked) var upstream: LeafScope?
    @exclusivity(unchecked) var downstream: LeafScope?
    /// The place of a whole message of it, and where the members of contents in it are.
    @exclusivity(unchecked) var whole: LeafPlace?
    @exclusivity(unchecked) var contents: LeafScope?

    init(_ message: String, _ table: LeafTable) {
        self.message = message
        self.table = table
        mayNameContent = table.leaf("content", of: "") == .content
    }
}
