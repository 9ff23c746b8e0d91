// The exchange between a client and proxies, before all other messages.
extension HTTPPlan {
    /// Requests tunnels from proxies (RFC 9110 section 9.3.6): one that refuses, one that accepts, or two in a row.
    mutating func askProxies(_ form: Int, _ choice: Int) {
        guard form > 0 else { return }
        for number in 0..<[0, 1, 1, 2][form] {
            proxies += 1
            let host = "proxy-\(number).example:443"
            let fields: [(name: String, value: String)] = [("Host", " \(host)")]
            let request = Self.head("CONNECT \(host) HTTP/1.1", fields, 0)
            parts.append((true, request, requests.count))
            var asked = Message(method: "CONNECT", target: host, length: request.count)
            asked.fields = Self.texts(fields)
            requests.append(asked)
            let isRefused = form == 1
            let status = (isRefused ? [407, 502, 302, 403] : [200, 204, 299, 201])[choice & 3]
            answerTunnel(status, isRefused, choice >> 2)
        }
        partsBeforeTunnel = form == 1 ? 0 : parts.count
    }

    /// Adds a proxy's response.
    ///
    /// A refusal may have a body; a response that opens a tunnel has none, whatever its fields say.
    private mutating func answerTunnel(_ status: Int, _ isRefused: Bool, _ form: Int) {
        let body = isRefused ? Array("GET /no HTTP/1.1\r\n\r\n".utf8) : []
        let chunks = Array("14\r\n".utf8) + body + Array("\r\n0\r\n\r\n".utf8)
        let length: (name: String, value: String) = ("Content-Length", " 20")
        let coding: (name: String, value: String) = ("Transfer-Encoding", " chunked")
        let fields = form & 1 == 0 ? [length] : form & 2 == 0 ? [coding] : [("X-Via", " proxy"), coding]
        let head = Self.head("HTTP/1.1 \(status) Said", fields, 0)
        let bytes = head + (isRefused ? form & 1 == 0 ? body : chunks : [])
        parts.append((false, bytes, answers.count))
        var message = Message(status: status, length: bytes.count)
        message.fields = Self.texts(fields)
        keep(body, body, "", &message)
        answered.append(requests.count - 1)
        answers.append(message)
    }
}
