import Testing
import Transport

/// The header of the PROXY protocol, as far as the proxy has sent it.
@Suite struct ProxyHeaderTests {
    private static let signature: [UInt8] = [13, 10, 13, 10, 0, 13, 10] + Array("QUIT\n".utf8)

    /// A line of version 1 that names nobody.
    private static func line(ofLength length: Int) -> [UInt8] {
        let start = Array("PROXY UNKNOWN ".utf8)
        return start + [UInt8](repeating: 0x61, count: length - start.count - 2) + [13, 10]
    }

    /// Headers, and the client that each names.
    static let headers: [([UInt8], String?)] = [
        (Array("PROXY TCP4 192.0.2.7 10.0.0.2 50001 80\r\n".utf8), "192.0.2.7:50001"),
        (Array("PROXY TCP6 2001:db8::9 ::1 50001 443\r\n".utf8), "[2001:db8::9]:50001"),
        (Array("PROXY UNKNOWN\r\n".utf8), nil),
        (Array("PROXY UNKNOWN ffff::1 ffff::2 65535 65535\r\n".utf8), nil),
        (line(ofLength: 107), nil),
        (signature + [0x21, 0x11, 0, 12, 192, 0, 2, 7, 10, 0, 0, 2, 0xC3, 0x51, 0, 80], "192.0.2.7:50001"),
        // With an element after the addresses: a name of the host.
        (
            signature + [0x21, 0x11, 0, 17, 192, 0, 2, 7, 10, 0, 0, 2, 0xC3, 0x51, 0, 80, 2, 0, 2, 0x69, 0x6D],
            "192.0.2.7:50001"
        ),
        (
            signature + [0x21, 0x21, 0, 36, 0x20, 1, 0x0D, 0xB8] + [UInt8](repeating: 0, count: 11) + [9]
                + [UInt8](repeating: 0, count: 15) + [1, 0xC3, 0x51, 0, 80], "[2001:db8:0:0:0:0:0:9]:50001"
        ),
        // A check of the server's health, and sockets of the machine.
        (signature + [0x20, 0, 0, 0], nil),
        (signature + [0x21, 0x31, 0, 216] + [UInt8](repeating: 0x61, count: 216), nil),
    ]

    @Test("ends at the first byte of the connection behind it, whatever that sends", arguments: headers.indices)
    func complete(_ index: Int) {
        let (header, source) = Self.headers[index]
        for more in [[], Array("GET / HTTP/1.1".utf8), header] as [[UInt8]] {
            let bytes = header + more
            #expect(ProxyHeader(bytes.span) == .complete(source: source, count: header.count))
        }
        for count in 1..<header.count {
            #expect(ProxyHeader(header.span.extracting(..<count)) == .unfinished, "of \(count) bytes")
        }
    }

    @Test(
        "of another form is none",
        arguments: [
            [], Array("POST / HTTP/1.1\r\n".utf8), Array("PROPFIND / HTTP/1.1\r\n".utf8), [13, 10, 13, 10, 13],
            Array("PROXY TCP4 192.0.2.7 10.0.0.2 50001\r\n".utf8), Array("PROXY TCP5 1 2 3 4\r\n".utf8),
            Array("PROXY TCP4 192.0.2.7 10.0.0.2 50001 80 1\r\n".utf8), Array("PROXY TCP4  192.0.2.7\r\n".utf8),
            Array("PROXY UNKNOWN\n".utf8), Array("PROXY ".utf8) + [UInt8](repeating: 0x61, count: 101),
            line(ofLength: 108),
            signature + [0x11, 0x11, 0, 0], signature + [0x22, 0x11, 0, 0],
            // Too short for its addresses.
            signature + [0x21, 0x11, 0, 11] + [UInt8](repeating: 1, count: 11),
        ] as [[UInt8]]
    )
    func other(_ bytes: [UInt8]) {
        #expect(ProxyHeader(bytes.span) == nil)
    }
}
