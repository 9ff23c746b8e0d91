import WireProtobuf

/// The classes of a system's fields.
///
/// Each line of its text is a class and the fields of that class, `Message.field` or `field` for all messages. A line that
/// begins with `object` names fields whose objects are the protocol's own: members of these are looked up in the table,
/// while those of all other objects are the application's, whatever they are called.
package final class LeafTable: Sendable {
    private let classes: [String: LeafClass]
    /// Names of fields that have a class of their own in some message.
    private let ofMessages: Set<String>
    /// All names of fields.
    let names: Set<String>
    /// Fields whose objects are the protocol's own, whatever their texts are.
    private let objects: Set<String>
    /// Whether its fields are those of contents, which applications write.
    let isOfContents: Bool
    /// The table of the contents of messages; `nil` where those have none of their own.
    let contents: LeafTable?

    init(_ text: String, isOfContents: Bool = false) {
        var classes: [String: LeafClass] = [:]
        var ofMessages: Set<String> = []
        var names: Set<String> = []
        var objects: Set<String> = []
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            if words.first == "object" { objects.formUnion(words.dropFirst().map(String.init)) }
            guard let first = words.first, let leaf = LeafClass(rawValue: String(first)) else { continue }
            for word in words.dropFirst() {
                classes[String(word)] = leaf
                let parts = word.split(separator: ".")
                guard let name = parts.last else { continue }
                names.insert(String(name))
                if parts.count > 1 { ofMessages.insert(String(name)) }
            }
        }
        self.classes = classes
        self.ofMessages = ofMessages
        self.names = names.union(objects)
        self.objects = objects
        self.isOfContents = isOfContents
        contents = nil
    }

    /// A table of several; the later ones come first.
    init(_ tables: LeafTable..., contents: LeafTable? = nil) {
        classes = tables.reduce(into: [:]) { $0.merge($1.classes) { $1 } }
        names = tables.reduce(into: []) { $0.formUnion($1.names) }
        ofMessages = tables.reduce(into: []) { $0.formUnion($1.ofMessages) }
        objects = tables.reduce(into: []) { $0.formUnion($1.objects) }
        isOfContents = tables.allSatisfy(\.isOfContents)
        self.contents = contents
    }

    /// The flags and enumerations of a schema, which are words of the protocol.
    init(wordsOf schema: ProtobufSchema) {
        var classes: [String: LeafClass] = [:]
        for message in schema.messageIndices {
            for field in schema.fieldIndices(of: message) {
                switch schema[field].kind {
                case .bool, .enumeration: classes[schema.name(of: field)] = .structure
                default: break
                }
            }
        }
        self.classes = classes
        ofMessages = []
        names = []
        objects = []
        isOfContents = false
        contents = nil
    }

    /// The fields of a schema that are messages: what is in them is declared by itself, whatever class they have in a table
    /// that comes later.
    init(messagesOf schema: ProtobufSchema) {
        var classes: [String: LeafClass] = [:]
        for message in schema.messageIndices {
            for field in schema.fieldIndices(of: message) where schema[field].kind == .message {
                classes[schema.name(of: field)] = .structure
            }
        }
        self.classes = classes
        objects = Set(classes.keys)
        ofMessages = []
        names = []
        isOfContents = false
        contents = nil
    }

    /// A table that declares nothing, for what applications make up.
    static let none = LeafTable("")

    /// The names of all fields of a class, in whatever message.
    func names(of leaf: LeafClass) -> Set<String> {
        Set(classes.lazy.filter { $0.value == leaf }.map { String($0.key.split(separator: ".").last ?? "") })
    }

    /// The class of a field; `nil` when nobody declared it.
    package func leaf(_ field: String, of message: String) -> LeafClass? {
        if ofMessages.contains(field), let leaf = classes[message + "." + field] { return leaf }
        return classes[field]
    }

    /// Whether a field holds an object of the protocol's own, or JSON in a text with one.
    func namesObject(_ field: String) -> Bool { objects.contains(field) }

    /// Whether an object that is the value of a field is the protocol's own.
    func holdsMembers(_ field: String, _ leaf: LeafClass) -> Bool {
        switch leaf {
        case .structure: true
        case .application: false
        case .content where isOfContents || contents != nil: true
        default: namesObject(field)
        }
    }
}
