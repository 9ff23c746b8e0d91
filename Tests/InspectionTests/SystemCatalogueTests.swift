import Foundation
import Inspection
import TestSupport
import Testing
import WireFormat
import WireJSON

@Suite("The catalogues of all systems")
struct SystemCatalogueTests {
    /// An entry of the file that the catalogues are made of.
    struct Published: Sendable, CustomTestStringConvertible {
        let system: MessagingSystem
        let name: String
        let title: String
        let example: JSONValue

        var testDescription: String { "\(system.name) \(name) \(title)" }
    }

    private static let published: [Published] = {
        guard let text = try? ProjectFolder.text("Docs/catalogue/other-systems.json") else { return [] }
        return ((try? JSONValue(parsing: text))?.elements ?? []).compactMap { entry in
            guard let system = entry["system"]?.string.flatMap({ MessagingSystem(name: $0.lowercased()) }),
                let title = entry["name"]?.string, let example = entry["exampleJSON"]
            else { return nil }
            let id = entry["typeId"].flatMap { $0.string ?? $0.int64.map(String.init) }
            return Published(system: system, name: id ?? title, title: title, example: example)
        }
    }()

    @Test("the file has the entries of three systems")
    func count() { #expect(Self.published.count == 51) }

    @Test(
        "every entry is found, reads its example without a finding, and writes it byte for byte",
        arguments: published
    )
    func entries(_ published: Published) throws {
        let catalogue = published.system.catalogue
        for name in [published.name, published.title] {
            let lookup = CatalogueLookup(name, in: [published.system])
            #expect(lookup.matches.first?.entries.contains { $0.title == published.title } == true, "\(name)")
            let bytes = published.example.minified
            let content = try catalogue.read(bytes, as: name)
            #expect(content.findings == [], "\(name)")
            #expect(content.value == published.example && content.form == .json)
            #expect(try catalogue.write(bytes, as: name, platform: nil) == bytes)
            // White space goes, and nothing else.
            let spaced = Array(" \n".utf8) + bytes + [UInt8(ascii: "\n")]
            #expect(try catalogue.write(spaced, as: name, platform: nil) == bytes)
        }
        #expect(CatalogueLookup(published.title).matches.contains { $0.system == published.system })
    }

    @Test("RongCloud's messages are entries like those of others")
    func rongCloud() throws {
        let catalogue = MessagingSystem.rongCloud.catalogue
        for entry in catalogue.entries {
            let content = try catalogue.read(Array(entry.example.utf8), as: entry.name)
            #expect(content.objectName == entry.objectName)
            #expect(!content.findings.contains { $0.severity == .error }, "\(entry.name): \(content.findings)")
        }
    }

    @Test(
        "a type is found under any spelling that a person would type",
        arguments: [
            ("-1", "leancloud -1"), ("\u{2212}1", "leancloud -1"), ("\u{2013}1", "leancloud -1"),
            ("-01", "leancloud -1"),
            ("_lctype:-1", "leancloud -1"), (#""_lctype": -1"#, "leancloud -1"), ("_lctype=-127", "leancloud -127"),
            ("IMTextMessage", "leancloud -1"), ("LCIMImageMessage", "leancloud -2"), ("imagemessage", "leancloud -2"),
            ("kAVIMMessageMediaTypeFile", "leancloud -6"), ("LOCATION_MESSAGE_TYPE", "leancloud -5"),
            ("recalled", "leancloud -127"), ("Recalled", "leancloud -127"), (">0", "leancloud >0"),
            ("42", "leancloud >0"),
            ("+42", "leancloud >0"), ("-101", "leancloud -101, leancloud -101"), ("plain", "leancloud plain"),
            ("100/1", "nim 100/1"), ("100:1", "nim 100/1"), ("100.1", "nim 100/1"), ("JanKenPon", "nim 100/1"),
            ("jankenpon", "nim 100/1"), ("NTESChartletAttachment", "nim 100/3"),
            ("CustomMessageTypeMultiRetweet", "nim 100/15"), ("NIMMessageTypeImage", "nim 1"), ("100", "nim 100"),
            ("100/77", "nim 100"), ("sys/3", "nim sys/3"), ("11", "nim 11, nim 11"), ("chatroom/5", "nim chatroom/5"),
            ("new_chat", "yc new_chat"), ("newChat", "yc new_chat"), ("driver_arrive", "yc DRIVER_ARRIVE"),
            ("ChatType=701", "yc 701"), ("701", "yc 701"), ("RC:TxtMsg", "rongcloud RC:TxtMsg"),
            ("RCImageMessage", "rongcloud RC:ImgMsg"), ("rc:txtmsg", ""), ("-77", ""), ("", ""), ("-", ""), ("/", ""),
            ("1", "nim 1, yc 1"), ("text", "leancloud -1, nim 0, yc 1"),
            ("TextMessage", "rongcloud RC:TxtMsg, leancloud -1"), ("99999999999999999999", ""),
        ]
    )
    func names(name: String, wanted: String) {
        let found = CatalogueLookup(name).matches.flatMap { match in
            match.entries.map { "\(match.system.name) \($0.name)" }
        }
        #expect(found.joined(separator: ", ") == wanted)
    }

    @Test("the nearest names of every system are told")
    func nearest() {
        #expect(CatalogueLookup.nearest(to: "Chartlett").map(\.name).contains("Chartlet"))
        #expect(CatalogueLookup.nearest(to: "RC:ImgMgs").first?.name == "RC:ImgMsg")
        #expect(CatalogueLookup.nearest(to: "-77").isEmpty)
    }

    @Test("of several kinds with one id the content tells which it is")
    func sharedIds() throws {
        let offer = try MessagingSystem.leanCloud.catalogue.read(
            Array(#"{"_lctype":-101,"payload":{}}"#.utf8),
            as: "-101"
        )
        #expect(offer.digest == "[webrtcOffer]" && offer.findings == [])
        let up = try MessagingSystem.nim.catalogue.read(Array(#"{"robotAccid":"b","param":{}}"#.utf8), as: "11")
        #expect(up.digest.hasPrefix("[robotUp]") && up.findings.map(\.path) == ["param.type"])
    }

    @Test("of the application's own types the content is under its own number")
    func ownTypes() throws {
        let bytes = Array(#"{"_lctype":42,"order":"7"}"#.utf8)
        for name in ["42", ">0", "custom"] {
            let content = try MessagingSystem.leanCloud.catalogue.read(bytes, as: name)
            #expect(content.objectName == "42" && content.findings == [], "\(name)")
        }
        let other = try MessagingSystem.leanCloud.catalogue.read(bytes, as: "43")
        #expect(other.findings.map(\.code) == ["type-mismatch"])
        #expect(try MessagingSystem.nim.catalogue.read(Array("{}".utf8), as: "100/77").objectName == "100/77")
    }

    @Test("texts and bytes that are no JSON are contents of the kinds that may be so")
    func plain() throws {
        let text = try MessagingSystem.leanCloud.catalogue.read(Array("just text".utf8), as: "plain")
        #expect(text.form == .text && text.value == "just text" && text.digest == "just text")
        let bytes = try MessagingSystem.leanCloud.catalogue.read([1, 2, 3, 0xFF], as: "binary")
        #expect(bytes.form == .bytes && bytes.value == "AQID/w==")
        let body = try MessagingSystem.nim.catalogue.read(Array("hi".utf8), as: "text")
        #expect(body.form == .text && body.value == "hi")
        for (name, bytes) in [("plain", Array("just text".utf8)), ("binary", [1, 0xFF])] {
            #expect(try MessagingSystem.leanCloud.catalogue.write(bytes, as: name, platform: nil) == bytes)
        }
    }

    @Test(
        "what is wrong with a content is told with its place",
        arguments: [
            (MessagingSystem.leanCloud, "-1", #"{"_lctext":"a"}"#, "warning missing-field _lctype 0"),
            (.leanCloud, "-2", #"{"_lctype":-2,"_lcfile":{}}"#, "warning missing-field _lcfile.url 24"),
            (.leanCloud, "-2", #"{"_lctype":-2,"_lcfile":{"url":7}}"#, "warning wrong-type _lcfile.url 31"),
            (
                .leanCloud, "-2", #"{"_lctype":-2,"_lcfile":{"url":"u","url":"v"}}"#,
                "warning duplicate-key _lcfile.url 41"
            ),
            (.leanCloud, "-1", #"{"_lctype":-2}"#, "warning type-mismatch _lctype 11"),
            (
                .leanCloud, "-1", #"{"_lctype":"x"}"#,
                "warning type-not-integer _lctype 11, warning type-mismatch _lctype 11"
            ),
            (.leanCloud, "-1", "[]", "error wrong-shape  0"),
            (
                .leanCloud, "-5", #"{"_lctype":-5,"_lcloc":{"latitude":91,"longitude":0}}"#,
                "warning coordinate-range _lcloc.latitude 35"
            ),
            (.leanCloud, "binary", #"{"binaryMsg":"?"}"#, "warning content-base64 binaryMsg 13"),
            (.leanCloud, "binary", "{}", "warning missing-field binaryMsg 0"),
            (.nim, "1", #"{"url":"u","ext":"png","size":1,"w":1}"#, "warning missing-field h 0"),
            (.nim, "4", #"{"lat":true,"lng":1,"title":"t"}"#, "warning wrong-type lat 7"),
            (.nim, "4", #"{"lat":"1","lng":1,"title":"t"}"#, "note number-as-text lat 7"),
            (.nim, "100/1", #"{"type":2,"data":{"value":1}}"#, "warning type-mismatch type 8"),
            (.nim, "100/1", #"{"type":1,"data":{"value":1,"value":2}}"#, "warning duplicate-key data.value 36"),
            (.nim, "sys/2", #"{"id":1,"content":"x"}"#, "warning type-mismatch id 6"),
            (.nim, "0", #"{"type":0}"#, "warning missing-field body 0"),
            (.yc, "new_chat", #"{"id":"p","type":"new_chat","content":{}}"#, "warning missing-field content.topic 38"),
            (
                .yc, "new_chat", #"{"id":"p","type":"SERVICE_DONE","content":{"topic":"1"}}"#,
                "warning type-mismatch type 17"
            ),
            (.yc, "1", #"{"ChatType":2}"#, "warning type-mismatch ChatType 12"),
            (.yc, "1", #"{"ChatType":1,"SpeakType":99}"#, "note value-undocumented SpeakType 26"),
            (.rongCloud, "RC:TxtMsg", #"{"content":5}"#, "warning wrong-type content 11"),
        ]
    )
    func findings(system: MessagingSystem, name: String, text: String, wanted: String) throws {
        let content = try system.catalogue.read(Array(text.utf8), as: name)
        let found = content.findings.map { "\($0.severity) \($0.code) \($0.path) \($0.offset)" }
        #expect(found.joined(separator: ", ") == wanted)
        // Whatever is wrong, nothing is lost; RongCloud's documented form has texts where texts belong.
        guard system != .rongCloud else { return }
        #expect(try system.catalogue.write(Array(text.utf8), as: name, platform: nil) == Array(text.utf8))
    }

    @Test(
        "what is no JSON, and a name that nobody knows, is an error with its place",
        arguments: [
            (MessagingSystem.leanCloud, "-1", #"{"_lctype":-1"#, WireError.Code.json, 13),
            (.leanCloud, "-1", "", .json, 0), (.leanCloud, "-1", "hi", .json, 0),
            (.leanCloud, "plain", #"{"msg":"#, .json, 7),
            (.nim, "100/1", #"{"type":1,}"#, .json, 10), (.nim, "12", "call", .json, 0),
            (.yc, "new_chat", #"{"id":"p","type":"new_chat""#, .json, 27), (.leanCloud, "-77", "{}", .value, 0),
            (.rongCloud, "RC:TxtMsg", #"{"content":"#, .json, 11),
        ]
    )
    func errors(system: MessagingSystem, name: String, text: String, code: WireError.Code, offset: Int) {
        let read = Result { try system.catalogue.read(Array(text.utf8), as: name) }
        guard case .failure(let error as WireError) = read else {
            Issue.record("read: \(text)")
            return
        }
        #expect(error.code == code && error.offset == offset, "\(error)")
    }

    @Test("text that is not UTF-8 is refused at its first wrong byte")
    func notText() {
        let error = #expect(throws: WireError.self) {
            try MessagingSystem.nim.catalogue.read([0x68, 0x69, 0xFF, 0x21], as: "text")
        }
        #expect(error?.code == .string && error?.offset == 2)
    }
}
