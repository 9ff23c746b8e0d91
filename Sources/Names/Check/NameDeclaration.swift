/// An object name, or a number in its place, that a source declares for a message type.
package struct NameDeclaration: Hashable, Sendable {
    /// The system that the type belongs to.
    package var system = NamingSystem.unnamed
    /// The name; for systems whose types have numbers, the number in decimal digits.
    package var objectName: String
    /// The flags of the registration; `nil` if the source does not show them.
    package var flags: TypeFlags?
    /// The class, if known.
    package var className: String?
    /// The way in which the name is declared.
    package var form: NameForm
    /// The platform that the source is for.
    package var platform: SourcePlatform?
    /// The place in the source; `nil` in a table.
    package var place: SourcePlace?
    /// The place of the literal with the name: elsewhere if the declaration uses a constant.
    package var namePlace: SourcePlace?
    /// The keys of the content that the class shows, without those that every content may have.
    package var keys: [String: ContentKeyKind] = [:]

    /// Creates a declaration.
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

    /// The type as a sentence names it.
    var title: String { system.rules.title(objectName) }
}

/// The way in which a source declares the object name of a message type.
package enum NameForm: Hashable, Sendable {
    /// An annotation, a method or a constant of a class declares the name.
    case typeDeclaration
    /// A call registers the name.
    case registration
    /// A row of an adapter's table.
    case tableRow
    /// A constant lists the number of a type.
    case constant
}
