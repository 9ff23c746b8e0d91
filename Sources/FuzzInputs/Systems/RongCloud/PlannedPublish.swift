/// Messages that a decoder recognises by their layout: a text in a private conversation with `lin`.
enum PlannedPublish {
    /// Returns a PUBLISH of the client, or of the server to the user `me`.
    ///
    /// - Parameters:
    ///   - number: the number of the frame, below 16384.
    ///   - length: the number of letters in the text.
    static func bytes(fromClient: Bool, number: Int, length: Int) -> [UInt8] {
        let id: [UInt8] = [UInt8(number >> 7), UInt8(number & 127)]
        let content = #"{"content":"\#(String(repeating: "a", count: length))"}"#
        var data = PlannedFields()
        if fromClient {
            data.varint("sessionId", 1, 3)
            data.string("classname", 2, "RC:TxtMsg")
            data.string("content", 3, content)
            return [0x32] + SessionPlan.text("ppMsgP") + SessionPlan.text("lin") + id + data.bytes
        }
        data.string("fromUserId", 1, "lin")
        data.varint("type", 2, 1)
        data.string("classname", 4, "RC:TxtMsg")
        data.string("content", 5, content)
        data.varint("dataTime", 6, 1_795_000_000_123)
        data.varint("status", 7, 48)
        return [0x32, 0x6A, 0x7B, 0x0A, 0x40] + SessionPlan.text("s_msg") + SessionPlan.text("me") + id + data.bytes
    }
}
