import Capture
import Testing
import WireFormat
import WireJSON

@testable import Inspection

@Suite("A large packet of NIM is shown as a small one is")
struct NIMLargeTests {
    private static let formats: [CaptureDecoder.Format] = [.jsonl, .text, .tree]

    /// What the decoder writes when data of so many bytes are large.
    private static func output(
        _ capture: [UInt8],
        _ format: CaptureDecoder.Format,
        largeFrom bytes: Int,
        showsSecrets: Bool = false
    ) async throws -> String {
        let decoded = try await Decoded(capture) {
            $0.format = format
            $0.options.limits.largeJSONBytes = bytes
            $0.options.showsSecrets = showsSecrets
        }
        return String(decoding: decoded.output, as: UTF8.self)
    }

    @Test(
        "what the captures hold comes out the same when it is read value by value",
        arguments: ["nim-web-chatroom", "nim-polling-chat", "mixed-systems"],
        formats
    )
    func captures(_ name: String, _ format: CaptureDecoder.Format) async throws {
        let capture = try Bundled.file("\(name).pcap")
        for showsSecrets in [false, true] {
            let small = try await Self.output(capture, format, largeFrom: .max, showsSecrets: showsSecrets)
            let large = try await Self.output(capture, format, largeFrom: 1, showsSecrets: showsSecrets)
            #expect(small.count > 1000)
            for (one, other) in zip(small.split(separator: "\n"), large.split(separator: "\n")) {
                #expect(one == other)
            }
            #expect(small.count == large.count)
        }
    }

    /// A connection with one packet of the server.
    private static func capture(_ packet: String, from sender: FrameSender = .server) -> [UInt8] {
        var talk = Talk(port: 50133, sdkVersion: nil)
        talk.upgrade(path: "/socket.io/1/websocket/xyz")
        talk.text(.client, #"3:::{"SID":1,"CID":2,"SER":0}"#)
        talk.text(sender, packet)
        talk.close()
        return CaptureFile.write(talk.segments)
    }

    /// A push of one message, whose data have so many bytes.
    private static func push(_ bytes: Int) -> [UInt8] {
        let start = #"{"sid":7,"cid":1,"code":200,"r":[{"0":0,"1":"bob","2":"ann","3":1,"7":1795233206117,"8":0,"9":""#
        let end = #"","11":"m1","12":"123456"}],"ser":5}"#
        let text = String(repeating: "x", count: bytes - start.utf8.count - end.utf8.count)
        return capture("3:::" + start + text + end)
    }

    @Test("around the border nothing changes but the length", arguments: [CaptureDecoder.Format.jsonl, .text])
    func border(_ format: CaptureDecoder.Format) async throws {
        let border = Limits().largeJSONBytes
        var outputs: [String] = []
        for bytes in [border - 1, border] {
            let output = try await Self.output(Self.push(bytes), format, largeFrom: border)
            outputs.append(
                output.replacing(/x{1000,}/, with: "x").replacing(/"(bytes|packets)":[^}"]+/, with: "")
            )
        }
        #expect(outputs[0].contains("bob") && outputs[0].contains("x"))
        #expect(outputs[0] == outputs[1])
    }

    @Test("an attachment that is not taken apart is told, in each form", arguments: formats)
    func contentLimit(_ format: CaptureDecoder.Format) async throws {
        for (length, isTold) in [(60 << 10, false), (70 << 10, true)] {
            let attachment = #"{\"type\":1,\"data\":\""# + String(repeating: "x", count: length) + #"\"}"#
            let message =
                #"{"0":0,"1":"bob","2":"ann","7":1795233206117,"8":100,"10":""# + attachment + #"","11":"m1"}"#
            let packet = #"3:::{"sid":7,"cid":1,"code":200,"r":["# + message + #"],"ser":5}"#
            let output = try await Self.output(Self.capture(packet), format, largeFrom: 64 << 10)
            #expect(output.contains("content-limit") == isTold)
        }
    }

    @Test("messages beyond the limit are told", arguments: formats)
    func messagesLimit(_ format: CaptureDecoder.Format) async throws {
        let message = #"{"8":0,"9":"h"}"#
        let list = Array(repeating: message, count: 5000).joined(separator: ",")
        let packet = #"3:::{"sid":4,"cid":4,"code":200,"r":[["# + list + #"],1],"ser":5}"#
        let output = try await Self.output(Self.capture(packet), format, largeFrom: 64 << 10)
        #expect(output.contains("messages-limit"))
    }

    @Test("nothing secret of a large packet comes out, in any form", arguments: CaptureDecoder.Format.allCases)
    func secrets(_ format: CaptureDecoder.Format) async throws {
        let mark = "MARK3Rf00dCafe"
        let long = String(repeating: "x", count: 70 << 10)
        let packets: [(FrameSender, String)] = [
            // By the table: a token of the login, and one that stands for itself.
            (
                .client,
                #"3:::{"SID":2,"CID":3,"SER":1,"Q":[{"t":"Property","v":{"11":"\#(mark)","19":"me","1000":"\#(mark)","9":"\#(long)"}}]}"#
            ),
            (
                .client,
                #"3:::{"SID":3,"CID":1,"SER":2,"Q":[{"t":"String","v":"\#(long)"},{"t":"String","v":"\#(mark)"},{"t":"int","v":1}]}"#
            ),
            // By their names, in texts and in JSON inside them.
            (
                .server,
                #"3:::{"sid":7,"cid":1,"code":200,"r":[{"1":"b","2":"a","8":0,"9":"\#(long) http://x/?token=\#(mark)","11":"m"}]}"#
            ),
            (
                .server,
                #"3:::{"sid":7,"cid":1,"code":200,"r":[{"1":"b","2":"a","8":100,"10":"{\"password\":\"\#(mark)\",\"y\":\"\#(long)\"}","11":"m"}]}"#
            ),
            (
                .server,
                #"3:::{"sid":7,"cid":1,"code":200,"r":[{"1":"b","2":"a","8":100,"10":"{\"appSecret\":\"\#(mark)\"}","9":"\#(long)","11":"m"}]}"#
            ),
            (.server, #"3:::{"sid":7,"cid":1,"code":200,"r":[{"1":"b","password":["\#(mark)",1],"9":"\#(long)"}]}"#),
        ]
        for (sender, packet) in packets {
            let capture = Self.capture(packet, from: sender)
            let output = try await Self.output(capture, format, largeFrom: 64 << 10)
            #expect(!output.contains(mark.dropFirst(5)))
            let shown = Array(mark.utf8.prefix(12)).map { Hex.encode([$0]) }.joined(separator: " ")
            #expect(!output.contains(shown))
            let all = try await Self.output(capture, format, largeFrom: 64 << 10, showsSecrets: true)
            // A line of text says of some packets only what they are about.
            if format == .jsonl || format == .tree { #expect(all.contains(mark)) }
        }
    }
}
