import Foundation
import LeanCloud
import TestSupport
import Testing
import WireFormat
import WireJSON

@Suite("Contents of messages")
struct ContentTests {
    @Test("each content of the catalogue decodes, is found right, and encodes to the same bytes")
    func catalogue() throws {
        let file = ProjectFolder.file("Docs/catalogue/other-systems.json")
        let entries = try JSONValue(parsing: String(contentsOf: file, encoding: .utf8)).elements ?? []
        let wanted = entries.filter { $0["system"]?.string == "LeanCloud" }
        #expect(wanted.count == 17 && LeanCloudContents.all.map(\.name) == wanted.map { $0["name"]?.string })
        for entry in wanted {
            let example = try #require(entry["exampleJSON"])
            switch entry["name"]?.string {
            case "plain":
                let text = try #require(example["msg"]?.string)
                #expect(LeanCloudContent(text: Array(text.utf8)) == .text(text))
            case "binary":
                let bytes = Base64.decode(Array((example["data"]?.string ?? "").utf8).span)
                #expect(bytes.map { LeanCloudContent.binary($0).encoded() } == [1, 2, 3])
            default:
                let bytes = example.minified
                guard case .typed(let type, let document) = LeanCloudContent(text: bytes) else {
                    Issue.record("not typed: \(example)")
                    continue
                }
                #expect(type == example["_lctype"]?.int64)
                #expect(LeanCloudContent.typed(type, document).encoded() == bytes)
                #expect(LeanCloudContents.shape(of: document.root)?.name == entry["name"]?.string)
                #expect(LeanCloudContents.check(document.root) == [], "\(example)")
            }
        }
    }

    @Test(
        "a text is JSON where a parser takes it, also behind white space; anything else is plain",
        arguments: [
            ("{}", true), (" \t\r\n[1]", true), (" {\"_lctype\":-1}", true), ("", false), ("  ", false), ("x{}", false),
            ("{", false), ("\u{A0}{}", false), ("7", false),
        ]
    )
    func plainOrJSON(text: String, isJSON: Bool) {
        var isPlain = false
        if case .text(text) = LeanCloudContent(text: Array(text.utf8)) { isPlain = true }
        #expect(isPlain != isJSON)
    }

    @Test(
        "what is odd about a typed message",
        arguments: [
            (#"{"_lctype":-2}"#, "missing-field _lcfile"),
            (#"{"_lctype":-2,"_lcfile":{}}"#, "missing-field _lcfile.url"),
            (#"{"_lctype":-2,"_lcfile":{"url":3}}"#, "wrong-type _lcfile.url"),
            (#"{"_lctype":-2,"_lcfile":{"url":"u","objId":5,"metaData":{"__source":"external"}}}"#, ""),
            (#"{"_lctype":-2,"_lcfile":{"name":"a","size":3}}"#, "file-old-form _lcfile"),
            (
                #"{"_lctype":-3,"_lcfile":{"url":"u","metaData":{"duration":"3"}}}"#,
                "number-as-text _lcfile.metaData.duration"
            ),
            (
                #"{"_lctype":-3,"_lcfile":{"url":"u","metaData":{"duration":-1}}}"#,
                "value-limit _lcfile.metaData.duration"
            ),
            (#"{"_lctype":-5,"_lcloc":{"latitude":91,"longitude":0}}"#, "coordinate-range _lcloc.latitude"),
            (#"{"_lctype":-5,"_lcloc":{"latitude":1}}"#, "missing-field _lcloc.longitude"),
            (#"{"_lctype":-1,"_lctext":null}"#, "null-value _lctext"),
            (#"{"_lctype":-1,"_lcattrs":"x"}"#, "wrong-type _lcattrs"),
            (#"{"_lctype":-1,"_lctext":"a","_lctext":"b"}"#, "duplicate-key _lctext"),
            (#"{"_lctype":-77}"#, "type-unknown _lctype"),
            (#"{"_lctype":"-1"}"#, "type-not-integer _lctype"),
            (#"{"_lctype":12,"x":{}}"#, ""),
            (#"{"_lctype":-1.0}"#, ""),
        ]
    )
    func findings(text: String, wanted: String) throws {
        let document = try JSONDocument(text)
        let found = LeanCloudContents.check(document.root)
        #expect(found.map { "\($0.code) \($0.path)" }.joined(separator: ", ") == wanted)
        for finding in found { #expect(finding.offset < text.utf8.count && !finding.text.isEmpty) }
    }

    @Test(
        "a text is typed only with an integer",
        arguments: [
            ("hi", "text"), ("[smile]", "text"), ("{", "text"), ("", "text"), ("123", "text"), (#"{"a":1}"#, "json"),
            ("[1]", "json"), (#"{"_lctype":"x"}"#, "json"), (#" {"_lctype":5}"#, "typed 5"),
            (#"{"_lctype":-1e0}"#, "typed -1"), (#"{"_lctype":99999999999999999999}"#, "json"),
        ]
    )
    func kinds(text: String, kind: String) {
        let content = LeanCloudContent(text: Array(text.utf8))
        switch content {
        case .typed(let type, _): #expect(kind == "typed \(type)")
        case .json: #expect(kind == "json")
        case .text: #expect(kind == "text")
        case .binary: #expect(kind == "binary")
        }
        #expect(content.encoded() == Array(text.utf8))
    }

    @Test("bytes that are not UTF-8 are kept")
    func notText() {
        #expect(LeanCloudContent(text: [0xFF, 0x41]) == .binary([0xFF, 0x41]))
    }

    @Test("a few words for people")
    func digests() throws {
        for (text, words) in [
            (#"{"_lctype":-1,"_lctext":"hi"}"#, "hi"),
            (
                #"{"_lctype":-2,"_lctext":"see","_lcfile":{"url":"u","metaData":{"width":3,"height":4.0}}}"#,
                "[image 3×4] see"
            ),
            (#"{"_lctype":-3,"_lcfile":{"url":"u","metaData":{"duration":3.5}}}"#, "[audio 3.5 s]"),
            (#"{"_lctype":-5,"_lcloc":{"latitude":1.5,"longitude":2}}"#, "[location 1.5, 2.0]"),
            (#"{"_lctype":-6,"_lcfile":{"metaData":{"name":"a.pdf"}}}"#, "[file a.pdf]"),
            (#"{"_lctype":-127}"#, "[recalled]"),
            (#"{"_lctype":-102,"payload":{}}"#, "[webrtcAnswer]"), (#"{"_lctype":3,"_lctext":"mine"}"#, "mine"),
        ] {
            let document = try JSONDocument(text)
            #expect(LeanCloudContents.digest(document.root) == words)
        }
    }
}
