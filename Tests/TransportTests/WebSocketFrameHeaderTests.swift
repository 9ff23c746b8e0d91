import Testing
import Transport
import WireFormat

/// Heads of WebSocket frames (RFC 6455 section 5.2).
@Suite struct WebSocketFrameHeaderTests {
    /// A head put together as section 5.2 draws it.
    private func head(_ first: UInt8, length: UInt64, form: Int, mask: [UInt8]? = nil) -> [UInt8] {
        let bit: UInt8 = mask == nil ? 0 : 0x80
        let bytes: [UInt8]
        switch form {
        case 7: bytes = [first, bit | UInt8(length)]
        case 16: bytes = [first, bit | 126] + [8, 0].map { UInt8(truncatingIfNeeded: length >> UInt64($0)) }
        default:
            bytes = [first, bit | 127] + (0..<8).map { UInt8(truncatingIfNeeded: length >> UInt64(56 - 8 * $0)) }
        }
        return bytes + (mask ?? [])
    }

    private func read(_ bytes: [UInt8], at start: Int = 0) throws(WireError) -> WebSocketFrameHeader? {
        try WebSocketFrameHeader(bytes.span, at: start)
    }

    /// Payload length and the bits it is written in; lengths need not be written in the shortest form to be read.
    static let lengths: [(UInt64, Int)] = [
        (0, 7), (1, 7), (125, 7), (0, 16), (126, 16), (127, 16), (65_535, 16), (0, 64), (126, 64), (65_536, 64),
        (1 << 32, 64), (UInt64(Int64.max) - 14, 64),
    ]

    @Test("each form of length is read, masked and not, wherever the head begins", arguments: lengths)
    func forms(_ length: UInt64, _ form: Int) throws {
        for mask in [nil, [0x37, 0xFA, 0x21, 0x3D]] as [[UInt8]?] {
            let bytes = head(0x82, length: length, form: form, mask: mask)
            for start in [0, 1, 5] {
                let padded = [UInt8](repeating: 0xFF, count: start) + bytes + [9, 9, 9]
                let header = try #require(try read(padded, at: start))
                #expect(header.payloadLength == Int(length))
                #expect(header.headerLength == bytes.count)
                #expect(header.isMasked == (mask != nil))
                #expect(withUnsafeBytes(of: header.mask) { Array($0) } == mask ?? [0, 0, 0, 0])
                #expect(header.isFinal && header.reserved == 0 && header.opcode == .binary)
                #expect(header.totalLength == bytes.count + Int(length))
            }
        }
    }

    @Test("a frame whose end no offset can tell is refused", arguments: [0, 13] as [UInt64], [true, false])
    func beyond(_ distance: UInt64, isMasked: Bool) {
        let bytes = head(0x82, length: UInt64(Int64.max) - distance, form: 64, mask: isMasked ? [1, 2, 3, 4] : nil)
        #expect(throws: WireError(.length, at: 2, path: ["WebSocket", "length"])) { try read(bytes) }
    }

    @Test("a head cut at any byte is not there yet", arguments: lengths)
    func truncation(_ length: UInt64, _ form: Int) throws {
        for mask in [nil, [1, 2, 3, 4]] as [[UInt8]?] {
            let bytes = head(0x81, length: length, form: form, mask: mask)
            for cut in bytes.indices {
                let header = try read(Array(bytes[..<cut]))
                #expect(header == nil)
            }
            let beyond = try read(bytes, at: bytes.count)
            #expect(beyond == nil)
        }
    }

    @Test("the first byte is FIN, reserved bits and opcode", arguments: UInt8.min...UInt8.max)
    func firstByte(_ byte: UInt8) throws {
        // A control frame must be whole.
        let isFragmentedControl = byte & 0x08 != 0 && byte & 0x80 == 0
        if isFragmentedControl {
            #expect(throws: WireError.self) { try read([byte, 0]) }
            return
        }
        let header = try #require(try read([byte, 3, 0, 0, 0]))
        #expect(header.isFinal == (byte >= 0x80))
        #expect(header.reserved == byte & 0x70)
        #expect(header.opcode.rawValue == byte & 0x0F)
        #expect(header.opcode.isControl == ((byte & 0x0F) >= 8))
        #expect(header.opcode.isKnown == [0, 1, 2, 8, 9, 10].contains(byte & 0x0F))
    }

    @Test("a control frame holds up to 125 bytes", arguments: [UInt8(8), 9, 10, 11, 15])
    func control(_ opcode: UInt8) throws {
        let longest = try read(head(0x80 | opcode, length: 125, form: 7))
        #expect(longest?.payloadLength == 125)
        for (length, form) in [(UInt64(126), 16), (65_536, 64)] {
            let bytes = head(0x80 | opcode, length: length, form: form)
            let error = #expect(throws: WireError.self) { try read([0] + bytes, at: 1) }
            #expect(error?.code == .value)
            #expect(error?.offset == 1)
        }
    }

    @Test("a payload of 2^63 bytes or more is an error at the length's place", arguments: [UInt64(1) << 63, .max])
    func hugeLength(_ length: UInt64) throws {
        let bytes = head(0x82, length: length, form: 64, mask: [1, 2, 3, 4])
        let error = #expect(throws: WireError.self) { try read([7, 7] + bytes, at: 2) }
        #expect(error?.code == .length)
        #expect(error?.offset == 4)
    }

    @Test("the examples of RFC 6455 section 5.7 are read")
    func examples() throws {
        let text = try #require(try read([0x81, 0x05, 0x48, 0x65, 0x6C, 0x6C, 0x6F]))
        #expect(text.opcode == .text && !text.isMasked && text.totalLength == 7)
        let masked = try #require(try read([0x81, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58]))
        #expect(masked.isMasked && masked.headerLength == 6 && masked.payloadLength == 5)
        let fragment = try #require(try read([0x01, 0x03, 0x48, 0x65, 0x6C]))
        #expect(!fragment.isFinal && fragment.opcode == .text)
        let last = try #require(try read([0x80, 0x02, 0x6C, 0x6F]))
        #expect(last.isFinal && last.opcode == .continuation)
        let ping = try #require(try read([0x89, 0x05]))
        #expect(ping.opcode == .ping)
        let kilobytes = try #require(try read([0x82, 0x7F, 0, 0, 0, 0, 0, 1, 0, 0]))
        #expect(kilobytes.payloadLength == 65_536)
    }
}
