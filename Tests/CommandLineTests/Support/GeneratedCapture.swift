import Foundation

/// A capture of one RongCloud connection over WebSocket, with a message in each direction by turns.
enum GeneratedCapture {
    /// Writes messages with these texts.
    ///
    /// - Parameters:
    ///   - contents: the messages' contents; without them, the texts make them.
    ///   - objectNames: the messages' types, taken by turns.
    ///   - topics: topics of further messages of the client.
    ///   - sdk: the version that the client says.
    ///   - lost: numbers of messages whose packets the capture does not hold.
    static func write(
        texts: [String],
        contents: [[String: Any]] = [],
        objectNames: [String] = ["RC:TxtMsg"],
        topics: [String] = [],
        sdk: String = "2.5.3",
        lost: Set<Int> = [],
        to file: URL
    ) throws {
        var connection = GeneratedConnection(sdk: sdk)
        for (number, text) in texts.enumerated() {
            let made: [String: Any] = contents.isEmpty ? ["content": text, "extra": text] : contents[number]
            let content = try JSONSerialization.data(withJSONObject: made)
            let id = Wire.big(UInt16(truncatingIfNeeded: number))
            let name = Array(objectNames[number % objectNames.count].utf8)
            connection.isLost = lost.contains(number)
            if number % 2 == 0 {
                let message = Wire.field(1, 3) + Wire.field(2, name) + Wire.field(3, Array(content))
                connection.packet(
                    fromClient: true,
                    Wire.webSocket(
                        [0x32] + Wire.counted("ppMsgP") + Wire.counted(String(text.prefix(60))) + id + message
                    )
                )
            } else {
                let message =
                    Wire.field(1, Array("friend".utf8)) + Wire.field(2, 1) + Wire.field(4, name)
                    + Wire.field(5, Array(content)) + Wire.field(6, 1_500_000_000_000) + Wire.field(7, 0)
                connection.packet(
                    fromClient: false,
                    Wire.webSocket(
                        [0x32] + Wire.big(UInt32(1_500_000_000)) + Wire.counted("s_msg") + Wire.counted("me") + id
                            + message
                    )
                )
            }
        }
        connection.isLost = false
        for topic in topics {
            let message =
                Wire.field(1, 3) + Wire.field(2, Array("RC:TxtMsg".utf8))
                + Wire.field(3, Array("{\"content\":\"\"}".utf8))
            connection.packet(
                fromClient: true,
                Wire.webSocket([0x32] + Wire.counted(topic) + Wire.counted("target") + Wire.big(UInt16(1)) + message)
            )
        }
        try connection.capture.write(to: file)
    }
}
