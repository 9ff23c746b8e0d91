import Foundation
import RongCloud
import RongCloudProtobuf
import SwiftProtobuf
import Testing
import WireFormat
import WireJSON
import WireProtobuf

@Suite("Payloads")
struct PayloadTests {
    private let schema = RongCloudSchema.shared

    private func index(_ message: any SwiftProtobuf.Message) throws -> MessageIndex {
        try #require(schema.message(named: type(of: message).protoMessageName))
    }

    /// The tape's JSON as Foundation reads it.
    private func object(_ tape: ProtobufTape, _ bytes: [UInt8]) throws -> NSDictionary {
        var writer = ByteWriter()
        writer.append(protobufJSON: tape, bytes: bytes.span, schema: schema)
        return try #require(try JSONSerialization.jsonObject(with: Data(writer.array)) as? NSDictionary)
    }

    private func object(_ json: [UInt8]) throws -> NSDictionary {
        try #require(try JSONSerialization.jsonObject(with: Data(json)) as? NSDictionary)
    }

    @Test(
        "of swift-protobuf decode to the same values, nothing unknown and nothing missing",
        arguments: PayloadSample.all
    )
    func decoding(_ sample: PayloadSample) throws {
        let bytes: [UInt8] = try sample.message.serializedBytes()
        var tape = ProtobufTape()
        try tape.decode(bytes.span, in: 0..<bytes.count, as: try index(sample.message), schema: schema)
        #expect(!tape.hasUnknown && !tape.hasWrongWireType && !tape.hasInvalidUTF8)
        #expect(tape.missingRequired(schema: schema).isEmpty)
        var options = JSONEncodingOptions()
        options.preserveProtoFieldNames = true
        let expected: [UInt8] = try sample.message.jsonUTF8Bytes(options: options)
        #expect(try object(tape, bytes) == object(expected))
    }

    @Test("come back as the same bytes from the editable message", arguments: PayloadSample.all)
    func reencoding(_ sample: PayloadSample) throws {
        let bytes: [UInt8] = try sample.message.serializedBytes()
        let message = try ProtobufMessage(decoding: bytes.span, as: try index(sample.message), schema: schema)
        #expect(message.encoded() == bytes)
    }

    @Test(
        "written from swift-protobuf's JSON, with either spelling of names, are its bytes and read as its message",
        arguments: PayloadSample.all
    )
    func encoding(_ sample: PayloadSample) throws {
        let bytes: [UInt8] = try sample.message.serializedBytes()
        for (protoNames, enumNumbers) in [(true, false), (false, false), (true, true)] {
            var options = JSONEncodingOptions()
            options.preserveProtoFieldNames = protoNames
            options.alwaysPrintEnumsAsInts = enumNumbers
            let json: [UInt8] = try sample.message.jsonUTF8Bytes(options: options)
            var writer = ByteWriter()
            try writer.append(
                protobuf: try JSONValue(parsing: json),
                as: try index(sample.message),
                schema: schema
            )
            let written = writer.array
            #expect(written == bytes)
            let again = try type(of: sample.message).init(serializedBytes: written)
            #expect(again.isEqualTo(message: sample.message))
        }
    }

    @Test("of published bytes read alike by both")
    func published() throws {
        let upStream = try Hex.decode(
            "0803120952433a5478744d73671a157b22636f6e74656e74223a22f09f9880e4b8ad227d4800"
        )
        let message = try RongUpStreamMessage(serializedBytes: upStream)
        #expect(message.sessionID == 3 && message.classname == "RC:TxtMsg" && message.hasConfigFlag)
        #expect(message.content == Data(#"{"content":"😀中"}"#.utf8) && message.configFlag == 0)
        let document = try ProtobufDocument(upStream, as: try index(message), schema: schema)
        let content = Data(#"{"content":"😀中"}"#.utf8).base64EncodedString()
        #expect(
            document.json == #"{"sessionId":3,"classname":"RC:TxtMsg","content":"\#(content)","configFlag":0}"#
        )
        let notify = try Hex.decode("080110929992cacd2e")
        let notice = try RongNotifyMsg(serializedBytes: notify)
        #expect(notice == .with { ($0.type, $0.time) = (1, 1_601_372_982_418) })
        let noticeDocument = try ProtobufDocument(notify, as: try index(notice), schema: schema)
        #expect(noticeDocument.json == #"{"type":1,"time":"1601372982418"}"#)
    }

    /// A message of an RTC room, whose type 12 no schema declares.
    private func bytesOfType12() throws -> [UInt8] {
        let whole: [UInt8] = try PayloadSample.downStream(.ultragroup).serializedBytes()
        // Field 2 is written right after the user id: 0a 02 "u2" 10 0a.
        var bytes = whole
        #expect(bytes[4...5] == [0x10, 0x0A])
        bytes[5] = 12
        return bytes
    }

    @Test("with an enum value that the schema lacks show it as a number, and keep it")
    func unknownEnumValue() throws {
        let bytes = try bytesOfType12()
        let index = try #require(schema.message(named: "DownStreamMessage"))
        let document = try ProtobufDocument(bytes, as: index, schema: schema)
        #expect(!document.tape.hasUnknown)
        #expect(document.tape.missingRequired(schema: schema).isEmpty)
        #expect(try object(Array(document.json.utf8))["type"] as? Int == 12)
        #expect(document.value.encoded() == bytes)
        var writer = ByteWriter()
        try writer.append(protobuf: try JSONValue(parsing: document.json), as: index, schema: schema)
        #expect(writer.array == bytes)
    }

    @Test("with such a value are incomplete to swift-protobuf, which reads and writes them when told partial")
    func partial() throws {
        let bytes = try bytesOfType12()
        #expect(throws: BinaryDecodingError.missingRequiredFields) { try RongDownStreamMessage(serializedBytes: bytes) }
        let message = try RongDownStreamMessage(serializedBytes: bytes, partial: true)
        #expect(!message.hasType)
        #expect(message.fromUserID == "u2" && message.groupUnpush == 1)
        #expect(message.unknownFields.data == Data([0x10, 12]))
        // It writes what it does not know at the end: other bytes, the same fields.
        let moved: [UInt8] = try message.serializedBytes(partial: true)
        #expect(moved != bytes && moved.count == bytes.count)
        let index = try #require(schema.message(named: "DownStreamMessage"))
        var (tape, movedTape) = (ProtobufTape(), ProtobufTape())
        try tape.decode(bytes.span, in: 0..<bytes.count, as: index, schema: schema)
        try movedTape.decode(moved.span, in: 0..<moved.count, as: index, schema: schema)
        #expect(try object(tape, bytes) == object(movedTape, moved))
    }

    @Test("inside a page are kept too")
    func partialPage() throws {
        let inner = try bytesOfType12()
        var writer = ByteWriter()
        writer.append(0x0A)
        writer.append(UInt8(inner.count & 0x7F | 0x80))
        writer.append(UInt8(inner.count >> 7))
        writer.append(inner)
        writer.append([0x10, 0x05])
        let bytes = writer.array
        let page = try RongDownStreamMessages(serializedBytes: bytes, partial: true)
        #expect(page.list.count == 1 && page.syncTime == 5)
        let index = try #require(schema.message(named: "DownStreamMessages"))
        let document = try ProtobufDocument(bytes, as: index, schema: schema)
        let list = try object(Array(document.json.utf8))["list"] as? [NSDictionary]
        #expect(list?.first?["type"] as? Int == 12)
        #expect(document.value.encoded() == bytes)
    }
}
