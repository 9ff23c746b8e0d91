/// How a source says that an object name is that of a type of message.
package enum NameForm: Hashable, Sendable {
    /// A class says so: an annotation, a method, a constant of the class.
    case typeDeclaration
    /// A call registers the name.
    case registration
    /// A row of an adapter's table.
    case tableRow
    /// A constant lists the number of a type.
    case constant
}

/// What kind of value a content has under a key.
package enum ContentKeyKind: String, Hashable, Sendable {
    /// Text.
    case text
    /// A number.
    case number
    /// True or false.
    case flag
    /// An object.
    case object
    /// A list.
    case list
    /// The source does not show it.
    case unknown
}

/// A declaration whose object name is put together when the program runs.
package struct UnresolvedName: Hashable, Sendable {
    /// What the name begins with, as far as that is plain.
    package var prefix: String
    /// The class, where that is plain.
    package var className: String?
    /// The platform that the source is for.
    package var platform: SourcePlatform?
    /// Where it stands.
    package var place: SourcePlace
    /// The system whose name or number it is.
    package var system = NamingSystem.unnamed
}

/// An object name, or a number in its place, that a source declares for a type of message.
package struct NameDeclaration: Hashable, Sendable {
    /// The system that the type belongs to.
    package var system = NamingSystem.unnamed
    /// The name; of systems whose types have numbers, the number in decimal digits.
    package var objectName: String
    /// The flags that the source registers it with; `nil` where it does not say so plainly.
    package var flags: TypeFlags?
    /// The class, where that is plain.
    package var className: String?
    /// How it is declared.
    package var form: NameForm
    /// The platform that the source is for.
    package var platform: SourcePlatform?
    /// Where it stands; `nil` in a table.
    package var place: SourcePlace?
    /// Where the literal with the name stands: elsewhere when the declaration names a constant.
    package var namePlace: SourcePlace?
    /// The keys of its content that the class shows, without those that every content may have.
    package var keys: [String: ContentKeyKind] = [:]

    /// Makes a declaration.
    package init(
        objectName: String,
        flags: TypeFlags? = nil,
        className: String? = nil,
        form: NameForm,
        platform: SourcePlatform? = nil,
        place: SourcePlace? = nil,
        namePlace: SourcePlace? = nil
    ) {
        self.objectName = objectName
        self.flags = flags
        self.className = className
        self.form = form
        self.platform = platform
        self.place = place
        self.namePlace = namePlace ?? place
    }

    /// What the type is called in a sentence.
    var title: String { system.rules.title(objectName) }
}

/// A string literal that looks like an object name.
package struct NameLiteral: Hashable, Sendable {
    /// The system whose name it looks like.
    package var system: NamingSystem
    /// The text of the literal.
    package var text: String
    /// Where it stands.
    package var place: SourcePlace
    /// The platform that the source is for.
    package var platform: SourcePlatform?
}

/// A place that names the number of a type without declaring it.
package struct NumberMention: Hashable, Sendable {
    /// The system whose number it is.
    package var system: NamingSystem
    /// The number in decimal digits.
    package var number: String
    /// Where it stands.
    package var place: SourcePlace
    /// The platform that the source is for.
    package var platform: SourcePlatform?
}
