/// The rules of `names check` for a system whose applications define message types: how sources declare them, and which
/// declarations are wrong by themselves.
///
/// Differences between trees and platforms are found in the same way for all systems. The types of different systems
/// are never compared: an application may use several systems.
protocol NamedSystem: SendableMetatype {
    /// The system.
    static var system: NamingSystem { get }
    /// Whether its types have numbers instead of names.
    static var hasNumbers: Bool { get }

    // MARK: Reading

    /// The words that tell what a source file may hold.
    static var words: [String: SourceMarks.Kinds] { get }
    /// The endings of other words that may tell it, depending on language or place.
    static var wordEnds: [String] { get }
    /// Returns what a word with such an ending tells at its place.
    static func marks(_ index: Int, _ tokens: [SourceToken], _ language: SourceLanguage) -> SourceMarks.Kinds
    /// Returns what a literal tells.
    static func marks(ofText text: String, _ language: SourceLanguage) -> SourceMarks.Kinds
    /// Whether only trees that use the system are read: in other trees, similar types may be anything.
    static var isReadWhereUsed: Bool { get }
    /// Returns whether a literal looks like the name of a type.
    static func looksLikeName(_ text: String) -> Bool
    /// Returns whether an enumeration, interface or class lists the numbers of types, including this member.
    static func lists(_ member: String, _ number: String, in list: String) -> Bool
    /// Returns the declarations of a file.
    static func read(_ code: SourceCode, texts: SourceConstants, numbers: SourceConstants) -> SourceTypes
    /// The words, in lower case, that platforms add to the names of classes.
    static var affixes: Set<String> { get }

    // MARK: Checking

    /// Returns the findings about a table by itself.
    ///
    /// - Parameter group: the tables that the table is compared with, including the table itself.
    static func findings(_ table: NameTable, among group: [NameTable]) -> [NameFinding]
    /// Returns whether other trees and tables should have a declared type, too.
    ///
    /// - Parameter isComplete: whether the table should have every type.
    static func isShared(_ declaration: NameDeclaration, isComplete: Bool) -> Bool
    /// Whether a tree that only mentions types should have all of them.
    static var countsMentions: Bool { get }

    // MARK: Showing

    /// Returns the type as a sentence names it.
    static func title(_ name: String) -> String
    /// Returns the type as a table of all systems names it.
    static func heading(_ name: String) -> String
    /// Returns the flags of the catalogue for a name; `nil` if the catalogue does not have the name.
    static func flags(of name: String) -> TypeFlags?
    /// Returns the catalogue's entry for a type in words; `nil` if there is none.
    static func standing(of name: String) -> String?
    /// Returns the catalogue's spelling of a name given in lower case.
    static func spelling(of lowercased: String) -> String?
    /// Returns whether an undeclared name, in lower case, must be one of the system's.
    static func isReserved(_ lowercased: String) -> Bool
}

extension NamedSystem {
    static var hasNumbers: Bool { true }
    static var wordEnds: [String] { [] }
    static func marks(_ index: Int, _ tokens: [SourceToken], _ language: SourceLanguage) -> SourceMarks.Kinds { [] }
    static func marks(ofText text: String, _ language: SourceLanguage) -> SourceMarks.Kinds { [] }
    static var isReadWhereUsed: Bool { false }
    static func looksLikeName(_ text: String) -> Bool { false }
    static func lists(_ member: String, _ number: String, in list: String) -> Bool { false }
    static var affixes: Set<String> { [] }
    static func isShared(_ declaration: NameDeclaration, isComplete: Bool) -> Bool { true }
    static var countsMentions: Bool { true }
    static func flags(of name: String) -> TypeFlags? { nil }
    static func spelling(of lowercased: String) -> String? { nil }
    static func isReserved(_ lowercased: String) -> Bool { false }
}

extension NamingSystem {
    /// The rules of all systems, in the order of the systems.
    static let named: [any NamedSystem.Type] = allCases.map { $0.rules }
}
