/// Lays out the frames of RongCloud's WebSocket form by hand.
package enum RongCloudFrames {
    /// The URL of the upgrade names the user; its answer on the protocol is the CONNACK.
    static func connack(user: Int, milliseconds: UInt64) -> [UInt8] {
        var frame: [UInt8] = [0x20, 0, 0]
        frame.append(prefixed: "user\(user)")
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

    /// The client's receipt of a push.
    static func clientPuback(id: UInt16) -> [UInt8] { idOnly(0x40, id) }

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
    static func pullQuery(id: UInt16, user: Int, since milliseconds: UInt64) -> [UInt8] {
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
    static func pullAnswer(id: UInt16, milliseconds: UInt64, message: [UInt8]) -> [UInt8] {
        var frame = idOnly(0x62, id)
        frame.append(bigEndian: UInt32(milliseconds / 1000))
        frame.append(bigEndian: UInt16(0))
        frame.append(field: 1, message)
        frame.append(field: 2, milliseconds)
        frame.append(field: 3, 1)
        return frame
    }

    /// The confirmation of an answer.
    static func queryConfirmation(id: UInt16) -> [UInt8] { idOnly(0x70, id) }

    static let heartbeat: [UInt8] = [0xC0]
    static let heartbeatAnswer: [UInt8] = [0xD0]

    /// UpStreamMessage.
    static func upStream(content: [UInt8]) -> [UInt8] {
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

    /// NotifyMsg: something is new in the inbox.
    static func notice(milliseconds: UInt64) -> [UInt8] {
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
