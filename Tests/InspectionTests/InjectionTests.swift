import Capture
import Inspection
import Reporting
import TestSupport
import Testing
import WireFormat
import WireJSON

@Suite("Text from the wire in every output")
struct InjectionTests {
    /// What stands wherever somebody else can put a text.
    static let texts = [
        "\u{1B}[2J\u{1B}]0;title\u{7}", "line\nf1 forged\r\n\u{B}\u{C}next", "a\tb\u{8}\u{0}\u{7F}",
        "\u{80}\u{85}\u{90}q\u{9B}31m\u{9F}", "\u{202E}exe.txt\u{202C}\u{202A}\u{202B}\u{202D}",
        "a\u{2066}b\u{2067}\u{2068}\u{2069}\u{200E}\u{200F}\u{61C}", "x\u{2028}y\u{2029}z",
    ]

    private static func capture(_ text: String) -> [UInt8] {
        let quoted = JSONValue(text).description
        let coded = text.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        var talk = Talk(sdkVersion: nil)
        talk.upgrade("4.2.0\(coded)&appId2=\(coded)")
        talk.frame(.server, Bytes.connAck(user: text))
        for (id, topic) in ["ppMsgP", text].enumerated() {
            let content = #"{"content":\#(quoted),\#(quoted):1,"extra":\#(quoted)}"#
            let message = Bytes.upStream(id == 0 ? text : "RC:TxtMsg", content)
            talk.frame(.client, Bytes.publish(topic, to: text, id: UInt16(id + 1), message))
            // The text as it is inside of the JSON, where it is none then.
            let raw = Bytes.upStream("app:" + text, "{\"content\":\"\(text)\"}")
            talk.frame(.client, Bytes.publish(topic, to: text, id: UInt16(id + 11), raw))
        }
        talk.frame(.server, Bytes.pubAck(id: 1, status: 22406, uid: text))
        talk.frame(.client, Bytes.publish("ppMsgP", to: "bob", id: 2, Bytes.upStream("RC:TxtMsg", "{}")))
        talk.frame(.client, Bytes.query(text, to: text, id: 9, Bytes.field(1, text)))
        talk.close()
        return CaptureFile.write(talk.segments)
    }

    @Test("events stay text, whatever is in them", arguments: texts, CaptureDecoder.Format.allCases)
    func events(_ text: String, _ format: CaptureDecoder.Format) async throws {
        let capture = Self.capture(text)
        let paths = [
            "frame.targetId", "frame.topic", "message.objectName", "message.sender", "message.content", "server",
            "file",
        ]
        for width in [nil, 60] {
            var decoder = CaptureDecoder()
            decoder.format = format
            decoder.showsHeader = format == .fields
            if format == .fields { decoder.fields = try paths.map { try FieldPath(shown: $0) } }
            decoder.style.width = width
            var output: [UInt8] = []
            _ = try await decoder.decode(try CaptureReader(bytes: capture), name: text) { output += Array(copying: $0) }
            let shown = String(decoding: output, as: UTF8.self)
            #expect(shown.utf8.count > 200)
            // The tabs between fields are the format's.
            #expect(HarmfulCharacters.found(in: format == .fields ? shown.replacing("\t", with: "") : shown) == [])
            if format == .fields {
                let tabs = shown.split(separator: "\n").map { line in line.count { $0 == "\t" } }
                #expect(tabs.allSatisfy { $0 == paths.count - 1 }, "\(tabs)")
            }
            if format == .jsonl || format == .fields {
                #expect(shown.utf8.filter { $0 == 10 }.count == (format == .fields ? 10 : 9), "\(shown)")
            }
        }
    }

    @Test("rows of connections and figures stay text", arguments: texts)
    func figures(_ text: String) async throws {
        let capture = Self.capture(text)
        var flows = FlowsReport()
        _ = try await flows.add(try CaptureReader(bytes: capture), name: text)
        var statistics = StatisticsReport()
        statistics.fields = try ["message.objectName", "frame.topic", "message.target", "message.content.content"].map {
            try FieldPath(shown: $0)
        }
        _ = try await statistics.add(try CaptureReader(bytes: capture))
        for width in [nil, 60] {
            flows.width = width
            statistics.width = width
            for output in [flows.text(.text), statistics.text(.text)] {
                #expect(output.utf8.count > 100)
                #expect(HarmfulCharacters.found(in: output) == [])
            }
        }
        for output in [flows.text(.json), statistics.text(.json)] {
            #expect(HarmfulCharacters.found(in: output) == [])
            #expect(output.utf8.filter { $0 == 10 }.count == 1)
        }
        // Escaped, the JSON says what was sent.
        let rows = try JSONValue(parsing: flows.text(.json))["flows"]?.elements
        #expect(rows?.first?["user"]?.string == text)
    }

    @Test("diagrams and findings stay text", arguments: texts)
    func findings(_ text: String) async throws {
        let capture = Self.capture(text)
        var ladder = LadderReport()
        _ = try await ladder.add(try CaptureReader(bytes: capture), name: text)
        for format in LadderReport.Format.allCases {
            #expect(HarmfulCharacters.found(in: ladder.text(format)) == [], "\(format)")
        }
        var check = CaptureCheck()
        _ = try await check.add(try CaptureReader(bytes: capture), name: text)
        var report = check.report
        #expect(!report.findings.isEmpty)
        for format in FindingReport.Format.allCases {
            #expect(HarmfulCharacters.found(in: report.text(format, version: "1")) == [], "\(format)")
        }
        report.width = 60
        #expect(HarmfulCharacters.found(in: report.text(.text, version: "1")) == [])
    }
}
