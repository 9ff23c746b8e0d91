/// What `names check` knows of a system whose applications have types of messages of their own: how sources declare
/// them, and what is wrong with a declaration by itself.
///
/// What differs between trees and platforms is found for all systems alike. What one system declares is never compared
/// with what another one does: an application may use several.
protocol NamedSystem: SendableMetatype {
    /// The system.
    static var system: NamingSystem { get }
    /// Whether its types have numbers in place of names.
    static var hasNumbers: Bool { get }

    // MARK: Reading

    /// Words that say what a source file may hold.
    static var words: [String: SourceMarks.Kinds] { get }
    /// Ends of other words that do, in some language or place.
    static var wordEnds: [String] { get }
    /// What such a word says where it stands.
    static func marks(_ index: Int, _ tokens: [SourceToken], _ language: SourceLanguage) -> SourceMarks.Kinds
    /// What a literal says.
    static func marks(ofText text: String, _ language: SourceLanguage) -> SourceMarks.Kinds
    /// Whether only trees that use the system are read: in others, what looks like its types may be anyone's.
    static var isReadWhereUsed: Bool { get }
    /// Whether a literal looks like the name of a type.
    static func looksLikeName(_ text: String) -> Bool
    /// Whether an enumeration, interface or class lists the numbers of types, this member among them.
    static func lists(_ member: String, _ number: String, in list: String) -> Bool
    /// What a file declares.
    static func read(_ code: SourceCode, texts: SourceConstants, numbers: SourceConstants) -> SourceTypes
    /// Words, in lower case, that classes have around the name of a type by the habit of a platform.
    static var affixes: Set<String> { get }

    // MARK: Checking

    /// What is wrong with a table by itself.
    ///
    /// - Parameter group: what the table is compared with, itself among it.
    static func findings(_ table: NameTable, among group: [NameTable]) -> [NameFinding]
    /// Whether a declared type is to be found in other trees and tables, too.
    ///
    /// - Parameter isComplete: whether the table is meant to have every type.
    static func isShared(_ declaration: NameDeclaration, isComplete: Bool) -> Bool
    /// Whether a tree that only mentions types is expected to have all.
    static var countsMentions: Bool { get }

    // MARK: Showing

    /// What a type is called in a sentence.
    static func title(_ name: String) -> String
    /// What a type is called in a table of all systems.
    static func heading(_ name: String) -> String
    /// The flags that the catalogue has for a name; `nil` for a name that it does not have.
    static func flags(of name: String) -> TypeFlags?
    /// What the catalogue says of a type; `nil` for one that it does not have.
    static func standing(of name: String) -> String?
    /// How the catalogue spells a name that is given in lower case.
    static func spelling(of lowercased: String) -> String?
    /// Whether a name that nothing declares, in lower case, must be one of the system's.
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
    /// The systems whose applications have types of their own, in the order of all systems.
    static let named: [any NamedSystem.Type] = allCases.map { $0.rules }
}
