/// A declaration whose object name is computed when the program runs.
package struct UnresolvedName: Hashable, Sendable {
    /// The beginning of the name, as far as it is known.
    package var prefix: String
    /// The class, if known.
    package var className: String?
    /// The platform that the source is for.
    package var platform: SourcePlatform?
    /// The place in the source.
    package var place: SourcePlace
    /// The system that the name or number belongs to.
    package var system = NamingSystem.unnamed
}
