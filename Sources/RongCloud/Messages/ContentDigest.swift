import WireFormat
public import WireJSON

/// A few words that tell what a message content says: what a list of conversations shows.
public enum ContentDigest {
    /// The digest of a content; empty when there is nothing to show.
    ///
    /// - Parameters:
    ///   - objectName: the message's type, such as `RC:TxtMsg`.
    ///   - content: the content.
    public static func digest(objectName: String, content: JSONView) -> String {
        switch objectName {
        case "RC:TxtMsg": text(content, "content")
        case "RC:ImgMsg", "RC:GIFMsg": image(content, word: objectName == "RC:GIFMsg" ? "GIF" : "image")
        case "RC:VcMsg", "RC:HQVCMsg": "[voice\(seconds(content))]"
        case "RC:SightMsg": "[video\(seconds(content))]"
        case "RC:FileMsg": "[file \(text(content, "name"))]"
        case "RC:LBSMsg": "[location \(text(content, "poi"))]"
        case "RC:ImgTextMsg": "[link \(text(content, "title"))]"
        case "RC:CardMsg": "[card \(text(content, "name"))]"
        case "RC:StkMsg": "[sticker]"
        case "RC:CombineMsg", "RC:CombineV2Msg": "[combined messages]"
        case "RC:ReferenceMsg": text(content, "content")
        case "RC:InfoNtf", "RC:GrpNtf", "RC:ContactNtf", "RC:ProfileNtf", "RC:CmdNtf", "RC:DizNtf":
            notification(content)
        case "RC:CmdMsg": "[command \(text(content, "name"))]"
        case "RC:RcCmd": "[recall \(text(content, "messageUId"))]"
        case "RC:chrmKVNotiMsg": "[\(text(content, "key")) = \(text(content, "value"))]"
        case "RC:TypSts": "[typing]"
        case "RC:ReadNtf": "[read]"
        case "RC:MsgExMsg": "[expansion of \(text(content, "mid"))]"
        default: firstText(content)
        }
    }

    private static func text(_ content: JSONView, _ key: String) -> String { content[key]?.string ?? "" }

    private static func seconds(_ content: JSONView) -> String {
        content["duration"]?.int64.map { " \($0) s" } ?? ""
    }

    private static func image(_ content: JSONView, word: String) -> String {
        if let width = content["width"]?.int64, let height = content["height"]?.int64 {
            return "[\(word) \(width)×\(height)]"
        }
        guard let thumbnail = content["content"]?.string,
            let bytes = Base64.decode(Array(thumbnail.utf8).span, ignoringWhitespace: true),
            let size = JPEGSize(bytes.span)
        else { return "[\(word)]" }
        return "[\(word) \(size.width)×\(size.height)]"
    }

    private static func notification(_ content: JSONView) -> String {
        let message = text(content, "message")
        return message.isEmpty ? "[\(text(content, "operation"))]" : message
    }

    /// Of a content that nobody described: its first text.
    private static func firstText(_ content: JSONView) -> String {
        guard content.kind == .object else { return content.string ?? "" }
        var members = content.members
        while let member = members.next() {
            if let text = member.value.string, !text.isEmpty { return text }
        }
        return ""
    }
}
