import LeanCloud
import TestSupport
import Testing
import WireFormat
import WireJSON
import WireProtobuf

@Suite("Damaged commands")
struct DamageTests {
    /// Reads bytes in every form; what is read encodes to the same bytes, what is not is refused with a place inside.
    private func judge(_ bytes: [UInt8]) throws {
        for form in LeanCloudForm.allCases {
            let tree = FieldTree()
            var isRead = true
            do throws(WireError) {
                let frame = try LeanCloudFrame(decoding: bytes.span, form: form)
                #expect(frame.encoded() == bytes)
                let again = try LeanCloudFrame(object: frame.object, form: form)
                #expect(again.encoded() == bytes)
            } catch {
                isRead = false
                #expect(error.offset >= 0 && error.offset <= bytes.count)
            }
            var isShown = true
            do { try tree.append(leanCloud: bytes.span, form: form) } catch { isShown = false }
            #expect(isRead == isShown || form == .json)
            var next = 0
            for leaf in tree.leaves {
                #expect(leaf.range.lowerBound == next)
                next = leaf.range.upperBound
            }
            #expect(next == bytes.count)
        }
        var layout = LeanCloudLayout()
        for form in LeanCloudForm.allCases where (try? layout.read(bytes.span, form: form)) != nil {
            layout.findMessages(in: bytes.span)
            for message in layout.messages {
                for text in [message.text, message.binary, message.conversation, message.sender, message.id] {
                    if let text { _ = layout.copy(text, of: bytes.span) }
                }
            }
        }
    }

    private static let samples =
        Golden.frames.compactMap { try? Hex.decode($0.hex) } + [
            Array(#"{"cmd":"direct","cid":"c","msg":"{\"_lctype\":-1,\"_lctext\":\"你好\"}","i":2019,"r":1}"#.utf8),
            Array("CAIoAsIGCAoCaGlaAmMx".utf8),
        ]

    @Test("every cut is read or refused with a place, and loses nothing", arguments: samples)
    func truncated(bytes: [UInt8]) throws {
        for length in 0...bytes.count { try judge(Array(bytes[..<length])) }
    }

    @Test("every changed byte is read or refused with a place, and loses nothing", arguments: samples)
    func changed(bytes: [UInt8]) throws {
        for index in bytes.indices {
            for flip: UInt8 in [0x01, 0x04, 0x20, 0x80, 0xFF] {
                var copy = bytes
                copy[index] ^= flip
                try judge(copy)
            }
        }
    }

    @Test("bytes without any sense do no harm")
    func random() throws {
        var generator = SplitMix64(seed: 7)
        for _ in 0..<2000 {
            let count = Int.random(in: 0..<64, using: &generator)
            var bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
            if count > 3, Bool.random(using: &generator) { bytes.replaceSubrange(0..<2, with: [0x08, 0x02]) }
            try judge(bytes)
        }
    }

    /// The fields of the schema's commands: an unknown one, one twice, one of another wire type.
    @Test("each command with a field unknown, doubled or retyped keeps its bytes", arguments: 0..<22)
    func strangeFields(cmd: Int) throws {
        let plain: [UInt8] = [0x08, UInt8(cmd), 0x28, 0x05]
        for (strange, i) in [
            ([0xA0, 0x3F, 0x01], Int32(5)),  // field 1012
            ([0x28, 0x06], 6),  // i twice: the last counts
            ([0x2A, 0x01, 0x41], 5),  // i as text
            ([0xB2, 0x06, 0x02, 0x08, 0x01, 0xB2, 0x06, 0x02, 0x12, 0x00], 5),  // the body in two parts
            ([0xB0, 0x06, 0x01], 5),  // a body that is a number
        ] as [([UInt8], Int32)] {
            let bytes = plain + strange
            var layout = LeanCloudLayout()
            try layout.read(bytes.span, form: .protobuf)
            #expect(layout.header.cmd?.rawValue == Int32(cmd) && layout.header.i == i)
            #expect(layout.tape.hasUnknown == (strange[0] == 0xA0 || strange[0] == 0x2A || strange[0] == 0xB0))
            #expect(layout.tape.hasWrongWireType == (strange[0] == 0x2A || strange[0] == 0xB0))
            #expect(try LeanCloudFrame(decoding: bytes.span).encoded() == bytes)
        }
    }

    @Test("what the schema requires is told when it is missing, and is no error")
    func required() throws {
        var layout = LeanCloudLayout()
        try layout.read(hex: "0807ba0600")
        let missing = layout.tape.missingRequired(schema: LeanCloudSchema.shared)
        #expect(missing.map(\.field) == ["code", "reason"])
        #expect(missing.first?.path == ["GenericCommand", "errorMessage"])
    }

    @Test("text that is no base64 is refused with the place of the first wrong byte")
    func base64Place() throws {
        for (text, offset, code) in [
            ("CA4o!Q==", 4, WireError.Code.value), ("CA4oA", 5, .truncated), ("CA4=oAQ=", 4, .value),
            ("CA4oAQ===", 6, .value), ("CA4oAQ=", 6, .value), ("====", 0, .value), ("CA4 oAQ=", 3, .value),
        ] {
            let error = #expect(throws: WireError.self) {
                try LeanCloudFrame(text: text, form: .protobufBase64)
            }
            #expect(error?.code == code && error?.offset == offset && error?.path == ["base64"], "\(text)")
        }
    }

    @Test("JSON with a byte missing is refused with its place")
    func jsonPlace() throws {
        let text = Array(#"{"cmd":"ack","cid":"c","mid":"m"}"#.utf8)
        var refused = 0
        for index in text.indices {
            var copy = text
            copy.remove(at: index)
            do throws(WireError) {
                _ = try LeanCloudFrame(decoding: copy.span, form: .json)
            } catch {
                refused += 1
                #expect(error.code == .json && error.offset <= copy.count)
            }
        }
        // Inside the letters of a key or value a byte may go.
        #expect(refused == text.count - "cmdackcidcmidm".count)
        let error = #expect(throws: WireError.self) {
            try LeanCloudFrame(text: " [1]", form: .json)
        }
        #expect(error?.code == .value && error?.offset == 1)
    }

    @Test("hostile sizes reserve nothing and are refused")
    func hostileSizes() throws {
        var limits = LeanCloudLimits()
        limits.frameBytes = 16
        let long = [UInt8](repeating: 8, count: 17)
        #expect(throws: WireError.self) {
            try LeanCloudFrame(decoding: long.span, limits: limits)
        }
        // A body that claims four gigabytes, and one inside one inside one.
        for hex in ["0802c206ffffffff0f", "0802c206ffffffffffffffffff01"] {
            let error = #expect(throws: WireError.self) { try LeanCloudFrame(hex: hex) }
            #expect(error?.code == .length || error?.code == .truncated)
        }
        let deep = Array(repeating: UInt8(ascii: "["), count: 100_000)
        #expect(throws: WireError.self) { try LeanCloudFrame(bytes: deep, form: .json) }
        let groups = [UInt8](repeating: 0x0B, count: 100_000)
        #expect(throws: WireError.self) { try LeanCloudFrame(bytes: groups) }
    }

    @Test("very many messages in one command take time in proportion to their number")
    func manyMessages() throws {
        // logs: cmd 6, body 109, items 105 with from, data and an id. With the square of their number it takes minutes.
        let count = 50_000
        let item: [UInt8] = [0xCA, 0x06, 0x09, 0x0A, 0x01, 0x61, 0x12, 0x01, 0x78, 0x22, 0x01, 0x6D]
        var body = ByteWriter()
        for _ in 0..<count { body.append(item) }
        var writer = ByteWriter()
        writer.append([0x08, 0x06, 0xEA, 0x06])
        writer.append(varint: UInt64(body.count))
        writer.append(body.span)
        let bytes = writer.array
        var layout = LeanCloudLayout()
        try layout.read(bytes.span, form: .protobuf)
        let duration = ContinuousClock().measure { layout.findMessages(in: bytes.span) }
        #expect(layout.messages.count == count)
        #expect(duration < .seconds(15))

        let items = (0..<count).map { _ in #"{"data":"x"}"# }.joined(separator: ",")
        let members = (0..<count).map { "\"k\($0)\":0" }.joined(separator: ",")
        let text = Array("{\"cmd\":\"logs\",\"logs\":[\(items)],\(members)}".utf8)
        try layout.read(text.span, form: .json)
        let other = ContinuousClock().measure { layout.findMessages(in: text.span) }
        #expect(layout.messages.count == count)
        #expect(other < .seconds(15))
    }
}
