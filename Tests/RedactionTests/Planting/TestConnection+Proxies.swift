/// What a client and a proxy say before the connection that the proxy makes.
extension TestConnection {
    /// An HTTP proxy connects (RFC 9110 section 9.3.6).
    mutating func passHTTPProxy(to host: String, authorization: String, _ network: inout TestNetwork) {
        let fields = [("Host", "\(host):443"), ("Proxy-Authorization", "Basic \(authorization)")]
        request("CONNECT", "\(host):443", fields, &network)
        send(.server, Array("HTTP/1.1 200 Connection established\r\n\r\n".utf8), &network)
    }

    /// A SOCKS 5 proxy connects, after a user and a password (RFC 1928 and 1929).
    mutating func passSOCKS5(to host: String, user: String, password: String, _ network: inout TestNetwork) {
        func text(_ text: String) -> [UInt8] { [UInt8(text.utf8.count)] + text.utf8 }
        send(.client, [5, 2, 0, 2], &network)
        send(.server, [5, 2], &network)
        send(.client, [1] + text(user) + text(password), &network)
        send(.server, [1, 0], &network)
        send(.client, [5, 1, 0, 3] + text(host) + [1, 187], &network)
        send(.server, [5, 0, 0, 1, 203, 0, 113, 77, 4, 56], &network)
    }

    /// A SOCKS 4a proxy connects.
    mutating func passSOCKS4(to host: String, user: String, _ network: inout TestNetwork) {
        send(.client, [4, 1, 1, 187, 0, 0, 0, 1] + user.utf8 + [0] + host.utf8 + [0], &network)
        send(.server, [0, 90, 4, 56, 203, 0, 113, 77], &network)
    }
}
