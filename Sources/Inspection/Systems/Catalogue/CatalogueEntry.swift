public import WireJSON

/// What a catalogue has of one kind of content, in the same form for every system.
public struct CatalogueEntry: Sendable {
    /// A member of the content.
    public struct Field: Sendable {
        /// The key; of a member further in, all keys with dots between.
        public var key: String
        /// What the value may be.
        public var type: String
        /// Whether every content of the kind has it.
        public var isRequired: Bool
        /// The values that are known; empty when any may stand.
        public var values: [String] = []
        /// Unit, limits and meaning in words.
        public var remarks: String
    }

    /// Something else that is known, with a label.
    public struct Fact: Sendable {
        /// What it is, such as `Sent by`.
        public var label: String
        /// The text.
        public var text: String

        init(_ label: String, _ text: String) {
            self.label = label
            self.text = text
        }
    }

    /// The system.
    public var system: MessagingSystem
    /// The type's id on the wire; `nil` where contents have none.
    public var objectName: String?
    /// The name in words.
    public var title: String
    /// Which family of contents it belongs to.
    public var kind: String
    /// Where it stands in the life of the SDKs; `nil` where that is not known.
    public var standing: String?
    /// How well it is known, in a word.
    public var confidence: String
    /// Whether it was put together from a description: nobody has seen it on the wire.
    public var isReconstructed = false
    /// `persisted`, `counted`, `status`; `nil` where the system has no flags.
    public var flags: [String]?
    /// The classes that SDKs have for it, by platform.
    public var classes: [String: [String]] = [:]
    /// What else is known.
    public var facts: [Fact]
    /// The members.
    public var fields: [Field]
    /// What platforms do differently.
    public var differences: [String] = []
    /// Remarks.
    public var note: String?
    /// A content as JSON text.
    public var example: String
    /// All of it as a JSON object, schema `imwire-catalogue/2`.
    public var json: JSONValue

    /// What to ask for it by: the id, or where there is none the name.
    public var name: String { objectName ?? title }
}
