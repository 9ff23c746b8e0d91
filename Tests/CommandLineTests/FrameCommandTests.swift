import Foundation
import Testing

@Suite("imwire frame")
struct FrameCommandTests {
    @Test(
        "decode, then encode, gives every recorded frame again",
        arguments: ["rongcloud-web-v2-chat", "rongcloud-web-v4-chat"]
    )
    func roundTrip(_ capture: String) async throws {
        let frames = try Files.recordedFrames(capture)
        #expect(frames.count > 20)
        let loop = """
            while read -r sender hex; do
                printf %s "$hex" | imwire frame decode --sender "$sender" | imwire frame encode --sender "$sender" || exit
            done
            """
        let input = frames.map { "\($0.sender) \($0.hex)\n" }.joined()
        let result = try await Program.shell(loop, input: Data(input.utf8))
        #expect(result.status == 0)
        #expect(result.lines.map(String.init) == frames.map(\.hex))
        #expect(result.errors.isEmpty)
    }

    @Test("hex comes as an argument or on standard input, in any case, with spaces")
    func hexForms() async throws {
        let plain = try await Program.run("frame", "decode", "--sender", "client", "400102")
        #expect(plain.status == 0)
        let object = try #require(try plain.objects().first)
        #expect(object["type"] as? String == "PUBACK")
        #expect(object["messageId"] as? Int == 258)
        let piped = try await Program.run("frame", "decode", input: Data("40 01 02\n".utf8))
        #expect(piped.output == plain.output)
    }

    @Test("the sender decides the layout")
    func sender() async throws {
        let hex = "4001025f720000000001a20013424b52352d323850342d4a5438352d534b3848"
        let result = try await Program.run("frame", "decode", "--sender", "server", hex)
        let object = try #require(try result.objects().first)
        #expect(object["date"] as? Int == 1_601_306_624)
        #expect(object["messageUId"] as? String == "BKR5-28P4-JT85-SK8H")
    }

    @Test("the topic of the query makes an answer's payload readable")
    func topic() async throws {
        let hex = "6200016b0115b500000800"
        let without = try #require(try await Program.run("frame", "decode", "--sender", "server", hex).objects().first)
        #expect(without["payload"] == nil)
        #expect(without["data"] as? String == "0800")
        let with = try await Program.run("frame", "decode", "--sender", "server", "--topic", "joinChrm", hex)
        let payload = try #require(try with.objects().first?["payload"] as? [String: Any])
        #expect(payload["message"] as? String == "ChrmOutput")
    }

    @Test(
        "wrong hex and cut frames end with 65 and say at which offset",
        arguments: [
            ("4001zz", "offset 4"), ("40010", "offset 5"), ("4001", "offset 1"), ("32000670704d", "offset 3"),
        ]
    )
    func wrongHex(_ hex: String, _ place: String) async throws {
        let result = try await Program.run("frame", "decode", "--sender", "client", hex)
        #expect(result.status == 65)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains(place))
    }

    @Test(
        "what is not JSON is told: the frame object, or a member that holds JSON as a text",
        arguments: [
            (#"{"cmd":"direct""#, "imwire: the frame object is not JSON: json, "),
            (#"{"cmd":"direct","text":"{"}"#, "imwire: text: json, "),
        ]
    )
    func noJSON(_ object: String, _ text: String) async throws {
        let input = Data(object.utf8)
        let result = try await Program.run("frame", "encode", "--system", "leancloud", input: input)
        #expect(result.status == 65)
        #expect(result.errors.hasPrefix(text), "\(result.errors)")
    }

    @Test("bytes in place of hex are told, with what turns them into hex")
    func bytesAsHex() async throws {
        let result = try await Program.run("frame", "decode", input: Data([0x40, 0x01, 0x02]))
        #expect(result.status == 65)
        #expect(result.errors.hasPrefix("imwire: the frame is not in hex: "), "\(result.errors)")
        #expect(result.errors.hasSuffix("at offset 0; xxd -p turns bytes into hex\n"), "\(result.errors)")
        let typed = try await Program.run("frame", "decode", "4001zz")
        #expect(typed.errors.hasSuffix("at offset 4\n"), "\(typed.errors)")
    }

    @Test("a frame without a byte ends with 65, in words", arguments: ["rongcloud", "nim", "yc"])
    func noBytes(_ system: String) async throws {
        for hex in ["", " \n"] {
            let result = try await Program.run("frame", "decode", "--system", system, hex)
            #expect(result.status == 65)
            #expect(result.errors == "imwire: there are no bytes to decode\n")
        }
    }

    @Test(
        "a frame object that cannot be encoded ends with 65",
        arguments: [
            #"{"type":"#, #"{"type":"NOSUCH"}"#, "[]", #"{"type":"PUBLISH","qos":9}"#, #"{"type":"PUBACK"}"#,
            #"{"type":"PUBACK","messageId":70000}"#, "",
        ]
    )
    func wrongObject(_ object: String) async throws {
        let result = try await Program.run("frame", "encode", input: Data(object.utf8))
        #expect(result.status == 65)
        #expect(result.output.isEmpty)
        #expect(!result.errors.isEmpty)
    }

    @Test("fields and data make the frame that the SDKs write")
    func fromFields() async throws {
        let object = #"""
            {"type":"PUBLISH","qos":1,"dup":false,"retain":false,"topic":"ppMsgP","targetId":"bob","messageId":4660,
             "data":"010203"}
            """#
        let result = try await Program.run("frame", "encode", "--sender", "client", input: Data(object.utf8))
        #expect(result.text == "32000670704d7367500003626f621234010203\n")
    }
}
