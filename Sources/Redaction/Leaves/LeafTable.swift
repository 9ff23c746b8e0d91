import WireProtobuf

/// The classes of a system's fields.
///
/// Each line of its text is a class and the fields of that class, `Message.field` or `field` for all messages.
package struct LeafTable: Sendable {
    private var classes: [String: LeafClass] = [:]
    /// Names of fields that have a class of their own in some message.
    private var ofMessages: Set<String> = []
    /// All names of fields.
    private(set) var names: Set<String> = []
    /// The table of the contents of messages; none, or one.
    private(set) var contents: [LeafTable] = []

    init(_ text: String) {
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard let first = words.first, let leaf = LeafClass(rawValue: String(first)) else { continue }
            for word in words.dropFirst() {
                classes[String(word)] = leaf
                let parts = word.split(separator: ".")
                guard let name = parts.last else { continue }
                names.insert(String(name))
                if parts.count > 1 { ofMessages.insert(String(name)) }
            }
        }
    }

    /// A table of several; the later ones come first.
    init(_ tables: LeafTable..., contents: LeafTable? = nil) {
        for table in tables {
            classes.merge(table.classes) { $1 }
            names.formUnion(table.names)
            ofMessages.formUnion(table.ofMessages)
        }
        if let contents { self.contents = [contents] }
    }

    /// The flags and enumerations of a schema, which are words of the protocol.
    init(wordsOf schema: ProtobufSchema) {
        for message in schema.messageIndices {
            for field in schema.fieldIndices(of: message) {
                switch schema[field].kind {
                case .bool, .enumeration: classes[schema.name(of: field)] = .structure
                default: break
                }
            }
        }
    }

    /// A table that declares nothing, for what applications make up.
    static let none = LeafTable("")

    /// The class of a field; `nil` when nobody declared it.
    package func leaf(_ field: String, of message: String) -> LeafClass? {
        if ofMessages.contains(field), let leaf = classes[message + "." + field] { return leaf }
        return classes[field]
    }
}
