import WireFormat
import WireJSON
import YC

// Single bodies for `frame decode` and `frame encode`.
extension YCDecoder {
    static var unitTransports: [EventTransport] { [.polling] }

    static func frameObject(of bytes: [UInt8], _ options: FrameObjectOptions) throws(WireError) -> String {
        if options.sender == .client { return YCFrame.request(bytes).object.description }
        let reply = try YCReply(keeping: bytes)
        var object = YCFrame.reply(reply).object
        let messages = try messages(in: reply)
        if !messages.isEmpty { object["messages"] = .array(messages) }
        return object.description
    }

    static func frameBytes(of object: [UInt8], _ options: FrameObjectOptions) throws(WireError) -> [UInt8] {
        try YCFrame(object: try JSONValue(parsing: object)).encoded()
    }

    /// Returns the elements with a content as events have them, and with the app's handling of each.
    private static func messages(in reply: YCReply) throws(WireError) -> [JSONValue] {
        let values = try reply.document.root.value()["result"]?.elements ?? []
        return zip(reply.elements, values).filter { $0.0.hasContent }.map { element, value in
            var object: JSONValue = [:]
            object["objectName"] = element.type.map { JSONValue($0) }
            object["content"] = value["content"]
            if let order = element.order {
                object["conversation"] = "order"
                object["target"] = JSONValue(order)
            }
            object["uid"] = element.id.map { JSONValue($0) }
            object["handling"] = JSONValue(element.handling.rawValue)
            object["shownAs"] = element.shownAs.map { JSONValue($0) }
            return object
        }
    }
}
