/// Lays out frames of the long-polling form: requests whose URL is the header, answers whose JSON is the frame.
///
/// A user has two connections: one to send on, and one for the request that waits for what the server sends.
struct PollingLayer {
    /// Which of a user's two connections.
    enum Connection: Int {
        case sending = 0
        case waiting = 1
    }

    /// Bytes on one of the connections.
    struct Part {
        var connection: Connection
        var isFromClient: Bool
        var bytes: [UInt8]
        /// Whether it is a frame of the chat; an empty answer is none.
        var isFrame = true
    }

    /// What goes over the connections for a frame.
    ///
    /// - Parameter isAnswered: whether the server's frame for the same request follows; if not, its answer is empty.
    func parts(_ frame: ChatFrame, user: Int, milliseconds: UInt64, isAnswered: Bool) -> [Part] {
        // The waiting request stands where others have a heartbeat; the server ends it when nothing came.
        if case .heartbeat = frame { return [] }
        guard frame.isFromClient else {
            let answer = Self.answer(Self.object(frame, user: user))
            switch frame {
            case .publishReceipt, .answer: return [Part(connection: .sending, isFromClient: false, bytes: answer)]
            default:
                let isFirst = if case .connack = frame { true } else { false }
                return [
                    Part(connection: isFirst ? .sending : .waiting, isFromClient: false, bytes: answer),
                    Part(connection: .waiting, isFromClient: true, bytes: Self.poll(user, milliseconds)),
                ]
            }
        }
        var parts = [Part(connection: .sending, isFromClient: true, bytes: Self.request(frame, user: user))]
        if !isAnswered {
            parts.append(Part(connection: .sending, isFromClient: false, bytes: Self.answer([]), isFrame: false))
        }
        return parts
    }

    // MARK: - HTTP

    private static func request(_ frame: ChatFrame, user: Int) -> [UInt8] {
        switch frame {
        case .publish(let id, let target, let content):
            return post(50, id, user, "&topic=ppMsgP&targetid=\(target)", upStream(content))
        case .query(let id, let since):
            let body = #"{"ispolling":false,"sendBoxSyncTime":0,"isPullSend":true,"syncTime":\#(since)}"#
            return post(82, id, user, "&topic=pullMsg&targetid=user\(user)", Array(body.utf8))
        case .pushReceipt(let id): return post(64, id, user, "", Array(#""""#.utf8))
        case .confirmation(let id): return post(112, id, user, "", Array(#""""#.utf8))
        default:
            return Array(
                """
                GET /websocket?appId=\(ChatServer.appKey)&token=\(ChatServer.token)&sdkVer=2.5.10&apiVer=1\
                &pid=pid\(user) HTTP/1.1\r
                Host: \(ChatServer.host)\r
                Connection: keep-alive\r
                \r

                """.utf8
            )
        }
    }

    private static func poll(_ user: Int, _ milliseconds: UInt64) -> [UInt8] {
        Array(
            """
            GET /pullmsg.js?sessionid=session\(user)&timestrap=\(milliseconds)&pid=pid\(user) HTTP/1.1\r
            Host: \(ChatServer.host)\r
            Connection: keep-alive\r
            \r

            """.utf8
        )
    }

    private static func post(_ header: Int, _ id: UInt16, _ user: Int, _ more: String, _ body: [UInt8]) -> [UInt8] {
        let head = """
            POST /websocket?messageid=\(id)&header=\(header)&sessionid=session\(user)\(more)&pid=pid\(user) HTTP/1.1\r
            Host: \(ChatServer.host)\r
            Connection: keep-alive\r
            Content-Length: \(body.count)\r
            Content-Type: application/x-www-form-urlencoded; charset=UTF-8\r
            \r

            """
        return Array(head.utf8) + body
    }

    private static func answer(_ body: [UInt8]) -> [UInt8] {
        let head = """
            HTTP/1.1 200 OK\r
            Content-Type: text/plain; charset=utf-8\r
            Content-Length: \(body.count)\r
            \r

            """
        return Array(head.utf8) + body
    }

    // MARK: - JSON

    /// A frame of the server; `headerCode` is the header as a signed byte.
    private static func object(_ frame: ChatFrame, user: Int) -> [UInt8] {
        switch frame {
        case .connack(let milliseconds):
            let session = #""sessionid":"session\#(user)","timestamp":\#(milliseconds)"#
            return Array(#"{"status":0,"userId":"user\#(user)","headerCode":32,"messageId":0,\#(session)}"#.utf8)
        case .publishReceipt(let id, let milliseconds, let uid):
            let time = #""date":\#(milliseconds / 1000),"status":0,"millisecond":\#(milliseconds % 1000)"#
            let rest = #""timestamp":\#(milliseconds),"messageUId":"\#(uid)""#
            return Array(#"{"headerCode":64,"messageId":\#(id),\#(time),\#(rest)}"#.utf8)
        case .push(let id, let delivery):
            return publish("s_msg", id, user, delivery.milliseconds, downStream(delivery))
        case .notice(let id, let milliseconds):
            return publish("s_ntf", id, user, milliseconds, Array(#"{"type":1,"time":\#(milliseconds)}"#.utf8))
        case .answer(let id, let delivery):
            let date = delivery.milliseconds / 1000
            let head = #"{"headerCode":98,"messageId":\#(id),"date":\#(date),"status":0,"data":"#
            var list = Array(#"{"list":["#.utf8)
            list += downStream(delivery)
            list += Array(#"],"syncTime":\#(delivery.milliseconds),"finished":true}"#.utf8)
            return Array(head.utf8) + quoted(list) + [UInt8(ascii: "}")]
        default: return Array(#"[{"headerCode":-48}]"#.utf8)
        }
    }

    private static func publish(
        _ topic: String,
        _ id: UInt16,
        _ user: Int,
        _ milliseconds: UInt64,
        _ message: [UInt8]
    ) -> [UInt8] {
        let fields = #""targetId":"user\#(user)","messageId":\#(id),"date":\#(milliseconds / 1000)"#
        let head = #"[{"headerCode":50,"topic":"\#(topic)",\#(fields),"data":"#
        return Array(head.utf8) + quoted(message) + Array("}]".utf8)
    }

    private static func upStream(_ content: [UInt8]) -> [UInt8] {
        let head = #"{"sessionId":3,"configFlag":0,"classname":"RC:TxtMsg","content":"#
        return Array(head.utf8) + quoted(content) + [UInt8(ascii: "}")]
    }

    private static func downStream(_ delivery: ChatDelivery) -> [UInt8] {
        let head = #"{"fromUserId":"user\#(delivery.sender)","type":1,"classname":"RC:TxtMsg","content":"#
        let tail = #","dataTime":\#(delivery.milliseconds),"status":0,"msgId":"\#(delivery.uid)"}"#
        return Array(head.utf8) + quoted(delivery.content) + Array(tail.utf8)
    }

    /// A JSON string of UTF-8 text; the texts written here have no control characters.
    private static func quoted(_ text: [UInt8]) -> [UInt8] {
        var quoted: [UInt8] = [UInt8(ascii: "\"")]
        quoted.reserveCapacity(text.count + text.count / 4 + 2)
        for byte in text {
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { quoted.append(UInt8(ascii: "\\")) }
            quoted.append(byte)
        }
        quoted.append(UInt8(ascii: "\""))
        return quoted
    }
}
