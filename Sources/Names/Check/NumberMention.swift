/// A place in a source that names the number of a type without declaring it.
package struct NumberMention: Hashable, Sendable {
    /// The system that the number belongs to.
    package var system: NamingSystem
    /// The number in decimal digits.
    package var number: String
    /// The place in the source.
    package var place: SourcePlace
    /// The platform that the source is for.
    package var platform: SourcePlatform?
}
