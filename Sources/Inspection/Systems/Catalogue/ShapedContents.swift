import WireJSON

/// What a codec knows of contents that are described by shapes.
protocol ShapedContents: SendableMetatype {
    /// All kinds.
    static var all: [ContentShape] { get }

    /// The member in which a content of the kind says its id, or the part of it behind the stroke; `nil` without one.
    static func idKey(of shape: ContentShape) -> String?
    /// The ids of kinds that an id which is none of theirs falls under, such as the application's own types.
    static func kinds(of id: String) -> [String]
    /// Whether a content of the kind may be text that is no JSON, or bytes.
    static func form(of shape: ContentShape) -> CatalogueContent.Form
    /// Whether nobody has seen the kind on the wire.
    static func isReconstructed(_ shape: ContentShape) -> Bool
    /// Judges a content as one of the kind.
    static func check(_ content: JSONView, as shape: ContentShape) -> [ContentFinding]
    /// A few words that tell what a content says.
    static func digest(_ content: JSONView, as shape: ContentShape) -> String
}

extension ShapedContents {
    static func kinds(of id: String) -> [String] { [] }
    static func isReconstructed(_ shape: ContentShape) -> Bool { false }
    static func form(of shape: ContentShape) -> CatalogueContent.Form { .json }
}
