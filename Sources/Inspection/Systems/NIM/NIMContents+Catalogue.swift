import NIM
import WireJSON

extension NIMContents: ShapedContents {
    static func idKey(of shape: ContentShape) -> String? {
        switch shape.kind {
        case "message", "demo-custom": "type"
        case "demo-system-notification": "id"
        default: nil
        }
    }

    /// The content of type 100 is the application's own if the demo has no such number.
    static func kinds(of id: String) -> [String] { id.hasPrefix("100/") ? ["100"] : [] }

    /// Texts and tips are in the message itself; the content of type 100 is JSON by convention only.
    static func form(of shape: ContentShape) -> CatalogueContent.Form {
        shape.kind == "message" || shape.id == "100" ? .text : .json
    }

    static func digest(_ content: JSONView, as shape: ContentShape) -> String {
        if shape.kind == "message" { return content["body"]?.string ?? "" }
        return "[\(shape.name)]" + ((try? content.value()).map { " \($0)" } ?? "")
    }
}

extension NIMDecoder {
    static let catalogue: any SystemCatalogue = ShapeCatalogue(NIMContents.self, of: .nim)
}
