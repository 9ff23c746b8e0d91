import Capture
import Foundation
import Inspection
import Reporting
import Testing
import WireFormat

@Suite("Trees as text")
struct TreeTextTests {
    private static func tree(_ capture: [UInt8], width: Int? = nil) async throws -> [String] {
        let decoded = try await Decoded(capture) {
            $0.format = .tree
            $0.style.isUTC = true
            $0.style.width = width
        }
        return String(decoding: decoded.output, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    private static func capture(_ content: String) -> [UInt8] {
        var talk = Talk()
        talk.frame(.client, Bytes.publish("ppMsgP", to: "bob", id: 1, Bytes.upStream("RC:TxtMsg", content)))
        return CaptureFile.write(talk.segments)
    }

    /// The lines behind the one of a field, without their blanks.
    private static func lines(_ tree: [String], after field: String) -> [String] {
        let index = tree.firstIndex { $0.contains(" \(field): ") } ?? tree.count
        return tree.dropFirst(index + 1).map { String($0.drop { $0 == " " }) }
    }

    @Test("JSON in a text is taken apart below it, with what lies in its own texts")
    func nested() async throws {
        let content = #"{"content":"hi","extra":"{\"a\":{\"b\":[1,\"x\"]},\"c\":\"{\\\"d\\\":null}\"}"}"#
        let lines = Self.lines(try await Self.tree(Self.capture(content)), after: "extra")
        #expect(Array(lines.prefix(6)) == ["a", "b", "[0]: 1", #"[1]: "x""#, #"c: "{\"d\":null}""#, "d: null"])
    }

    @Test(
        "what is no whole object or list stays a text",
        arguments: [#"{\"a\":1"#, #"plain {\"a\":1}"#, #"12"#, #"[1,]"#, #"{}"#]
    )
    func plain(_ extra: String) async throws {
        let lines = Self.lines(
            try await Self.tree(Self.capture(#"{"content":"","extra":"\#(extra)"}"#)),
            after: "extra"
        )
        #expect(!lines.contains { $0.hasPrefix("a: ") || $0.hasPrefix("[0]: ") })
    }

    @Test("secrets are masked in JSON in a text, however deep, and their bytes beside it")
    func secrets() async throws {
        let content =
            #"{"content":"","extra":"{\"o\":{\"token\":\"SECRETvalue123456\"},\"s\":\"{\\\"token\\\":\\\"SECRETvalue654321\\\"}\"}"}"#
        let text = try await Self.tree(Self.capture(content)).joined(separator: "\n")
        #expect(text.contains("token: "))
        #expect(!text.contains("value123456") && !text.contains("value654321"))
    }

    @Test("texts in texts without end are taken apart to a depth")
    func deep() async throws {
        var content = "1"
        for _ in 0..<6 {
            let escaped = content.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            content = #"{"k":"\#(escaped)"}"#
        }
        let lists = String(repeating: "[", count: 60) + String(repeating: "]", count: 60)
        for content in [content, #"{"extra":"\#(lists)"}"#] {
            let tree = try await Self.tree(Self.capture(content))
            #expect(tree.count < 100)
            #expect(tree.contains { $0.contains("k: ") || $0.contains("[0]") })
        }
    }

    @Test("NIM's numeric keys and positions have their names, times are times, and the token stays hidden")
    func nim() async throws {
        let tree = try await Self.tree(try Bundled.file("nim-web-chatroom.pcap"))
        let shown = Set(tree.map { $0.split(separator: "  ").last.map { String($0.drop { $0 == " " }) } ?? "" })
        for line in [
            "[1] login", #"1 appKey: "5e1f0a7e57a99ce10123456789abcdef""#, #"2 account: "u_self""#,
            #"20 chatroomNick: "房客""#, "[2] imLogin", #"6 sdkVersion: "190""#, "CID: 2 login", "code: 200 ok",
        ] {
            #expect(shown.contains(line), "\(line)")
        }
        #expect(tree.contains { $0.contains(" 1795371878255 2026-11-22T18:24:38.255") })
        #expect(tree.contains { $0.firstMatch(of: #/ \*\* .* 1000 \w+: "?\w{1,4}…/#) != nil })
        #expect(!tree.contains { $0.contains("::") })
    }

    @Test(
        "a time of NIM in a text is a time with escapes too, and no other text is one",
        arguments: [
            ("1795371878255", true), (#"\u00317953718782\u00355"#, true), (#"\"1795371878255\""#, false),
            (#"1795371878255\n"#, false), (#"179537187825\u0078"#, false),
        ]
    )
    func nimMoment(text: String, isTime: Bool) async throws {
        var talk = Talk(port: 50141, sdkVersion: nil)
        talk.upgrade(path: "/socket.io/1/websocket/xyz")
        talk.text(.client, #"3:::{"SID":13,"CID":2,"SER":1}"#)
        let room = #"{"1":"88001"},{"1":"88001","10":"\#(text)"}"#
        talk.text(.server, #"3:::{"sid":13,"cid":2,"code":200,"r":[\#(room)],"ser":1}"#)
        let tree = try await Self.tree(CaptureFile.write(talk.segments))
        let line = try #require(tree.first { $0.contains(" 10 enterTime: ") })
        #expect(line.hasSuffix(" 1795371878255 2026-11-22T18:24:38.255Z") == isTime, "\(line)")
    }

    @Test("on a terminal long values go on below their names, and nothing of them is lost", arguments: [60, 80, 120])
    func wrapped(width: Int) async throws {
        let long = String(repeating: "一段很长的话，带着 words and commas, ", count: 12) + String(repeating: "x", count: 200)
        var captures = [Self.capture(#"{"content":"\#(long)","extra":"{\"text\":\"\#(long)\"}"}"#)]
        for file in TextLayoutTests.files { captures.append(try Bundled.file(file)) }
        for (index, capture) in captures.enumerated() {
            let tree = try await Self.tree(capture, width: width)
            for line in tree { #expect(TextLayoutTests.columns(line) <= width, "\(line)") }
            guard index == 0 else { continue }
            // In the content, in the text that is JSON, and where that is taken apart.
            let bare = tree.joined().filter { $0 != " " }
            #expect(bare.components(separatedBy: long.filter { $0 != " " }).count == 4)
            // Piped, a value is one line, and the event's own line is not cut.
            #expect(try await Self.tree(capture).filter { $0.contains(long) }.count == 4)
        }
    }

    @Test(
        "findings and diagrams fit a terminal, and nothing of them is cut",
        arguments: TextLayoutTests.files,
        [80, 120]
    )
    func findings(_ file: String, width: Int) async throws {
        let capture = try Bundled.file(file)
        var check = CaptureCheck()
        _ = try await check.add(try CaptureReader(bytes: capture), name: file)
        var report = check.report
        let whole = report.text(.text, version: "1").filter { !$0.isWhitespace }
        report.width = width
        let text = report.text(.text, version: "1")
        for line in text.split(separator: "\n") { #expect(TextLayoutTests.columns(String(line)) <= width, "\(line)") }
        #expect(text.filter { !$0.isWhitespace } == whole)
        var ladder = LadderReport()
        ladder.width = width
        _ = try await ladder.add(try CaptureReader(bytes: capture), name: file)
        for line in ladder.text(.text).split(separator: "\n") {
            #expect(TextLayoutTests.columns(String(line)) <= width, "\(line)")
        }
    }

    @Test("figures keep long names whole, and fit a terminal", arguments: [nil, 80, 120, 200])
    func figures(width: Int?) async throws {
        let name = "APP:" + String(repeating: "AnObjectNameThatIsLong", count: 6)
        var talk = Talk()
        talk.frame(.client, Bytes.publish("ppMsgP", to: "bob", id: 1, Bytes.upStream(name, "{}")))
        var statistics = StatisticsReport()
        statistics.width = width
        _ = try await statistics.add(try CaptureReader(bytes: CaptureFile.write(talk.segments)))
        let text = statistics.text(.text)
        #expect(text.filter { !$0.isWhitespace }.contains(name))
        #expect(!text.contains("…"))
        guard let width else { return }
        for line in text.split(separator: "\n") { #expect(TextLayoutTests.columns(String(line)) <= width, "\(line)") }
    }
}
