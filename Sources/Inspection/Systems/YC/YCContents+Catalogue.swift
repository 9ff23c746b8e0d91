import WireJSON
import YC

extension YCContents: ShapedContents {
    static func idKey(of shape: ContentShape) -> String? { shape.kind == "chat-content" ? "ChatType" : "type" }

    static func digest(_ content: JSONView, as shape: ContentShape) -> String {
        var order: String?
        func take(_ value: JSONView?) {
            guard order == nil, let value else { return }
            order = value.string ?? value.int64.map(String.init)
        }
        take(content["content"]?["topic"])
        take(content["content"]?["order_id"])
        take(content["orderID"])
        return "[\(shape.name)]" + (order.map { " of order \($0)" } ?? "")
    }
}

extension YCDecoder {
    static let catalogue: any SystemCatalogue = ShapeCatalogue(YCContents.self, of: .yc)
}
