import Foundation
import RongCloud
import Testing

@Suite("What is found about the values of a content")
struct MessageValidationTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let title: String
        let objectName: String
        let json: String
        let codes: [String]
        var testDescription: String { title }

        init(_ title: String, _ objectName: String, _ json: String, _ codes: [String]) {
            self.title = title
            self.objectName = objectName
            self.json = json
            self.codes = codes
        }
    }

    private static func voice(_ base64: String, _ duration: Int) -> String {
        #"{"content":"\#(base64)","duration":\#(duration)}"#
    }

    private static func image(_ base64: String) -> String {
        #"{"content":"\#(base64)","imageUri":"https://a"}"#
    }

    private static let voiceCases = [
        Case("two seconds of audio", "RC:VcMsg", voice(Samples.base64(Samples.amr(frames: 100)), 2), []),
        Case("rounded up by a second", "RC:VcMsg", voice(Samples.base64(Samples.amr(frames: 55)), 2), []),
        Case(
            "a claim of ten seconds",
            "RC:VcMsg",
            voice(Samples.base64(Samples.amr(frames: 100)), 10),
            ["amr-duration"]
        ),
        Case("WAV audio", "RC:VcMsg", voice(Samples.base64(Array("RIFF    WAVEfmt ".utf8)), 1), ["amr-header"]),
        Case(
            "AMR-WB audio of one silent frame",
            "RC:VcMsg",
            voice(Samples.base64(Array("#!AMR-WB\n".utf8) + [0x7C]), 0),
            ["amr-header"]
        ),
        Case(
            "a cut recording",
            "RC:VcMsg",
            voice(Samples.base64(Samples.amr(frames: 50) + [0x3C, 0]), 1),
            ["amr-frames"]
        ),
        Case(
            "a reserved frame type",
            "RC:VcMsg",
            voice(Samples.base64(Samples.amr(frames: 50) + [0x64]), 1),
            ["amr-frames"]
        ),
        Case("61 seconds", "RC:VcMsg", voice(Samples.base64(Samples.amr(frames: 3050)), 61), ["voice-too-long"]),
        Case("60 seconds", "RC:VcMsg", voice(Samples.base64(Samples.amr(frames: 3000)), 60), []),
        Case("a long HQ voice", "RC:HQVCMsg", #"{"remoteUrl":"https://a","duration":61}"#, ["voice-too-long"]),
        Case(
            "line breaks",
            "RC:VcMsg",
            voice(Samples.base64(Samples.amr(frames: 100)).inserting("\\r\\n", every: 76), 2),
            ["base64-line-breaks"]
        ),
        Case(
            "a data: prefix",
            "RC:VcMsg",
            voice("data:audio/amr;base64," + Samples.base64(Samples.amr(frames: 100)), 2),
            ["base64-data-url"]
        ),
        Case("no base64", "RC:VcMsg", voice("####", 2), ["base64-invalid"]),
    ]

    private static let imageCases = [
        Case("a thumbnail", "RC:ImgMsg", image(Samples.base64(Samples.jpeg(width: 240, height: 135))), []),
        Case(
            "a wide thumbnail",
            "RC:ImgMsg",
            image(Samples.base64(Samples.jpeg(width: 241, height: 1))),
            ["thumbnail-pixels"]
        ),
        Case(
            "a high progressive thumbnail",
            "RC:ImgMsg",
            image(Samples.base64(Samples.jpeg(width: 10, height: 960, progressive: true))),
            ["thumbnail-pixels"]
        ),
        Case("a PNG", "RC:ImgMsg", image(Samples.base64(Samples.png)), ["thumbnail-not-jpeg"]),
        Case(
            "a PNG with prefix",
            "RC:ImgMsg",
            image("data:image/png;base64," + Samples.base64(Samples.png)),
            ["base64-data-url", "thumbnail-not-jpeg"]
        ),
        Case(
            "the URL alphabet",
            "RC:ImgMsg",
            image(Samples.base64(Samples.jpeg(width: 9, height: 9)).replacing("/", with: "_")),
            ["base64-url-alphabet"]
        ),
        Case(
            "a map as Android draws it",
            "RC:LBSMsg",
            #"{"content":"\#(Samples.base64(Samples.jpeg(width: 408, height: 240)))","latitude":0,"longitude":0,"poi":""}"#,
            []
        ),
        Case(
            "a large map",
            "RC:LBSMsg",
            #"{"content":"\#(Samples.base64(Samples.jpeg(width: 409, height: 240)))","latitude":0,"longitude":0,"poi":""}"#,
            ["thumbnail-pixels"]
        ),
    ]

    private static let otherCases = [
        Case("the poles", "RC:RL", #"{"latitude":-90,"longitude":180}"#, []),
        Case(
            "off the globe",
            "RC:RL",
            #"{"latitude":90.1,"longitude":-180.5}"#,
            ["coordinate-range", "coordinate-range"]
        ),
        Case("text for a number", "RC:RL", #"{"latitude":"1.5","longitude":1}"#, ["number-as-text"]),
        Case("encoded twice", "RC:TxtMsg", #""{\"content\":\"a\"}""#, ["content-double-encoded"]),
        Case("encoded twice and incomplete", "RC:TxtMsg", #""{}""#, ["content-double-encoded", "missing-field"]),
        Case("a plain string", "RC:TxtMsg", #""hello""#, ["content-wrong-shape"]),
        Case("a number", "RC:TxtMsg", "7", ["content-wrong-shape"]),
        Case("no JSON", "RC:TxtMsg", "hello", ["content-not-json"]),
        Case("an object as extra", "RC:TxtMsg", #"{"content":"a","extra":{"b":1}}"#, ["extra-not-text"]),
        Case("a number as extra", "RC:TxtMsg", #"{"content":"a","extra":7}"#, ["extra-not-text"]),
        Case("a number as text", "RC:TxtMsg", #"{"content":7}"#, ["wrong-type"]),
        Case("nothing required", "RC:FileMsg", "{}", Array(repeating: "missing-field", count: 4)),
        Case("the key twice", "RC:TxtMsg", #"{"content":"a","content":"b"}"#, ["duplicate-key"]),
        Case("a name in capitals", "RC:TXTMSG", #"{"Content":"a"}"#, ["key-case", "object-name-case"]),
        Case("data that is no JSON", "RC:CmdMsg", #"{"name":"a","data":"x=1"}"#, ["data-not-json"]),
        Case("data that is JSON", "RC:CmdMsg", #"{"name":"a","data":"[1]"}"#, []),
        Case("an app's own operation", "RC:GrpNtf", #"{"operation":"Pin"}"#, ["operation-unofficial"]),
        Case("an operation in small letters", "RC:GrpNtf", #"{"operation":"add"}"#, ["operation-unofficial"]),
        Case("a kind of change nobody knows", "RC:DizNtf", #"{"type":6,"operator":"u"}"#, ["value-undocumented"]),
        Case(
            "a GIF above 2 MB",
            "RC:GIFMsg",
            #"{"remoteUrl":"u","gifDataSize":2097153,"width":1,"height":1}"#,
            ["value-limit"]
        ),
        Case("an empty object as sender", "RC:TxtMsg", #"{"content":"a","user":{"name":"x"}}"#, ["missing-field"]),
        Case(
            "a long chatroom key",
            "RC:chrmKVNotiMsg",
            #"{"type":1,"key":"\#(String(repeating: "k", count: 129))"}"#,
            ["value-limit"]
        ),
        Case(
            "far too much",
            "RC:TxtMsg",
            #"{"content":"\#(String(repeating: "a", count: 131_072))"}"#,
            ["content-too-large"]
        ),
    ]

    @Test("each breach has its code", arguments: voiceCases + imageCases + otherCases)
    func codes(_ one: Case) {
        let findings = MessageRegistry.builtIn.diagnose(one.objectName, Array(one.json.utf8))
        #expect(findings.map(\.code).sorted() == one.codes)
    }

    @Test("a finding points at the value, with its path")
    func places() throws {
        let json = #"{"content":"a","user":{"id":"u","icon":"p"},"burnDuration":"9"}"#
        let findings = TextMessage.diagnose(Array(json.utf8))
        #expect(findings.map(\.path) == ["user.icon", "burnDuration"])
        let values = [#""p""#, #""9""#].map {
            json.utf8.count - (json.range(of: $0).map { json[$0.lowerBound...].utf8.count } ?? 0)
        }
        #expect(findings.map(\.offset) == values)
    }

    @Test("one byte and one frame of a recording are told in the singular")
    func oneFrame() {
        func texts(_ recording: [UInt8], _ duration: Int) -> [String] {
            let json = Self.voice(Samples.base64(recording), duration)
            return MessageRegistry.builtIn.diagnose("RC:VcMsg", Array(json.utf8)).map(\.text)
        }
        #expect(texts(Samples.amr(frames: 1) + [0x64], 0) == ["1 byte after 1 frame is no whole AMR frame"])
        #expect(texts(Samples.amr(frames: 2) + [0x3C, 0], 0) == ["2 bytes after 2 frames are no whole AMR frame"])
        #expect(texts(Samples.amr(frames: 1), 9) == ["duration is 9 s, the audio has 1 frame, 0.02 s"])
    }

    @Test("AMR frames of every type have the length of RFC 4867")
    func amrFrames() throws {
        // Bits of speech of the eight modes, RFC 4867 section 3.6 table 1, and the comfort noise frame.
        let bits = [95, 103, 118, 134, 148, 159, 204, 244, 39]
        for (type, count) in bits.enumerated() {
            let frame = [UInt8(type << 3 | 4)] + [UInt8](repeating: 0, count: (count + 7) / 8)
            let both = try #require(audio(frame + frame))
            #expect(both.frames == 2 && both.unreadBytes == 0, "type \(type)")
        }
        let silence = try #require(audio([0x7C, 0x7C, 0x7C]))
        #expect(silence.frames == 3 && silence.seconds == 0.06)
        #expect(audio([], header: "#!AMR_MC1.0\n") == nil)
    }

    private func audio(_ frames: [UInt8], header: String = "#!AMR\n") -> AMRAudio? {
        let bytes = Array(header.utf8) + frames
        return AMRAudio(bytes.span)
    }

    /// RC:TxtMsg with a check of its own, for which texts are kept.
    private struct CheckedText: MessageContent {
        static let objectName = "App:Checked"
        static let flags = TextMessage.flags
        static let envelopeKeys = TextMessage.envelopeKeys
        var content = ""
        var envelope = MessageEnvelope()

        mutating func fields(_ pass: inout FieldPass) { pass.text("content", &content) }
        func check(_ check: inout ContentCheck) {
            if content == "forbidden" || envelope.user?.name == "forbidden" {
                check.report(.undocumentedValue, at: "content", "forbidden")
            }
        }
    }

    @Test(
        "a type without a check is judged without its texts, and the same is found",
        arguments: [
            #"{"content":"a","extra":"b"}"#, #"{"content":"","extra":""}"#, #"{"content":7,"extra":{}}"#, "{}", "[]",
            #""{\"Content\":\"a\"}""#, #"{"Content":"a","EXTRA":"b"}"#, #"{"content":"a","content":"b"}"#,
            #"{"content":"\u0061\n","user":{"id":"1","name":"n","portraitUri":"u"}}"#,
            #"{"content":"a","user":{"id":"1","portraitUri":"u","name":"n"}}"#,
            #"{"content":"a","user":{"id":"1","name":"n","portraitUri":""}}"#,
            #"{"content":"a","user":{"id":"1","name":"n","icon":"i","portraitUri":"u"}}"#,
            #"{"content":"a","user":{"id":"","name":"","portrait":""}}"#, #"{"content":"a","user":{}}"#,
            #"{"content":"a","user":{"id":"1","id":"2","PortraitUri":"u"}}"#,
            #"{"content":"a","mentionedInfo":{"type":"2","userIdList":"[]","mentionedContent":"x"}}"#,
            #"{"content":"a","isBurnAfterRead":1,"burnDuration":"30","time":2}"#,
        ]
    )
    func withoutTexts(_ json: String) {
        let found = TextMessage.diagnose(Array(json.utf8))
        #expect(found == CheckedText.diagnose(Array(json.utf8)))
        #expect(found.map(\.text) == CheckedText.diagnose(Array(json.utf8)).map(\.text))
    }

    @Test(
        "a check sees the texts",
        arguments: [#"{"content":"forbidden"}"#, #"{"content":"a","user":{"id":"1","name":"forbidden"}}"#]
    )
    func withTexts(_ json: String) {
        #expect(CheckedText.diagnose(Array(json.utf8)).map(\.rule) == [.undocumentedValue])
    }

    @Test("a finding about a platform's key says where and what, and can be changed")
    func platformKey() throws {
        let json = #"{"content":"a","user":{"id":"1","name":"n","portraitUri":"u"}}"#
        var finding = try #require(TextMessage.diagnose(Array(json.utf8)).first)
        let made = ContentDiagnostic(
            .platformKey,
            path: "user.portraitUri",
            offset: 57,
            text: "portraitUri for portrait looks like the web SDK",
            platform: .web
        )
        #expect(finding == made)
        #expect(Set([finding, made]).count == 1)
        finding.path = "user.icon"
        #expect(finding != made && finding.path == "user.icon")
        finding = made
        finding.text = "another sentence"
        #expect(finding != made && finding.text == "another sentence")
    }

    @Test("every rule has a code of small letters, digits and hyphens, and no two the same")
    func stableCodes() {
        let codes = ContentRule.allCases.map(\.rawValue)
        #expect(Set(codes).count == codes.count)
        #expect(codes.allSatisfy { $0.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" } })
    }
}

extension String {
    fileprivate func inserting(_ separator: String, every count: Int) -> String {
        enumerated().map { ($0 > 0 && $0 % count == 0 ? separator : "") + String($1) }.joined()
    }
}
