package import FuzzInputs
import RongCloud
import WireFormat

extension SampleSession {
    /// Returns a conversation over the TCP form, with its bodies obfuscated by a key.
    package static func tcpForm(key: [UInt8] = [0x5C, 0xD1, 0xA8, 0x1C, 0xC3, 0x47, 0xB1, 0xC3]) -> SampleSession {
        var session = SampleSession(port: 50002, serverPort: 8188)
        for sender in [FrameSender.client, .server] {
            for frame in FrameSamples.everyType(sender, form: .tcp).reversed() {
                guard let bytes = try? frame.encoded(form: .tcp, sender: sender) else { continue }
                var wire: [UInt8] = []
                Framing.checked(header: bytes[0], key: key)
                    .append(Array(bytes.dropFirst()), claiming: bytes.count - 1, to: &wire)
                session.send(fromClient: sender == .client, wire)
            }
        }
        session.close()
        return session
    }

    /// Returns a conversation over long polling.
    package static func polling() -> SampleSession {
        var session = SampleSession(port: 50003)
        for (index, answer) in FrameSamples.pollingAnswers.enumerated() {
            let request = FrameSamples.pollingRequests[index % FrameSamples.pollingRequests.count]
            if request.hasPrefix("/") {
                session.send(fromClient: true, Array("GET \(request) HTTP/1.1\r\nHost: im.example\r\n\r\n".utf8))
            } else {
                let target = "/websocket?messageid=2&header=50&sessionid=s1&topic=ppMsgP&targetid=u2&pid=1"
                let head =
                    "POST \(target) HTTP/1.1\r\nHost: im.example\r\nContent-Length: \(request.utf8.count)\r\n\r\n"
                session.send(fromClient: true, Array((head + request).utf8))
            }
            let body = index % 2 == 0 ? "[\(answer)]" : answer
            let head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
            session.send(fromClient: false, Array((head + body).utf8))
        }
        session.close()
        return session
    }
}
