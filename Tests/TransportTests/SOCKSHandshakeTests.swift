import Testing
import Transport

/// The handshake with a SOCKS proxy, as far as both ends have sent it.
@Suite struct SOCKSHandshakeTests {
    /// The bytes of both ends, and what they say.
    struct Dialog: Sendable {
        var client: [UInt8]
        var server: [UInt8]
        var target: String
    }

    static let dialogs = [
        Dialog(
            client: [5, 1, 0] + [5, 1, 0, 1, 10, 0, 0, 7, 0, 80],
            server: [5, 0] + [5, 0, 0, 1, 0, 0, 0, 0, 0, 0],
            target: "10.0.0.7:80"
        ),
        Dialog(
            client: [5, 2, 0, 2] + [1, 2, 0x6D, 0x65, 2, 0x70, 0x77] + [5, 1, 0, 3, 2] + Array("im".utf8) + [1, 187],
            server: [5, 2] + [1, 0] + [5, 0, 0, 4] + [UInt8](repeating: 1, count: 18),
            target: "im:443"
        ),
        Dialog(
            client: [5, 1, 0] + [5, 1, 0, 4] + [0x20, 1, 0x0D, 0xB8] + [UInt8](repeating: 0, count: 11) + [9, 0, 80],
            server: [5, 0] + [5, 0, 0, 3, 1, 0x61, 0, 0],
            target: "[2001:db8:0:0:0:0:0:9]:80"
        ),
        Dialog(
            client: [4, 1, 0, 80, 10, 0, 0, 7] + Array("me".utf8) + [0],
            server: [0, 90, 0, 0, 0, 0, 0, 0],
            target: "10.0.0.7:80"
        ),
        Dialog(
            client: [4, 1, 0, 80, 0, 0, 0, 1, 0] + Array("im.example".utf8) + [0],
            server: [0, 90, 0, 0, 0, 0, 0, 0],
            target: "im.example:80"
        ),
        // As many methods as a client may offer.
        Dialog(
            client: [5, 16] + Array(0..<16) + [5, 1, 0, 1, 10, 0, 0, 7, 0, 80],
            server: [5, 0, 5, 0, 0, 1, 0, 0, 0, 0, 0, 0],
            target: "10.0.0.7:80"
        ),
    ]

    @Test("ends at the first byte of the connection behind it, whatever that sends", arguments: dialogs.indices)
    func connected(_ index: Int) {
        let dialog = Self.dialogs[index]
        let expected = SOCKSHandshake.connected(
            target: dialog.target,
            client: dialog.client.count,
            server: dialog.server.count
        )
        for more in [[], [5, 1, 0], Array("GET / HTTP/1.1".utf8)] as [[UInt8]] {
            let (client, server) = (dialog.client + more, dialog.server + more)
            #expect(SOCKSHandshake(client: client.span, server: server.span) == expected)
        }
    }

    @Test("is unfinished while a byte of either end is missing", arguments: dialogs.indices)
    func cuts(_ index: Int) {
        let dialog = Self.dialogs[index]
        for cut in 1..<dialog.client.count {
            let client = Array(dialog.client.prefix(cut))
            #expect(SOCKSHandshake(client: client.span, server: dialog.server.span) == .unfinished)
        }
        for cut in 0..<dialog.server.count {
            let server = Array(dialog.server.prefix(cut))
            #expect(SOCKSHandshake(client: dialog.client.span, server: server.span) == .unfinished)
        }
    }

    @Test("is none if a client goes on without waiting, or offers more methods than there are")
    func impatient() {
        for client in [[5, 1, 0, 7], [5, 0, 0], [5, 17] + Array(0..<17)] as [[UInt8]] {
            #expect(SOCKSHandshake(client: client.span, server: Span()) == nil)
        }
    }

    @Test("may be refused: no method, a wrong password, no connection")
    func refused() {
        let request: [UInt8] = [5, 1, 0, 1, 10, 0, 0, 7, 0, 80]
        let refusals: [(client: [UInt8], server: [UInt8])] = [
            ([5, 1, 0], [5, 0xFF]), ([5, 1, 2, 1, 1, 0x61, 1, 0x62], [5, 2, 1, 1]),
            ([5, 1, 0] + request, [5, 0, 5, 5]),
            ([4, 1, 0, 80, 10, 0, 0, 7, 0], [0, 91, 0, 0, 0, 0, 0, 0]),
        ]
        for (client, server) in refusals {
            #expect(SOCKSHandshake(client: client.span, server: server.span) == .refused, "\(client)")
        }
    }

    @Test("is told from other bytes, and from what is not followed")
    func others() {
        let others: [(client: [UInt8], server: [UInt8])] = [
            ([], [5, 0]), ([3, 1, 0], []), ([5, 1, 0], [0x53]), ([5, 1, 0], [5, 2]), ([5, 1, 1], [5, 1]),
            ([5, 1, 0, 5, 2, 0, 1], [5, 0]), ([5, 1, 0, 5, 1, 0, 2], [5, 0]), ([5, 1, 0, 0x47, 0x45], [5, 0]),
            ([4, 2, 0, 80, 10, 0, 0, 7, 0], []), ([4, 1, 0, 80, 10, 0, 0, 7, 0], [0, 7]),
            ([4, 1, 0, 80, 10, 0, 0, 7] + [UInt8](repeating: 0x61, count: 300), []),
        ]
        for (client, server) in others {
            #expect(SOCKSHandshake(client: client.span, server: server.span) == nil, "\(client)")
        }
    }
}
