extension SampleSession {
    /// Sends the request to upgrade to WebSocket, and the response, which agrees to the extensions.
    package mutating func upgrade(extensions: String?, version: String, app: String = "app1", isAnswered: Bool = true) {
        let offer = extensions.map { "Sec-WebSocket-Extensions: \($0)\r\n" } ?? ""
        let request =
            "GET /websocket?appId=\(app)&token=tok-1&sdkVer=\(version)&apiVer=normal HTTP/1.1\r\nHost: im.example\r\n"
            + "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            + "Sec-WebSocket-Version: 13\r\n\(offer)\r\n"
        send(fromClient: true, Array(request.utf8))
        guard isAnswered else { return }
        let answer =
            "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            + "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\(offer)\r\n"
        send(fromClient: false, Array(answer.utf8))
    }
}
