import Crypto
import FuzzInputs
import Inspection
import LeanCloud
import NIM
import RongCloud
import Testing
import WireFormat
import WireJSON

@testable import Redaction

@Suite("Units that cannot be read")
struct BrokenUnitTests {
    private static var broken: BrokenUnits {
        let key = SymmetricKey(data: [UInt8](repeating: 7, count: 32))
        return BrokenUnits(leaves: LeafReplacer(Pseudonyms(key: key)), limits: Limits())
    }

    /// A message, and what no one may find in its stead.
    struct Message: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var bytes: [UInt8]
        var secret: String
        var isText = true
        var subprotocol: String?

        init(_ name: String, _ bytes: [UInt8], _ secret: String, isText: Bool = true, _ subprotocol: String? = nil) {
            testDescription = name
            self.bytes = bytes
            self.secret = secret
            self.isText = isText
            self.subprotocol = subprotocol
        }

        init(_ name: String, _ text: String, _ secret: String, _ subprotocol: String? = nil) {
            self.init(name, Array(text.utf8), secret, subprotocol)
        }
    }

    private static func isFree(_ made: [UInt8], of message: Message) -> Bool {
        !made.contains(Array(message.secret.utf8)) && made != message.bytes
    }

    // MARK: Text

    @Test("that are text but no UTF-8 stay so")
    func text() throws {
        let message = Message("", Array("{\"cmd\":\"lin_mei".utf8) + [0xC3] + Array("\"}".utf8), "lin_mei")
        let made = try #require(Self.broken.text(message.bytes))
        #expect(String(validating: made, as: UTF8.self) == nil)
        #expect(Self.isFree(made, of: message))
        #expect(Self.broken.text(Array("{}".utf8)) == nil)
    }

    // MARK: LeanCloud

    /// `cmd` 2 (direct), a peer, `i` 7, and a field that is not whole.
    private static func command(_ rest: [UInt8]) -> [UInt8] {
        [0x08, 2, 0x22, 7] + Array("lin_mei".utf8) + [0x28, 7] + rest
    }

    private static func base64(_ bytes: [UInt8]) -> [UInt8] {
        var writer = ByteWriter(capacity: bytes.count * 2)
        writer.append(base64: bytes.span)
        return writer.array
    }

    /// directMessage (105), and in it the message (1) that is longer than what follows.
    private static let shortDirect: [UInt8] = [0xCA, 0x06, 9, 0x0A, 40] + Array("wang_lei".utf8).prefix(7)

    static let commands = [
        Message("an object that does not end", "{\"cmd\":\"direct\",\"msg\":\"lin_mei", "lin_mei", "lc.json.1"),
        Message("no object", "[\"lin_mei\"", "lin_mei", "lc.json.1"),
        Message("no base64", "CAI?lin_mei!", "lin_mei", "lc.proto2base64.3"),
        Message("a string that is cut off", command([0x1A, 30] + Array("wang".utf8)), "wang", isText: false),
        Message("a wire type that is none", command([0x1F] + Array("wang".utf8)), "wang", isText: false),
        Message(
            "a varint that does not end",
            command([0x38] + [UInt8](repeating: 0xFF, count: 11)),
            "wang",
            isText: false
        ),
        Message("in a body", command(shortDirect), "wang_le", isText: false),
        Message(
            "in base64",
            base64(command([0x1A, 30] + Array("wang".utf8))),
            "wang",
            isText: true,
            "lc.proto2base64.3"
        ),
    ]

    @Test("of LeanCloud are refused as they were, with as much of their head", arguments: commands)
    func leanCloud(_ message: Message) throws {
        let reader = SystemReader(
            .leanCloud,
            begunBy: "/",
            isUpgrade: true,
            subprotocol: message.subprotocol,
            UnitReading()
        )
        func read(_ bytes: [UInt8]) -> (WireError.Code?, LeanCloudCommand?, LeanCloudOp?, Int32?) {
            let (form, generation) = reader.reading(ofLeanCloud: bytes.span, isText: message.isText)
            var layout = LeanCloudLayout()
            var code: WireError.Code?
            do throws(WireError) {
                try layout.read(bytes.span, form: form, generation: generation)
            } catch {
                code = error.code
            }
            return (code, layout.header.cmd, layout.header.op, layout.header.i)
        }
        let made = Self.broken.leanCloud(message.bytes, isText: message.isText, reader)
        let bytes = try #require(made)
        #expect(read(message.bytes).0 != nil)
        #expect(read(bytes) == read(message.bytes))
        #expect(Self.isFree(bytes, of: message))
    }

    // MARK: NIM

    static let packets = [
        Message("no type", "lin_mei", "lin_mei"),
        Message("no colon", "3lin_mei", "lin_mei"),
        Message("JSON that does not end", "3:::{\"SID\":7,\"CID\":1,\"Q\":[{\"t\":\"lin_mei\"", "lin_mei"),
        Message("JSON with a word that is none", "3:::{\"sid\":7,\"ser\":lin_mei}", "lin_mei"),
    ]

    @Test("of NIM are refused as they were", arguments: packets)
    func nim(_ message: Message) throws {
        func code(_ bytes: [UInt8]) -> WireError.Code? {
            do throws(WireError) {
                _ = try NIMPacket(decoding: bytes.span)
                return nil
            } catch {
                return error.code
            }
        }
        let made = try #require(Self.broken.nim(message.bytes))
        #expect(code(message.bytes) != nil)
        #expect(code(made) == code(message.bytes))
        #expect(Self.isFree(made, of: message))
    }

    @Test(
        "of NIM's long polling are refused at the same packet",
        arguments: [
            // A head of HTTP behind the packets, a length that is too long, one without digits, one that splits a
            // character, and one with so many digits that somebody may have written them.
            "\u{FFFD}3\u{FFFD}2::\u{FFFD}11\u{FFFD}3:::Grüße🙂HTTP/1.1 200 OK\r\n\r\nlin_mei",
            "\u{FFFD}30\u{FFFD}3:::lin_mei", "\u{FFFD}lin_mei", "\u{FFFD}5\u{FFFD}3:::🙂lin_mei",
            "\u{FFFD}0\u{FFFD}\u{FFFD}7\u{FFFD}lin_mei\u{FFFD}13912345678",
        ]
    )
    func nimPolling(_ body: String) throws {
        func failure(_ bytes: [UInt8]) -> (WireError.Code?, [String]?) {
            do throws(WireError) {
                _ = try NIMPollingBody(decoding: bytes.span)
                return (nil, nil)
            } catch {
                return (error.code, error.path)
            }
        }
        let message = Message("", body, "lin_mei")
        let made = try #require(Self.broken.nimPolling(message.bytes))
        #expect(failure(message.bytes).0 != nil)
        #expect(failure(made) == failure(message.bytes))
        #expect(Self.isFree(made, of: message) && !made.contains(Array("13912345678".utf8)))
    }

    // MARK: RongCloud

    static let frames = [
        Message(
            "CONNACK whose user is longer than the frame",
            [0x20, 0, 0, 0x72, 0x15] + Array("wang_lei".utf8),
            "wang_lei"
        ),
        Message(
            "CONNACK whose session is",
            [0x20, 0, 0, 0, 4] + Array("lin_".utf8) + [0x10, 0] + Array("s-1".utf8),
            "lin_"
        ),
        Message(
            "PUBACK whose id is",
            [0x40, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 19] + Array("B1MB-PL76".utf8),
            "B1MB-PL76"
        ),
        Message(
            "PUBLISH without a number",
            [0x32, 0, 5] + Array("s_msg".utf8) + [0, 4] + Array("wang".utf8) + [1],
            "wang"
        ),
        Message("a topic that is no UTF-8", [0x32, 0, 4, 0x77, 0xFF, 0x6E, 0x67, 0, 9] + Array("wang".utf8), "wang"),
    ]

    @Test("of RongCloud are refused as they were, behind the same fields", arguments: frames)
    func rongCloud(_ message: Message) throws {
        func read(_ bytes: [UInt8]) -> (WireError.Code?, [Bool], Int32?) {
            var layout = FrameLayout()
            var reader = ByteReader(bytes.span)
            var code: WireError.Code?
            do throws(WireError) {
                try layout.read(&reader, form: .websocket, sender: .server)
            } catch {
                code = error.code
            }
            let fields = [layout.topic, layout.targetId, layout.userId, layout.sessionId, layout.messageUId]
            return (code, fields.map { $0 != nil } + [layout.messageId != nil], layout.date)
        }
        let broken = Self.broken
        var writer = ByteWriter(capacity: 64)
        #expect(
            broken.rongCloud(
                message.bytes.span,
                form: .websocket,
                sender: .server,
                RongCloudUnits(broken.leaves),
                to: &writer
            )
        )
        let (before, after) = (read(message.bytes), read(writer.array))
        #expect(before.0 != nil && before.0 == after.0)
        #expect(before.1 == after.1 && before.2 == after.2)
        #expect(Self.isFree(writer.array, of: message))
    }

    @Test(
        "keep a tag of two bytes and a length of three, and nothing of what is longer",
        arguments: [
            ([0xC8, 0x06] as [UInt8], 2), ([0xC8, 0xC6, 0x01], 0), ([0x1A, 0xFF, 0xFF, 0x7F], 4),
            // A padded length that is not too long.
            ([0x1A, 0x81, 0x80, 0x80, 0x00], 1),
        ]
    )
    func tags(_ field: [UInt8], kept: Int) {
        let rest = field + Array("lin".utf8)
        var writer = ByteWriter(capacity: 64)
        Self.broken.leaves.fill(rest.span, &writer)
        #expect(writer.array == rest.prefix(kept) + [UInt8](repeating: 0xFF, count: rest.count - kept))
    }

    @Test("are broken at the same depth")
    func depth() {
        var writer = ByteWriter(capacity: 64)
        let type = LeanCloudSchema.genericCommand(.current)
        let reason = Self.broken.leaves.broken(
            Self.command(Self.shortDirect).span,
            as: type,
            LeanCloudSchema.shared,
            UnitTables.leanCloud,
            to: &writer
        )
        #expect(reason == .length)
        // directMessage (105) has the same length, and in it the message keeps its own, which is too long.
        #expect(writer.array.suffix(12) == [0xCA, 0x06, 9, 0x0A, 40] + [UInt8](repeating: 0xFF, count: 7))
    }

    @Test("are not made of units that can be read")
    func whole() {
        var writer = ByteWriter(capacity: 64)
        let ping: [UInt8] = [0xC0]
        let units = RongCloudUnits(Self.broken.leaves)
        #expect(!Self.broken.rongCloud(ping.span, form: .websocket, sender: .client, units, to: &writer))
        #expect(writer.count == 0)
        #expect(Self.broken.nim(Array("2::".utf8)) == nil)
        let reader = SystemReader(.leanCloud, begunBy: nil, UnitReading())
        #expect(Self.broken.leanCloud(Array("{}".utf8), isText: true, reader) == nil)
    }

    // MARK: Captures

    /// A damaged head turns the answers behind it into a body, whose words other answers have as well.
    private static func withSpeltValue() throws -> [UInt8] {
        var capture = try RedactionTests.bytes("nim-polling-chat.pcap")
        for (place, byte) in [(6978, 0xF8), (6994, 0xEB), (6998, 0x9B), (7002, 0x82)] as [(Int, UInt8)] {
            capture[place] = byte
        }
        return capture
    }

    @Test("may let words of HTTP be a value: then that connection is cut, and the rest is written")
    func speltValue() async throws {
        let run = try await RedactionTests.Run(Self.withSpeltValue())
        #expect(run.report.cutFlows.contains { $0.reason == "it would hold a value" })
        #expect(run.report.rewrittenPackets > 0)
    }

    @Test("are an error then where fields are kept, since these may hold it")
    func keptValue() async throws {
        let capture = try Self.withSpeltValue()
        await #expect(throws: RedactionError.self) { try await RedactionTests.Run(capture, keep: ["data"]) }
    }

    /// A capture, and which of its packets with payload breaks, counted from the last.
    struct Case: CustomTestStringConvertible, Sendable {
        var file: String
        var packet: Int
        var testDescription: String { "\(file), packet \(packet) from the end" }
    }

    private static let files = [
        "rongcloud-web-v2-chat.pcap", "rongcloud-web-v4-chat.pcap", "rongcloud-tcp-chat.pcap",
        "leancloud-protobuf-chat.pcap", "leancloud-base64-chat.pcap", "leancloud-deflate-chat.pcap",
        "leancloud-json-chat.pcap", "leancloud-older-chat.pcap", "nim-web-chatroom.pcap",
    ]

    static let cases = files.flatMap { file in (7...10).map { Case(file: file, packet: $0) } }

    @Test("leave the rest of their connections as it is", arguments: cases)
    func captures(_ place: Case) async throws {
        let capture = try Self.broken(RedactionTests.bytes(place.file), packet: place.packet)
        let run = try await RedactionTests.Run(capture)
        let before = try await RedactionTests.events(capture)
        let after = try await RedactionTests.events(run.bytes)
        #expect(run.report.cutFlows.map(\.reason) == [])
        #expect(PlantedCaptureTests.shape(before) == PlantedCaptureTests.shape(after))
        let codes = { (events: [JSONValue]) in
            events.map { $0["diagnostics"]?.elements?.compactMap { $0["code"]?.string } ?? [] }
        }
        #expect(codes(before) == codes(after))
    }

    @Test("and lost packets leave the rest of their connections, too", arguments: cases)
    func lostPackets(_ place: Case) async throws {
        var capture = try RedactionTests.bytes(place.file)
        let payloads = Self.payloads(capture)
        let lost = payloads[payloads.count * place.packet / 12]
        capture.removeSubrange(lost.packet)
        let run = try await RedactionTests.Run(capture)
        #expect(run.report.cutFlows.map(\.reason) == [])
        let (before, after) = (try await RedactionTests.events(capture), try await RedactionTests.events(run.bytes))
        #expect(PlantedCaptureTests.shape(before) == PlantedCaptureTests.shape(after))
    }

    @Test("and packets of which the end was not captured, too", arguments: files, [94, 100, 120, 200])
    func shortPackets(_ file: String, length: Int) async throws {
        let capture = try Self.shortened(RedactionTests.bytes(file), to: length)
        let run = try await RedactionTests.Run(capture)
        #expect(run.report.cutFlows.map(\.reason) == [])
        let (before, after) = (try await RedactionTests.events(capture), try await RedactionTests.events(run.bytes))
        #expect(PlantedCaptureTests.shape(before) == PlantedCaptureTests.shape(after))
    }

    /// A capture that was taken with a snap length.
    private static func shortened(_ capture: [UInt8], to length: Int) -> [UInt8] {
        var made = Array(capture[..<24])
        var start = 24
        while start + 16 <= capture.count {
            let captured = Int(capture[start + 8]) | Int(capture[start + 9]) << 8
            let kept = min(captured, length)
            made += capture[start..<start + 8] + [UInt8(kept & 0xFF), UInt8(kept >> 8), 0, 0]
            made += capture[start + 12..<start + 16 + kept]
            start += 16 + captured
        }
        return made
    }

    /// The packets with payload of a file without options: with their heads, and their payloads.
    private static func payloads(_ capture: [UInt8]) -> [(packet: Range<Int>, payload: Range<Int>)] {
        var payloads: [(packet: Range<Int>, payload: Range<Int>)] = []
        var start = 24
        while start + 16 <= capture.count {
            let length = Int(capture[start + 8]) | Int(capture[start + 9]) << 8
            let frame = start + 16
            let head = frame + 14 + Int(capture[frame + 14] & 15) * 4
            let payload = head + Int(capture[head + 12] >> 4) * 4
            if capture[frame + 14 + 9] == 6, payload < frame + length {
                payloads.append((start..<frame + length, payload..<frame + length))
            }
            start = frame + length
        }
        return payloads
    }

    /// A capture in which one packet has two other bytes in the middle of its payload.
    private static func broken(_ capture: [UInt8], packet: Int) throws -> [UInt8] {
        var capture = capture
        let payloads = Self.payloads(capture)
        let range = payloads[payloads.count - packet].payload
        for place in [range.lowerBound + range.count / 2, range.upperBound - 2] { capture[place] ^= 0x15 }
        return capture
    }
}
