/// The types of one system that a source file declares.
struct SourceTypes {
    /// The declarations, in the file's order.
    var declarations: [NameDeclaration] = []
    /// Declarations whose names cannot be read.
    var unresolved: [UnresolvedName] = []
    /// Numbers of types that are named without being declared.
    var mentions: [NumberMention] = []
}
