package import WireJSON

/// What a catalogue has of one kind of content, in the same form for every system.
package struct CatalogueEntry: Sendable {
    /// A member of the content.
    package struct Field: Sendable {
        /// The key; of a member further in, all keys with dots between.
        package var key: String
        /// What the value may be.
        package var type: String
        /// Whether every content of the kind has it.
        package var isRequired: Bool
        /// The values that are known; empty when any may stand.
        package var values: [String] = []
        /// Unit, limits and meaning in words.
        package var remarks: String
    }

    /// Something else that is known, with a label.
    package struct Fact: Sendable {
        /// What it is, such as `Sent by`.
        package var label: String
        /// The text.
        package var text: String

        init(_ label: String, _ text: String) {
            self.label = label
            self.text = text
        }
    }

    /// The system.
    package var system: MessagingSystem
    /// The type's id on the wire; `nil` where contents have none.
    package var objectName: String?
    /// The name in words.
    package var title: String
    /// Which family of contents it belongs to.
    package var kind: String
    /// Where it stands in the life of the SDKs; `nil` where that is not known.
    package var standing: String?
    /// How well it is known, in a word.
    package var confidence: String
    /// Whether it was put together from a description: nobody has seen it on the wire.
    package var isReconstructed = false
    /// `persisted`, `counted`, `status`; `nil` where the system has no flags.
    package var flags: [String]?
    /// The classes that SDKs have for it, by platform.
    package var classes: [String: [String]] = [:]
    /// What else is known.
    package var facts: [Fact]
    /// The members.
    package var fields: [Field]
    /// What platforms do differently.
    package var differences: [String] = []
    /// Remarks.
    package var note: String?
    /// A content as JSON text.
    package var example: String
    /// All of it as a JSON object, schema `imwire-catalogue/2`.
    package var json: JSONValue

    /// What to ask for it by: the id, or where there is none the name.
    package var name: String { objectName ?? title }
}
