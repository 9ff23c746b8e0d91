import Foundation
import LeanCloud
import TestSupport
import Testing
import WireFormat
import WireJSON
import WireProtobuf

@Suite("protoc as the judge of payloads")
struct ProtocTests {
    private static let isThere = OutsideTool.path("protoc") != nil

    /// What protoc writes to its standard output.
    private static func run(_ arguments: [String], input: [UInt8]) throws -> [UInt8] {
        let payloads = ProjectFolder.file("Sources/LeanCloud/Payloads").path
        return try OutsideTool.output(of: "protoc", ["-I\(payloads)"] + arguments, input: input)
    }

    /// A message with every field set, as protoc's text and as protobuf's JSON mapping.
    private func full(_ message: MessageIndex, _ depth: Int) -> (text: String, json: JSONValue) {
        let schema = LeanCloudSchema.shared
        var text = ""
        var json: JSONValue = [:]
        for index in schema.fieldIndices(of: message) {
            let field = schema[index]
            let name = schema.name(of: index)
            let value: (text: String, json: JSONValue)
            switch field.kind {
            case .bool: value = ("true", true)
            case .int32: value = ("\(field.number)", JSONValue(field.number))
            case .int64: value = ("-\(1 << 40 + Int(field.number))", JSONValue("-\(1 << 40 + Int(field.number))"))
            case .string: value = ("\"\(name) 你\"", JSONValue("\(name) 你"))
            case .bytes: value = (#""\377\000""#, "/wA=")
            case .enumeration:
                let known = (Int32(1)...200).first { schema.valueName($0, in: field.enumeration) != nil } ?? 1
                let word = schema.valueName(known, in: field.enumeration) ?? "?"
                value = (word, JSONValue(word))
            default:
                let inner = full(field.message, depth + 1)
                value = ("{ \(inner.text) }", inner.json)
            }
            text += "\(name): \(value.text) "
            json[name] = field.isRepeated ? [value.json, value.json] : value.json
            if field.isRepeated { text += "\(name): \(value.text) " }
        }
        return (text, json)
    }

    @Test(
        "every field of both generations: protoc's bytes decode, and are what we write",
        .enabled(if: isThere, "protoc is not installed"),
        arguments: LeanCloudGeneration.allCases
    )
    func everyField(generation: LeanCloudGeneration) throws {
        let message = LeanCloudSchema.genericCommand(generation)
        let (text, json) = full(message, 0)
        let file = generation == .current ? "leancloud.proto" : "leancloud-older.proto"
        let type = "push_server.\(generation.rawValue).GenericCommand"
        let bytes = try Self.run(["--encode=\(type)", file], input: Array(text.utf8))
        let frame = try LeanCloudFrame(decoding: bytes.span, generation: generation)
        #expect(frame.generation == generation && frame.payload?["value"] == json)
        #expect(frame.encoded() == bytes)
        #expect(try LeanCloudFrame(object: ["payload": ["value": json]], generation: generation).encoded() == bytes)
    }

    @Test("the reference's frames mean to protoc what they mean here", .enabled(if: isThere, "protoc is not installed"))
    func goldenFrames() throws {
        for golden in Golden.frames {
            let bytes = try Hex.decode(golden.hex)
            let text = try Self.run(["--decode=push_server.messages2.GenericCommand", "leancloud.proto"], input: bytes)
            let again = try Self.run(["--encode=push_server.messages2.GenericCommand", "leancloud.proto"], input: text)
            #expect(again == bytes)
            let said = String(decoding: text, as: UTF8.self)
            let frame = try LeanCloudFrame(decoding: bytes.span)
            #expect(said.contains("cmd: \(frame.envelope.cmd?.name ?? "?")"))
            if let op = frame.envelope.op?.name { #expect(said.contains("op: \(op)")) }
            if let i = frame.envelope.i { #expect(said.contains("i: \(i)")) }
        }
    }
}
