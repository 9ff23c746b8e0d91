public import WireJSON

/// A catalogue's entry for one kind of content, in the same form for every system.
public struct CatalogueEntry: Sendable {
    /// A member of the content.
    public struct Field: Sendable {
        /// The key; for a nested member, all keys with dots between them.
        public var key: String
        /// The types that the value may have.
        public var type: String
        /// Whether every content of the kind has the member.
        public var isRequired: Bool
        /// The known values; empty if any value is allowed.
        public var values: [String] = []
        /// Unit, limits and meaning in words.
        public var remarks: String
    }

    /// A further fact, with a label.
    public struct Fact: Sendable {
        /// The label, such as `Sent by`.
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
    /// The type's id on the wire; `nil` if contents have none.
    public var objectName: String?
    /// The name in words.
    public var title: String
    /// The family of contents that the kind belongs to.
    public var kind: String
    /// The standing of the kind in the life of the SDKs; `nil` if unknown.
    public var standing: String?
    /// The degree to which the kind is known, in one word.
    public var confidence: String
    /// Whether the kind was put together from a description, and never seen on the wire.
    public var isReconstructed = false
    /// The flags `persisted`, `counted`, `status`; `nil` if the system has no flags.
    public var flags: [String]?
    /// The SDKs' classes for the kind, by platform.
    public var classes: [String: [String]] = [:]
    /// Further facts, each with a label.
    public var facts: [Fact]
    /// The members.
    public var fields: [Field]
    /// The differences between platforms.
    public var differences: [String] = []
    /// Remarks.
    public var note: String?
    /// A content as JSON text.
    public var example: String
    /// The whole entry as a JSON object, schema `imwire-catalogue/2`.
    public var json: JSONValue

    /// The name by which to ask for the entry: the id, or the title if there is no id.
    public var name: String { objectName ?? title }
}
