import Foundation
import Inspection
import RongCloud
import Testing
import WireFormat
import WireJSON

@testable import Conformance
@testable import Names

@Suite("The matrix of object names")
struct NamesMatrixTests {
    private static func source(_ text: String, _ label: String) -> NameTable {
        let file = SourceFile(path: "\(label).js", language: .javaScript, bytes: Array(text.utf8))
        return NameTable(label: label, isCompared: true, sources: [file])
    }

    private static func adapter(_ label: String, _ json: String) throws -> NameTable {
        try NameTable(label: label, adapterTable: Array(json.utf8))
    }

    private static func matrix() throws -> NamesMatrix {
        NamesMatrix([
            try adapter(
                "one",
                #"[{"objectName":"RC:TxtMsg","persisted":true,"counted":true,"class":"Text|Message"},"#
                    + #"{"objectName":"app:gift","persisted":true,"counted":false,"class":"Gift"}]"#
            ),
            try adapter(
                "two",
                #"[{"objectName":"RC:TXTMSG","persisted":true,"counted":true,"class":"TextMessage"},"#
                    + #"{"objectName":"app:gift","persisted":true,"counted":true}]"#
            ),
            source(#"const a = "RC:TxtMsg", b = "APP:GIFT", c = "font:bold", d = "RC:Unknown";"#, "three"),
        ])
    }

    @Test("systems go by the names that they have in events")
    func systems() {
        let names = MessagingSystem.allCases.map { "\($0.name)" }
        #expect(NamingSystem.allCases.map { "\($0.name)" } == names.filter { $0 != "yc" })
        #expect("\(NamingSystem.unnamed.name)" == "\(MessagingSystem.unnamed.name)")
    }

    @Test("platforms and flags go by the words of RongCloud's catalogue")
    func words() {
        #expect(SourcePlatform.allCases.map(\.rawValue) == SDKPlatform.allCases.map(\.rawValue))
        for bits in 0..<64 {
            let flags = MessageFlags(rawValue: bits)
            #expect(TypeFlags(flags).words == flags.words)
            #expect(TypeFlags(flags).completed == TypeFlags(MessageFlags(registered: bits)))
        }
    }

    @Test("shows classes, flags and letter case, and marks what differs")
    func text() throws {
        let lines = try Self.matrix().text(.text).split(separator: "\n").map { line in
            line.split(separator: "  ").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
        }
        #expect(
            lines == [
                ["Object name", "Catalogue", "one", "two", "three"],
                ["app:gift", "not in it", "Gift, persisted", "! persisted+counted", "! APP:GIFT, mentioned"],
                [
                    "RC:TxtMsg", "persisted+counted", "Text|Message, persisted+counted",
                    "! RC:TXTMSG, TextMessage, persisted+counted", "mentioned",
                ],
                ["RC:Unknown", "not in it", "–", "–", "mentioned"],
            ]
        )
    }

    @Test("does not mark a table that has no word for a status message")
    func status() throws {
        let row = #"[{"objectName":"RC:TypSts","persisted":false,"counted":false}]"#
        let other = #"[{"objectName":"RC:TypSts","persisted":true,"counted":false}]"#
        let lines = NamesMatrix([try Self.adapter("one", row), try Self.adapter("two", other)]).text(.markdown)
            .split(separator: "\n")
        #expect(lines.last == "| RC:TypSts | status | none | ! persisted |")
    }

    @Test("is a table in Markdown whose cells hold no bar")
    func markdown() throws {
        let lines = try Self.matrix().text(.markdown).split(separator: "\n")
        #expect(lines[0] == "| Object name | Catalogue | one | two | three |")
        #expect(lines[1] == "|---|---|---|---|---|")
        #expect(lines[3].contains("| Text\\|Message, persisted+counted |"))
        #expect(lines.allSatisfy { $0.replacingOccurrences(of: "\\|", with: "").split(separator: "|").count == 5 })
    }

    @Test("is a page in HTML with the same cells")
    func html() throws {
        let html = try Self.matrix().text(.html)
        #expect(html.contains(#"<td class="bad" data-key="differs">! RC:TXTMSG, TextMessage, persisted+counted</td>"#))
        #expect(html.contains(#"<td class="none" data-key="missing">–</td>"#))
    }
}

@Suite("The names of an adapter")
struct AdapterNamesTests {
    private static func script(_ operations: String, _ reply: String) -> String {
        """
        while IFS= read -r line; do
          case $line in
            *hello*) echo '{"id":1,"ok":true,"value":{"sdk":"shell","operations":\(operations)}}';;
            *) \(reply);;
          esac
        done
        """
    }

    @Test("come from names.list of its process")
    func list() throws {
        let reply = #"echo '{"id":2,"ok":true,"value":[{"objectName":"RC:TxtMsg"}]}'"#
        let names = try AdapterNames.list(Self.script(#"["names.list"]"#, reply), startTimeout: 60)
        #expect(names == [["objectName": "RC:TxtMsg"]])
    }

    @Test(
        "are missing with a reason",
        arguments: [
            ("exit 3", "ended with exit status 3 before it answered hello"),
            (script(#"["frame.decode"]"#, "exit 1"), "has no names.list"),
            (script("null", #"echo '{"id":2,"unsupported":true}'"#), "has no names.list"),
            (
                script("null", #"echo '{"id":2,"ok":false,"error":{"class":"value","text":"no"}}'"#),
                "refused names.list: value no"
            ),
            (script("null", "exit 1"), "ended with exit status 1 before it answered names.list"),
            (script("null", "sleep 30"), "did not answer names.list within 1 s"),
        ]
    )
    func failures(_ command: String, _ reason: String) {
        #expect(throws: AdapterNames.Failure(reason: reason)) {
            _ = try AdapterNames.list(command, timeout: command.contains("sleep") ? 1 : 60, startTimeout: 60)
        }
    }

    @Test("of the library are those of the catalogue")
    func library() {
        let names = AdapterNames.ofLibrary.elements?.compactMap { $0["objectName"]?.string }
        #expect(names == MessageCatalogue.shared.map(\.objectName))
    }
}
