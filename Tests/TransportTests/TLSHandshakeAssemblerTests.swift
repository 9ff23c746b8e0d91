import Testing
import WireFormat

@testable import Transport

/// Handshake messages, cut and joined by records as they like.
@Suite struct TLSHandshakeAssemblerTests {
    /// Type, length, body.
    private static let messages: [(type: UInt8, body: [UInt8])] = [
        (TLSHandshakeType.clientHello, [1, 2, 3]), (TLSHandshakeType.finished, [4, 5]),
        (TLSHandshakeType.helloRequest, []),
        (TLSHandshakeType.serverHello, []), (TLSHandshakeType.encryptedExtensions, Array(repeating: 7, count: 300)),
        (TLSHandshakeType.keyUpdate, [0]),
    ]
    private static let bytes = messages.flatMap { message -> [UInt8] in
        [message.type, 0, UInt8(message.body.count >> 8), UInt8(message.body.count & 0xFF)] + message.body
    }

    private func read(
        _ bytes: ArraySlice<UInt8>,
        by size: Int = .max,
        limit: Int = 1000,
        into assembler: inout TLSHandshakeAssembler
    ) throws(WireError) -> [TLSHandshakeMessage] {
        var messages: [TLSHandshakeMessage] = []
        var rest = bytes
        while !rest.isEmpty {
            let piece = Array(rest.prefix(size))
            rest = rest.dropFirst(size)
            var position = 0
            while let message = try assembler.next(piece.span, at: &position, limit: limit) { messages.append(message) }
            #expect(position == piece.count)
        }
        return messages
    }

    @Test(
        "come out whole, hellos and encrypted extensions with their bodies",
        arguments: [1, 2, 3, 4, 5, 100, Int.max]
    )
    func whole(_ size: Int) throws {
        var assembler = TLSHandshakeAssembler()
        let found = try read(Self.bytes[...], by: size, into: &assembler)
        #expect(found.map(\.type) == Self.messages.map(\.type))
        #expect(found.map(\.body) == [[1, 2, 3], [], [], [], Self.messages[4].body, []])
        #expect(!assembler.isInsideMessage)
    }

    @Test("one that has begun is known to be under way, up to its last byte")
    func inside() throws {
        for end in 1..<7 {
            var assembler = TLSHandshakeAssembler()
            let found = try read(Self.bytes[..<end], into: &assembler)
            #expect(found.isEmpty)
            #expect(assembler.isInsideMessage)
        }
    }

    @Test("behind missing bytes nothing is taken for a message, until the keys change")
    func lost() throws {
        var assembler = TLSHandshakeAssembler()
        _ = try read(Self.bytes[..<6], into: &assembler)
        assembler.lose()
        #expect(assembler.isLost && !assembler.isInsideMessage)
        let behind = try read(Self.bytes[...], into: &assembler)
        #expect(behind.isEmpty)
        assembler.reset()
        #expect(!assembler.isLost)
        let found = try read(Self.bytes[...], into: &assembler)
        #expect(found.count == Self.messages.count)
    }

    @Test("only one that would be kept has a longest length", arguments: [299, 300])
    func limit(_ limit: Int) throws {
        var assembler = TLSHandshakeAssembler()
        var error: WireError?
        do throws(WireError) { _ = try read(Self.bytes[...], limit: limit, into: &assembler) } catch let thrown {
            error = thrown
        }
        #expect(error?.code == (limit < 300 ? .limit : nil))
        var other = TLSHandshakeAssembler()
        let finished: [UInt8] = [TLSHandshakeType.finished, 0, 1, 44] + Array(repeating: 1, count: 300)
        #expect(try read(finished[...], limit: limit, into: &other).count == 1)
    }

    @Test("the place of a length that is too long is in the record that completes it", arguments: 1...4)
    func splitLength(_ size: Int) throws {
        var assembler = TLSHandshakeAssembler()
        var error: WireError?
        let head: [UInt8] = [TLSHandshakeType.clientHello, 1, 0, 0]
        do throws(WireError) { _ = try read(head[...], by: size, into: &assembler) } catch let thrown {
            error = thrown
        }
        #expect(error?.offset == (size == 4 ? 1 : 0))
    }
}
