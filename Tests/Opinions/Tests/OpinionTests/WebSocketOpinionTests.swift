import Inspection
import NIOCore
import NIOEmbedded
import NIOWebSocket
import Testing
import WireFormat

import struct Transport.WebSocketFrameHeader

/// SwiftNIO reads the same WebSocket frames.
@Suite("WebSocket as SwiftNIO reads it")
struct WebSocketOpinionTests {
    /// Messages of one end as SwiftNIO's encoder writes them: masks, fragments, empty ones too, pings between them.
    struct Stream {
        var bytes: [UInt8] = []
        var messages: [[UInt8]] = []

        init(fromClient: Bool, _ dice: inout Dice) throws {
            let channel = EmbeddedChannel(handler: WebSocketFrameEncoder())
            for _ in 0...dice.below(4) {
                let length = dice.one(of: [1, 2, 124, 125, 126, 127, 128, 1000, 65_534, 65_535, 65_536, 70_000])
                let message = dice.bytes(length)
                messages.append(message)
                var start = 0
                var isFirst = true
                while true {
                    let rest = message.count - start
                    let count = dice.below(3) == 0 ? dice.below(rest + 1) : rest
                    let isLast = count == rest
                    try Self.write(
                        channel,
                        WebSocketFrame(
                            fin: isLast,
                            opcode: isFirst ? .binary : .continuation,
                            maskKey: fromClient ? WebSocketMaskingKey(dice.bytes(4)) : nil,
                            data: ByteBuffer(bytes: message[start..<start + count])
                        )
                    )
                    if dice.below(4) == 0 {
                        try Self.write(
                            channel,
                            WebSocketFrame(
                                fin: true,
                                opcode: dice.one(of: [.ping, .pong]),
                                maskKey: fromClient ? WebSocketMaskingKey(dice.bytes(4)) : nil,
                                data: ByteBuffer(bytes: dice.bytes(dice.below(126)))
                            )
                        )
                    }
                    start += count
                    isFirst = false
                    if isLast { break }
                }
            }
            while let part = try channel.readOutbound(as: ByteBuffer.self) { bytes += part.readableBytesView }
            _ = try channel.finish()
        }

        private static func write(_ channel: EmbeddedChannel, _ frame: WebSocketFrame) throws {
            try channel.writeOutbound(frame)
        }
    }

    @Test("what SwiftNIO writes is read as the same messages", arguments: 0..<60)
    func messages(_ seed: Int) async throws {
        var dice = Dice(seed)
        let client = try Stream(fromClient: true, &dice)
        let server = try Stream(fromClient: false, &dice)
        var conversation = Conversation()
        conversation.upgrade()
        conversation.send(fromClient: true, client.bytes)
        conversation.send(fromClient: false, server.bytes)
        var selection = EventSelection()
        selection.keepsBytes = true
        var found: [FrameSender: [[UInt8]]] = [:]
        for try await event in CaptureEvents(.bytes(conversation.capture), selecting: selection)
        where event.transport == .websocket { found[event.sender, default: []].append(event.bytes ?? []) }
        #expect(found[.client] == client.messages)
        #expect(found[.server] == server.messages)
    }

    /// A frame's head and the bytes that it counts.
    struct Head: Equatable {
        var isFinal: Bool
        var reserved: UInt8
        var opcode: UInt8
        var mask: [UInt8]?
        var length: Int
    }

    @Test("any head that SwiftNIO takes is read as the same head", arguments: 0..<30)
    func heads(_ seed: Int) throws {
        var dice = Dice(seed)
        var taken = 0
        for _ in 0..<200 {
            let (head, length) = Self.head(&dice)
            let bytes = head + Array(repeating: 0, count: length)
            guard let opinion = try Self.opinion(bytes) else { continue }
            taken += 1
            let read = try #require(try WebSocketFrameHeader(bytes.span, at: 0))
            let own = Head(
                isFinal: read.isFinal,
                reserved: read.reserved >> 4,
                opcode: read.opcode.rawValue,
                mask: read.isMasked ? withUnsafeBytes(of: read.mask) { Array($0) } : nil,
                length: read.payloadLength
            )
            #expect(own == opinion, "\(head)")
            #expect(read.headerLength == head.count)
        }
        #expect(taken > 20)
    }

    /// A head with any first byte and a length in any of the three forms, also one that is longer than it has to be.
    private static func head(_ dice: inout Dice) -> (bytes: [UInt8], length: Int) {
        let first = UInt8(dice.below(256))
        let mask = dice.below(2) == 0 ? dice.bytes(4) : []
        let bit: UInt8 = mask.isEmpty ? 0 : 0x80
        let length = dice.one(of: [0, 1, 125, 126, 127, 255, 256, 65_535, 65_536])
        switch length < 126 ? dice.below(3) : length < 65_536 ? 1 + dice.below(2) : 2 {
        case 0: return ([first, bit | UInt8(length)] + mask, length)
        case 1: return ([first, bit | 126, UInt8(length >> 8), UInt8(length & 255)] + mask, length)
        default:
            let wide = withUnsafeBytes(of: UInt64(length).bigEndian) { Array($0) }
            return ([first, bit | 127] + wide + mask, length)
        }
    }

    /// What SwiftNIO makes of a frame; `nil` when it refuses it.
    private static func opinion(_ bytes: [UInt8]) throws -> Head? {
        let channel = EmbeddedChannel(handler: ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: 1 << 20)))
        defer { _ = try? channel.finish(acceptAlreadyClosed: true) }
        do {
            try channel.writeInbound(ByteBuffer(bytes: bytes))
            guard let frame = try channel.readInbound(as: WebSocketFrame.self) else { return nil }
            let reserved: UInt8 = (frame.rsv1 ? 4 : 0) | (frame.rsv2 ? 2 : 0) | (frame.rsv3 ? 1 : 0)
            return Head(
                isFinal: frame.fin,
                reserved: reserved,
                opcode: UInt8(webSocketOpcode: frame.opcode),
                mask: frame.maskKey.map { Array($0) },
                length: frame.length
            )
        } catch {
            return nil
        }
    }
}
