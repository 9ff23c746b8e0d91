import LeanCloud
import WireJSON

extension LeanCloudContents: ShapedContents {
    static func idKey(of shape: ContentShape) -> String? { shape.id == nil ? nil : "_lctype" }

    /// Positive numbers are the application's own.
    static func kinds(of id: String) -> [String] { Int64(id).map { $0 > 0 ? [">0"] : [] } ?? [] }

    static func form(of shape: ContentShape) -> CatalogueContent.Form {
        switch shape.kind {
        case "plain-text": .text
        case "binary": .bytes
        default: .json
        }
    }

    static func digest(_ content: JSONView, as shape: ContentShape) -> String {
        shape.kind == "plain-text" ? content["msg"]?.string ?? "" : digest(content)
    }
}

extension LeanCloudDecoder {
    static let catalogue: any SystemCatalogue = ShapeCatalogue(LeanCloudContents.self, of: .leanCloud)
}
