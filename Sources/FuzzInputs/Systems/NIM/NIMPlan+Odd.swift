// Packets with secrets, and odd or invalid packets.
extension NIMPlan {
    /// Sends a packet with a secret: alone, in an object, or in each element of a list.
    ///
    /// Rarely it is so long that it is read in another way.
    mutating func secret(_ content: Int, _ length: Int, _ which: Int) {
        let secret = "secret-\(length)"
        // A packet with this text is so long that it is read in another way.
        let long = content & 15 == 15 ? String(repeating: "x", count: (64 << 10) + length) : "x"
        switch content % 3 {
        // A chat room does not have this command.
        case 0 where !isRoom:
            let values = [("String", "\"apns\""), ("String", "\"\(secret)\""), ("int", "1"), ("String", "\"\(long)\"")]
            let list = values.prefix(long.count > 1 ? 4 : 3).map { #"{"t":"\#($0.0)","v":\#($0.1)}"# }
            request(3, 1, "updatePushToken", "[\(list.joined(separator: ","))]", "")
        case 0, 1:
            let tokens = (0..<1 + length % 3).map { place in
                #"{"1":"\#(place == 0 ? long : "x")","2":"\#(secret)\#(place)","3":"b","4":\#(1_795_000_000_000 + place)}"#
            }
            let values = "[[\(tokens.joined(separator: ","))]]"
            guard long.count > 1 else { return answer(6, 1, which, values) }
            // A long packet answers nothing here: planned latencies assume an answer in one packet.
            send(false, #"3:::{"sid":6,"cid":1,"ser":0,"code":200,"r":\#(values)}"#, "message 6 1 0", "", "")
        default:
            let more = #""11":"push-\#(length)","24":"\#(long)","#
            if isRoom { loginToRoom(length, more: more) } else { login(byItself: false, more: more) }
        }
    }

    /// Packets of the transport without a command of NIM.
    private static let quiet = [
        ("2::", "heartbeat"), ("8::", "noop"), ("3:::hello", "message"), ("7:::1+0", "error"), ("3", "message"),
        ("6:::4", "ack"), ("1::", "connect"), ("3:::", "message"), ("1::/im", "connect"), ("3:7::hi", "message"),
        (#"5:1+::{"name":"a","args":[]}"#, "event"), (#"4:2:/im:{"sid":1,"cid":2}"#, "json"), ("6:3", "ack"),
        ("7::/im:1+0", "error"), ("0::", "disconnect"), ("5:::{}", "event"),
    ]

    /// Sends packets that are no command of NIM, or an unknown one, or one in the wrong direction.
    mutating func strange(_ content: Int, _ length: Int) {
        let fromClient = content & 8 == 0
        switch content & 7 {
        case 0, 1, 2:
            let (packet, type) = Self.quiet[length & 15]
            if type == "message" { note = "{warning frame-packet  0 the message holds no packet of NIM}" }
            send(fromClient, packet, "\(type) - - -", "", "")
        case 3:
            // Commands of known and of unknown services.
            let (sid, cid) = [(77, 1), (7, 99), (0, 0), (126, 255), (127, 1), (300, 7)][length % 6]
            note = Self.unknown(sid, cid)
            guard fromClient else {
                let packet = #"3:::{"sid":\#(sid),"cid":\#(cid),"ser":0,"code":200,"r":["x",{"1":2}]}"#
                return send(false, packet, "message \(sid) \(cid) 0", "", "")
            }
            let serial = nextSerial()
            let packet = #"3:::{"SID":\#(sid),"CID":\#(cid),"SER":\#(serial),"Q":[{"t":"int","v":5}]}"#
            send(true, packet, "message \(sid) \(cid) \(serial)", "", "")
        case 4:
            note = "{note frame-direction  0 the server wrote a request}"
            send(false, #"3:::{"SID":1,"CID":2,"SER":0}"#, "message 1 2 0", "", "")
        case 5:
            note = "{note frame-direction  0 the client wrote a response}"
            send(true, #"3:::{"sid":1,"cid":2,"ser":0,"code":200}"#, "message 1 2 0", "", "")
        default:
            // Codes of failures.
            let code = [200, 302, 414, 500, 408, 999, 12_345][length % 7]
            answerHeartbeat(code: code)
        }
    }

    private static func unknown(_ sid: Int, _ cid: Int) -> String {
        "{note frame-command cid 0 the table has no command \(sid)_\(cid)}"
    }

    /// Packets that are cut off, and binary frames.
    private static let broken = [
        ("9:::x", "frame-value type 0"), ("x", "frame-value type 0"), ("31:::x", "frame-value message 1"),
        (#"3:::{"sid":7,"#, "frame-json message 13"), ("4:::x", "frame-json json 4"), ("", "frame-truncated type 0"),
        ("5:::{}}", "frame-json event 6"), (#"3:::{"sid":7}{"#, "frame-json message 13"),
    ]

    mutating func broken(_ content: Int, _ length: Int) {
        let fromClient = content & 1 == 0
        if isPolling { return brokenBody(content >> 1, fromClient) }
        forget()
        if content & 2 != 0 {
            let bytes = planBytes(length, 1 + length & 31)
            undecoded(fromClient, bytes, "{error frame-binary  0}")
            return session.message(fromClient: fromClient, bytes)
        }
        let (packet, error) = Self.broken[length & 7]
        undecoded(fromClient, Array(packet.utf8), "{error \(error)}")
        session.message(fromClient: fromClient, Array(packet.utf8), first: 0x81)
    }

    /// Sends a body whose packets do not end where their lengths say; marks and lengths are those of reference section
    /// 8.
    private mutating func brokenBody(_ choice: Int, _ fromClient: Bool) {
        let mark = Array("\u{FFFD}".utf8)
        let (body, error): ([UInt8], String) =
            switch choice & 7 {
            // A length beyond the body.
            case 0: (mark + Array("9".utf8) + mark + Array("1::".utf8), "polling-length packet[0].length 3")
            // No length, and another text in its place.
            case 1: (mark + mark, "polling-value packet[0].length 3")
            case 2: (mark + Array("x".utf8) + mark, "polling-value packet[0].length 3")
            // A length without the mark after it.
            case 3: (mark + Array("3:::".utf8), "polling-value packet[0].length 4")
            // A text between two packets.
            case 4: (mark + Array("3".utf8) + mark + Array("8::x".utf8), "polling-value packet[1].length 10")
            // A character of two UTF-16 units, cut in half.
            case 5: (mark + Array("1".utf8) + mark + Array("\u{1F642}".utf8), "polling-length packet[0].length 3")
            // Bytes that are not UTF-8.
            case 6: (mark + Array("2".utf8) + mark + [0xFF, 0x41], "polling-string  7")
            // A length with too many digits.
            default:
                (mark + Array("1234567890123".utf8) + mark + Array("1::".utf8), "polling-length packet[0].length 3")
            }
        forget()
        undecoded(fromClient, body, "{error \(error)}")
        exchange(fromClient, body)
    }

    /// Adds an event whose packet is not decoded.
    private mutating func undecoded(_ fromClient: Bool, _ bytes: [UInt8], _ note: String) {
        let hex = bytes.map(PlannedFields.hex).joined()
        events.append(
            "\(fromClient ? "client" : "server") UNDECODED - - -   \(note)" + (hex.isEmpty ? "" : " undecoded \(hex)")
        )
        texts.append("")
        if !isPolling { packets.append([session.packets.count + 1]) }
    }
}
