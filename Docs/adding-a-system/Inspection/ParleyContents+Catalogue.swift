import Parley
import WireJSON

extension ParleyContents: ShapedContents {
    static func idKey(of shape: ContentShape) -> String? { nil }
    static func form(of shape: ContentShape) -> CatalogueContent.Form { .text }
    static func check(_ content: JSONView, as shape: ContentShape) -> [ContentFinding] { [] }
    static func digest(_ content: JSONView, as shape: ContentShape) -> String { content.string ?? "" }
}

extension ParleyDecoder {
    static let catalogue: any SystemCatalogue = ShapeCatalogue(ParleyContents.self, of: .parley)
}
