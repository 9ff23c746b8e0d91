import WireProtobuf

/// The classes of a system's fields.
///
/// Each line of the text is a class and its fields: `Message.field`, or `field` for all messages. A line that begins
/// with `object` names fields whose objects belong to the protocol: their members are looked up in the table. The
/// members of all other objects belong to the application, whatever their names.
package final class LeafTable: Sendable {
    private let classes: [String: LeafClass]
    /// The names of fields that have a class of their own in some message.
    private let ofMessages: Set<String>
    /// The names of all fields.
    let names: Set<String>
    /// The fields whose objects belong to the protocol, whatever class their texts have.
    private let objects: Set<String>
    /// The names of the fields by their folded form; empty if only their own letter case counts.
    private let spellings: [String: String]
    /// Whether the fields are those of contents, which applications write.
    let isOfContents: Bool
    /// The table of the contents of messages; `nil` if contents have no table of their own.
    let contents: LeafTable?

    /// - Parameters:
    ///   - isOfContents: whether the fields are those of contents.
    ///   - foldsCase: whether a name in another letter case has the class of the field: RongCloud's contents are also
    ///     checked by such keys.
    init(_ text: String, isOfContents: Bool = false, foldsCase: Bool = false) {
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
        let declared = foldsCase ? self.names.sorted() : []
        spellings = Dictionary(declared.map { (Vocabulary.folded($0), $0) }) { first, _ in first }
        contents = nil
    }

    /// Combines tables; a later table overrides an earlier one.
    init(_ tables: LeafTable..., contents: LeafTable? = nil) {
        classes = tables.reduce(into: [:]) { $0.merge($1.classes) { $1 } }
        names = tables.reduce(into: []) { $0.formUnion($1.names) }
        ofMessages = tables.reduce(into: []) { $0.formUnion($1.ofMessages) }
        objects = tables.reduce(into: []) { $0.formUnion($1.objects) }
        isOfContents = tables.allSatisfy(\.isOfContents)
        spellings = [:]
        self.contents = contents
    }

    /// Creates a table of a schema's booleans and enumerations, which are words of the protocol.
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
        spellings = [:]
        isOfContents = false
        contents = nil
    }

    /// Creates a table of a schema's fields that are messages.
    ///
    /// The members of such a field are declared by themselves, even if a later table gives the field another class.
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
        spellings = [:]
        isOfContents = false
        contents = nil
    }

    /// A table that declares nothing, for the fields of applications.
    static let none = LeafTable("")

    /// Returns the names of all fields of a class, in any message.
    func names(of leaf: LeafClass) -> Set<String> {
        Set(classes.lazy.filter { $0.value == leaf }.map { String($0.key.split(separator: ".").last ?? "") })
    }

    /// Returns the class of a field; `nil` if it is not declared.
    package func leaf(_ field: String, of message: String) -> LeafClass? {
        let field = declared(field)
        if ofMessages.contains(field), let leaf = classes[message + "." + field] { return leaf }
        return classes[field]
    }

    /// Returns the declared name that differs from a name only in letter case; otherwise the name itself.
    private func declared(_ name: String) -> String {
        if spellings.isEmpty || names.contains(name) { return name }
        return spellings[Vocabulary.folded(name)] ?? name
    }

    /// Returns whether a field holds an object of the protocol, or a text with such an object as JSON.
    func namesObject(_ field: String) -> Bool { objects.contains(declared(field)) }

    /// Returns whether an object that is the value of a field belongs to the protocol.
    func holdsMembers(_ field: String, _ leaf: LeafClass) -> Bool {
        switch leaf {
        case .structure: true
        case .application: false
        case .content where isOfContents || contents != nil: true
        default: namesObject(field)
        }
    }
}
