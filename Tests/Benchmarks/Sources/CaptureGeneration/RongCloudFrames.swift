/// Lays out RongCloud's frames by hand: header byte and fields, as a WebSocket message holds them.
package enum RongCloudFrames {
    /// What a frame of the TCP form has before the topic; nobody checks it.
    static let signature: UInt64 = 0xFF

    /// The header byte and the fields of a frame on the connection of `user`.
    ///
    /// - Parameter isTCP: whether it is for the TCP form, which has a signature more, and less in the CONNACK.
    static func layOut(_ frame: ChatFrame, user: Int, isTCP: Bool) -> [UInt8] {
        var laidOut = layOut(frame, user: user)
        switch frame {
        case .publish, .push, .notice, .query:
            guard isTCP else { break }
            var signed = [laidOut[0]]
            signed.append(bigEndian: signature)
            laidOut = signed + laidOut.dropFirst()
        case .connack:
            if isTCP { laidOut = connack(user: user) }
        default: break
        }
        return laidOut
    }

    private static func layOut(_ frame: ChatFrame, user: Int) -> [UInt8] {
        switch frame {
        case .connect: return connect(user: user)
        case .connack(let milliseconds): return connack(user: user, milliseconds: milliseconds)
        case .publish(let id, let target, let content):
            return clientPublish(id: id, target: target, message: upStream(content: content))
        case .publishReceipt(let id, let milliseconds, let uid):
            return serverPuback(id: id, milliseconds: milliseconds, uid: uid)
        case .push(let id, let delivery):
            let seconds = UInt32(delivery.milliseconds / 1000)
            return serverPublish(topic: "s_msg", id: id, user: user, seconds: seconds, message: downStream(delivery))
        case .notice(let id, let milliseconds):
            let seconds = UInt32(milliseconds / 1000)
            let message = notice(milliseconds: milliseconds)
            return serverPublish(topic: "s_ntf", id: id, user: user, seconds: seconds, message: message)
        case .pushReceipt(let id): return idOnly(0x40, id)
        case .query(let id, let since): return pullQuery(id: id, user: user, since: since)
        case .answer(let id, let delivery):
            return pullAnswer(id: id, milliseconds: delivery.milliseconds, message: downStream(delivery))
        case .confirmation(let id): return idOnly(0x70, id)
        case .heartbeat: return [0xC0]
        case .heartbeatAnswer: return [0xD0]
        }
    }

    /// CONNECT with everything that it can have: a will, the app key and a token.
    private static func connect(user: Int) -> [UInt8] {
        var frame: [UInt8] = [0x10]
        frame.append(prefixed: "RCloud")
        frame.append(3)
        frame.append(0xC6)
        frame.append(bigEndian: UInt16(240))
        frame.append(prefixed: "device\(user)")
        frame.append(prefixed: "10.0.0.1")
        frame.append(prefixed: "clientInfo")
        frame.append(prefixed: "Android$$device\(user)$$5.0.1")
        frame.append(prefixed: ChatServer.appKey)
        frame.append(prefixed: ChatServer.token)
        return frame
    }

    /// CONNACK with the user alone.
    private static func connack(user: Int) -> [UInt8] {
        var frame: [UInt8] = [0x20, 0, 0]
        frame.append(prefixed: "user\(user)")
        return frame
    }

    /// CONNACK with user, session and time.
    private static func connack(user: Int, milliseconds: UInt64) -> [UInt8] {
        var frame = connack(user: user)
        frame.append(prefixed: "session\(user)")
        frame.append(bigEndian: milliseconds)
        return frame
    }

    /// A message on its way to the server.
    package static func clientPublish(id: UInt16, target: String, message: [UInt8]) -> [UInt8] {
        var frame: [UInt8] = [0x32]
        frame.append(prefixed: "ppMsgP")
        frame.append(prefixed: target)
        frame.append(bigEndian: id)
        return frame + message
    }

    /// A push of the server.
    package static func serverPublish(
        topic: String,
        id: UInt16,
        user: Int,
        seconds: UInt32,
        message: [UInt8]
    ) -> [UInt8] {
        var frame: [UInt8] = [0x32]
        frame.append(bigEndian: seconds)
        frame.append(prefixed: topic)
        frame.append(prefixed: "user\(user)")
        frame.append(bigEndian: id)
        return frame + message
    }

    /// The server's receipt of a message.
    package static func serverPuback(id: UInt16, milliseconds: UInt64, uid: String) -> [UInt8] {
        var frame = idOnly(0x40, id)
        frame.append(bigEndian: UInt32(milliseconds / 1000))
        frame.append(bigEndian: UInt16(0))
        frame.append(bigEndian: UInt16(milliseconds % 1000))
        frame.append(prefixed: uid)
        return frame
    }

    /// The request for what is new in the own inbox.
    private static func pullQuery(id: UInt16, user: Int, since milliseconds: UInt64) -> [UInt8] {
        var frame: [UInt8] = [0x52]
        frame.append(prefixed: "pullMsg")
        frame.append(prefixed: "user\(user)")
        frame.append(bigEndian: id)
        frame.append(field: 1, milliseconds)
        frame.append(field: 2, 0)
        frame.append(field: 3, 1)
        return frame
    }

    /// The answer with one message.
    private static func pullAnswer(id: UInt16, milliseconds: UInt64, message: [UInt8]) -> [UInt8] {
        var frame = idOnly(0x62, id)
        frame.append(bigEndian: UInt32(milliseconds / 1000))
        frame.append(bigEndian: UInt16(0))
        frame.append(field: 1, message)
        frame.append(field: 2, milliseconds)
        frame.append(field: 3, 1)
        return frame
    }

    /// UpStreamMessage.
    private static func upStream(content: [UInt8]) -> [UInt8] {
        var message: [UInt8] = []
        message.append(field: 1, 3)
        message.append(field: 2, "RC:TxtMsg".utf8)
        message.append(field: 3, content)
        return message
    }

    /// DownStreamMessage.
    package static func downStream(from sender: Int, content: [UInt8], milliseconds: UInt64, uid: String) -> [UInt8] {
        var message: [UInt8] = []
        message.append(field: 1, "user\(sender)".utf8)
        message.append(field: 2, 1)
        message.append(field: 4, "RC:TxtMsg".utf8)
        message.append(field: 5, content)
        message.append(field: 6, milliseconds)
        message.append(field: 7, 0)
        message.append(field: 9, uid.utf8)
        return message
    }

    private static func downStream(_ delivery: ChatDelivery) -> [UInt8] {
        downStream(
            from: delivery.sender,
            content: delivery.content,
            milliseconds: delivery.milliseconds,
            uid: delivery.uid
        )
    }

    /// NotifyMsg: something is new in the inbox.
    private static func notice(milliseconds: UInt64) -> [UInt8] {
        var message: [UInt8] = []
        message.append(field: 1, 1)
        message.append(field: 2, milliseconds)
        return message
    }

    /// A message's unique id: four groups of four characters.
    package static func uid(_ number: Int) -> String {
        func group(_ value: Int) -> String {
            let digits = String(value & 0xFFFF, radix: 16, uppercase: true)
            return String(repeating: "0", count: 4 - digits.count) + digits
        }
        return "5A3B-\(group(number >> 16))-\(group(number))-ABCD"
    }

    private static func idOnly(_ header: UInt8, _ id: UInt16) -> [UInt8] {
        [header, UInt8(id >> 8), UInt8(truncatingIfNeeded: id)]
    }
}
