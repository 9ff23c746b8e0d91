import Testing
import WireFormat

@testable import RongCloud

@Suite("Damaged frames")
struct FrameDamageTests {
    /// Frames whose layout tells what is missing, wherever they are cut.
    static let exact = FrameVector.published + FrameVector.table
    static let all = exact + FrameVector.ambiguous

    /// Reads bytes; when they are a frame, it must give the same bytes again.
    private func read(_ bytes: [UInt8], _ vector: FrameVector) -> Result<Frame, WireError> {
        do throws(WireError) {
            let frame = try Frame(decoding: bytes.span, form: vector.form, sender: vector.sender)
            let again = try frame.encoded(form: vector.form, sender: vector.sender)
            #expect(again == bytes, "\(Hex.encode(bytes)) became \(Hex.encode(again))")
            return .success(frame)
        } catch {
            return .failure(error)
        }
    }

    @Test("that are cut off anywhere say which field lacks how many bytes, or are whole frames", arguments: exact)
    func cut(_ vector: FrameVector) throws {
        let bytes = try vector.bytes
        for count in bytes.indices {
            let expected = try vector.errorWhenCut(at: count)
            switch read(Array(bytes[..<count]), vector) {
            case .success: #expect(expected == nil, "cut at \(count)")
            case .failure(let error): #expect(error == expected, "cut at \(count)")
            }
        }
        #expect(try vector.errorWhenCut(at: bytes.count) == nil)
    }

    @Test(
        "that are cut off where their length told them apart end in truncated as well",
        arguments: FrameVector.ambiguous
    )
    func cutAmbiguous(_ vector: FrameVector) throws {
        let bytes = try vector.bytes
        for count in bytes.indices {
            guard case .failure(let error) = read(Array(bytes[..<count]), vector) else { continue }
            #expect(error.code == .truncated)
            #expect(error.offset >= 0 && error.offset <= count)
            #expect(error.path.count == (count == 0 ? 1 : 2))
            #expect(count == 0 || error.path[0] == vector.frame.body.type.name(in: .tcp).description)
            let (needed, available) = (error.needed ?? 0, error.available ?? .max)
            #expect(needed > available && error.offset + available == count)
        }
    }

    /// Other values of a byte: in the header all, elsewhere those at which lengths, flags and texts change, and lengths
    /// that just fit or just do not.
    private static func values(at index: Int, of bytes: [UInt8]) -> [UInt8] {
        guard index >= 8 else { return Array(UInt8.min...UInt8.max) }
        let left = bytes.count - index
        let byte = bytes[index]
        return [0, 1, 2, 0x7F, 0x80, 0xC0, 0xFE, 0xFF, byte ^ 1, byte ^ 0x80, byte &+ 1, byte &- 1]
            + (0...4).map { UInt8(truncatingIfNeeded: left - $0) }
    }

    @Test("never trap with any byte changed, and give the same bytes where they decode", arguments: all)
    func mutated(_ vector: FrameVector) throws {
        let bytes = try vector.bytes
        for index in bytes.indices where index < 80 || index >= bytes.count - 20 {
            for value in Self.values(at: index, of: bytes) where value != bytes[index] {
                var changed = bytes
                changed[index] = value
                if case .failure(let error) = read(changed, vector) {
                    #expect(error.code == .truncated)
                    #expect(error.offset > 0 && error.offset <= bytes.count)
                    #expect(error.path.count == 2)
                }
            }
        }
    }

    @Test("that are longer than their fields keep the rest", arguments: exact)
    func trailing(_ vector: FrameVector) throws {
        let hasRest = vector.layout.hasSuffix(":rest")
        let bytes = try vector.bytes
        // The tolerant endings of PUBACK and CONNACK read on, and a text behind CONNECT may be its address.
        guard !hasRest, vector.wholeAt.isEmpty || vector.layout.hasSuffix("messageUId:text") else { return }
        if vector.layout.hasSuffix("status:2") || vector.layout == "flag:1 status:1" { return }
        for extra in [[0xAA], [0xFF, 0xFF, 0xFF]] as [[UInt8]] {
            var expected = vector.frame
            expected.trailing = extra
            #expect(read(bytes + extra, vector) == .success(expected))
        }
    }

    @Test("keep what follows the last field, type by type")
    func trailingByType() throws {
        for (hex, sender, trailing) in [
            ("c0 01", .client, [1]), ("d0 0102", .server, [1, 2]), ("70 0102 00", .client, [0]),
            ("40 0102 ff", .client, [0xFF]), ("e0 00 05 00 01", .server, [0, 1]),
            ("40 0001 00000000 0000 0000 0000 00", .server, [0]),
            ("10 0000 03 00 0000 0000 ff", .client, [0xFF]),
        ] as [(String, FrameSender, [UInt8])] {
            let bytes = try Hex.decode(hex)
            let frame = try Frame(decoding: bytes.span, sender: sender)
            #expect(frame.trailing == trailing, "\(hex)")
            #expect(try frame.encoded(sender: sender) == bytes)
        }
    }

    @Test("of no bytes at all lack the header")
    func empty() {
        for form in FrameForm.allCases {
            for sender in FrameSender.allCases {
                #expect(throws: WireError(.truncated, at: 0, path: ["header"], needed: 1, available: 0)) {
                    let none: [UInt8] = []
                    _ = try Frame(decoding: none.span, form: form, sender: sender)
                }
            }
        }
    }

    @Test("over TCP are named by the TCP form")
    func namesOfTheForm() throws {
        let bytes = try Hex.decode("32 00000000")
        #expect(throws: WireError(.truncated, at: 1, path: ["PUBLISH", "signature"], needed: 8, available: 4)) {
            _ = try Frame(decoding: bytes.span, form: .tcp, sender: .client)
        }
    }

    @Test("leave the fields before the damage in their layout")
    func partialLayout() throws {
        let bytes = try Hex.decode("32 5f720000 0005 735f6d7367 0102")
        var layout = FrameLayout()
        var reader = ByteReader(bytes.span)
        do throws(WireError) {
            try layout.read(&reader, form: .websocket, sender: .server)
            Issue.record("read a frame that is cut off")
        } catch {
            #expect(error == WireError(.truncated, at: 14, path: ["PUBLISH", "targetId"], needed: 258, available: 0))
        }
        #expect(layout.header.type == .publish && layout.date == 0x5F72_0000 && layout.topic == 7..<12)
        #expect(layout.targetId == nil && layout.messageId == nil && layout.data == nil && layout.trailing == nil)
    }
}
