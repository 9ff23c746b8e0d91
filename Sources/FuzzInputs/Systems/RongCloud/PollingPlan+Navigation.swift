// The requests before CONNECT.
extension PollingPlan {
    /// Adds the client's navigation request (reference, section A.1), and perhaps a ping; the first response is JSON,
    /// perhaps as a callback's argument.
    ///
    /// - Returns: the end of its line of text.
    mutating func navigate(_ number: Int) -> String {
        let path = number & 1 == 0 ? "/cometnavi.js" : "/navi.js"
        let version = "2.5.\(10 + number)"
        let parameters = [
            ("appId", "app1"), ("token", "token-1"), ("callBack", "getServerEndpoint"), ("v", version),
            ("r", "\(number)"),
        ]
        // The JSON may contain objects, and braces in texts.
        let more = ["", #","x":{}"#, #","x":{"y":{"z":[{}]},"w":"}{"}"#, #","x":[{"y":1},{"y":2}]"#][number % 4]
        let json = #"{"code":200,"userId":"lin","server":"im.example:80","type":1\#(more)}"#
        let body = number & 2 == 0 ? "getServerEndpoint(\(json))" : json
        exchange(path, parameters, body, told: json)
        if number & 4 != 0 { exchange("/ping", [("r", "\(number)")], #"{"code":200}"#, told: "-") }
        return
            "GET 200  lin, app app1, SDK \(version)  appId=app1 token=toke… callBack=getServerEndpoint v=\(version) r=\(number)"
    }

    /// Adds a request and its response, which are one event.
    private mutating func exchange(_ path: String, _ parameters: [(String, String)], _ body: String, told: String) {
        let query = parameters.map { "\($0.0)=\($0.1)" }.joined(separator: "&")
        let first = send(true, Array("GET \(path)?\(query) HTTP/1.1\r\nHost: nav.example\r\n\r\n".utf8))
        let (bytes, _) = Self.framed("HTTP/1.1 200 OK\r\n", Array(body.utf8), isChunked: false)
        _ = send(false, bytes)
        let words = PlannedJSON.object(parameters.map { ($0.0, .text($0.1)) }).spelling
        events.append(
            Event(text: "client GET \(path) \(words) 200 \(told)", packets: Array(first...session.packets.count))
        )
    }
}
