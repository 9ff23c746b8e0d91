/// A frame in long polling (reference, section A.2): a request of the client, or a unit in an answer.
///
/// All messages have the same content.
struct PolledFrame {
    private let header: UInt8
    private var id: Int?
    private var topic: String?
    private var target: String?
    private var date: Int?
    private var status: Int?

    /// Parses a frame in the form that ``RuledSession`` writes for WebSocket.
    init(_ frame: [UInt8], fromClient: Bool) {
        header = frame[0]
        var rest = frame.dropFirst()
        func number(_ count: Int) -> Int {
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count).reduce(0) { $0 << 8 | Int($1) }
        }
        func text() -> String {
            let count = number(2)
            defer { rest = rest.dropFirst(count) }
            return String(decoding: rest.prefix(count), as: UTF8.self)
        }
        switch header >> 4 {
        case 3, 5:
            if !fromClient { date = number(4) }
            topic = text()
            target = text()
            id = number(2)
        case 4, 6, 7:
            id = number(2)
            if !fromClient {
                date = number(4)
                status = number(2)
            }
        default: break
        }
    }

    /// The client's request, with the frame's fields in its address, and its body.
    var request: [UInt8] {
        var query = "header=\(header)&sessionid=s1"
        if let id { query += "&messageid=\(id)" }
        if let topic, let target { query += "&topic=\(topic)&targetid=\(target)" }
        let body = header >> 4 == 3 ? #"{"sessionId":3,"classname":"RC:TxtMsg","content":"{\"content\":\"hi\"}"}"# : ""
        let head = "Host: im.example\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
        return Array("POST /websocket?\(query)&pid=1 HTTP/1.1\r\n\(head)\(body)".utf8)
    }

    /// The server's unit; its header code is a signed byte.
    var unit: String {
        var members = ["\"headerCode\":\(Int8(bitPattern: header))"]
        if let id { members.append("\"messageId\":\(id)") }
        if let date { members.append("\"date\":\(date)") }
        if let status { members.append("\"status\":\(status)") }
        if let topic, let target {
            let message =
                #"{"fromUserId":"lin","type":1,"classname":"RC:TxtMsg","content":"{\"content\":\"hi\"}","dataTime":1795000000123,"status":48}"#
            members.append("\"topic\":\"\(topic)\",\"targetId\":\"\(target)\",\"data\":\(message)")
        }
        if header >> 4 == 2 { members.append(#""messageId":0,"status":0,"userId":"me","sessionid":"s1""#) }
        return "{\(members.joined(separator: ","))}"
    }
}
