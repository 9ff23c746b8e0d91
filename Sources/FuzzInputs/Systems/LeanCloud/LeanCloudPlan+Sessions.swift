// The opening and closing of sessions.
extension LeanCloudPlan {
    /// Sends a client's open request.
    mutating func open(_ peer: String, _ app: String?, _ body: [Field]) {
        self.app = self.app ?? app
        let name: [Field] = app.map { [("appId", 3, .text($0))] } ?? []
        request("session", "open", body, envelope: name + [("peerId", 4, .text(peer))])
        ending = nil
    }

    /// Sends an open request for the same client again, or for another one on the connection.
    mutating func reopen(_ content: Int) {
        let agent = content & 4 == 0 ? agent : "java/9.9.9"
        let body: [Field] = [("ua", 4, .text(agent)), ("r", 5, .truth(true)), ("st", 10, .secret("token-3"))]
        open(content & 3 == 3 ? "ann" : "tom", content & 8 == 0 ? nil : "second", body)
        isReconnect = true
    }

    /// Returns the field for the client of a command; without the field it is the client that was opened first
    /// (reference section 4).
    func peer(_ content: Int) -> [Field] {
        [[], [("peerId", 4, .text("tom"))], [("peerId", 4, .text("ann"))], []][content >> 4 & 3]
    }

    /// Sends a client's close request; the connection stays open.
    mutating func close() {
        request("session", "close", [])
        ending = "clean"
    }

    /// Sends the server's close, as an answer or without a request (reference section 5).
    mutating func closed(_ which: Int, _ content: Int) {
        let meaning = "4111 another device logged in with the same tag"
        let code: [Field] = content & 1 == 0 ? [] : [("code", 12, .told(4111, as: meaning))]
        let words = content & 1 == 0 ? "closed by the server" : meaning
        ending = ending ?? "kicked: \(words)"
        if which & 1 == 0 {
            answer("session", "closed", which, code, envelope: peer(content))
        } else {
            send(false, "session", "closed", nil, code, peer(content))
        }
    }
}
