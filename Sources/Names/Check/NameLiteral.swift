/// A string literal that looks like an object name.
package struct NameLiteral: Hashable, Sendable {
    /// The system whose names look like the text.
    package var system: NamingSystem
    /// The text of the literal.
    package var text: String
    /// The place in the source.
    package var place: SourcePlace
    /// The platform that the source is for.
    package var platform: SourcePlatform?
}
