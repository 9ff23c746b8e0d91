import Transport
import WireFormat

/// The code of the page of `Transport`.
enum TransportPage {
    /// - Parameter print: receives what a program would print.
    static func decode(_ print: (Any...) -> Void) throws {
        let bytes = Array("GET /websocket?appId=devkey HTTP/1.1\r\nUpgrade: websocket\r\n\r\n".utf8)
        var stream = HTTPStream()
        var position = 0
        while let message = try stream.next(bytes.span, at: &position, requestMethod: nil) {
            print(message.target, message.isWebSocketUpgrade, "to", position)  // /websocket?appId=devkey true to 60
        }

        let frame: [UInt8] = [0x81, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58]
        if let header = try WebSocketFrameHeader(frame.span, at: 0) {
            var text = ByteWriter()
            text.append(frame.span.extracting(header.headerLength..<frame.count), masked: header.mask)
            print(String(decoding: text.array, as: UTF8.self))  // Hello
        }
    }
}
