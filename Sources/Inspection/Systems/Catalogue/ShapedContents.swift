import WireJSON

/// The contents of a system that are described by shapes.
protocol ShapedContents: SendableMetatype {
    /// All kinds.
    static var all: [ContentShape] { get }

    /// Returns the key of the member with a content's id, or with the id's part after the slash; `nil` without one.
    static func idKey(of shape: ContentShape) -> String?
    /// Returns the ids of the kinds that cover an unlisted id, such as one of the application's own types.
    static func kinds(of id: String) -> [String]
    /// Returns the form that a content of the kind may have: JSON, text that is no JSON, or bytes.
    static func form(of shape: ContentShape) -> CatalogueContent.Form
    /// Whether the kind was never seen on the wire.
    static func isReconstructed(_ shape: ContentShape) -> Bool
    /// Judges a content as one of the kind.
    static func check(_ content: JSONView, as shape: ContentShape) -> [ContentFinding]
    /// Returns a few words that summarize a content.
    static func digest(_ content: JSONView, as shape: ContentShape) -> String
}

extension ShapedContents {
    static func kinds(of id: String) -> [String] { [] }
    static func isReconstructed(_ shape: ContentShape) -> Bool { false }
    static func form(of shape: ContentShape) -> CatalogueContent.Form { .json }
}
