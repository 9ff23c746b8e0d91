import Testing
import WireJSON

@testable import Redaction

extension ComparisonTests {
    @Test(
        "A capture and its redacted copy do not differ",
        arguments: ["rongcloud-polling-chat.pcap", "mixed-systems.pcap"]
    )
    func redacted(_ file: String) async throws {
        let bytes = try RedactionTests.bytes(file)
        let run = try await RedactionTests.Run(bytes)
        let found = try await Self.compare(bytes, run.bytes).differences
        #expect(found.map(\.meaning) == [])
    }

    @Test(
        "Nor does a capture with a secret in each text and number of each message",
        arguments: PlantedCaptureTests.forms.filter { !$0.isTLS }
    )
    func redactedPlanted(_ form: PlantedCaptureTests.Form) async throws {
        let (planted, run) = try await PlantedCaptureTests.Redactions.shared.redaction(of: form)
        let key = planted.obfuscationKey
        // A key that was given is not recovered, and no note says so.
        let ignored = key == nil ? [] : ["diagnostics"]
        let found = try await Self.compare(planted.pcap, run.bytes, ignored: ignored, obfuscationKey: key).differences
        #expect(found.map { "\($0.meaning) \($0.field ?? $0.kind): \($0.valueA ?? "") \($0.valueB ?? "")" } == [])
    }

    /// An event as one capture has it, and as its redacted copy may: texts, names and long numbers are others.
    private static let replaced: [(before: String, after: String)] = [
        (
            #""frame":{"type":"PUBLISH","topic":"secret of alice"}"#,
            #""frame":{"type":"PUBLISH","topic":"fjdkel dk slqpe"}"#
        ),
        (#""frame":{"cmd":"secret of alice"}"#, #""frame":{"cmd":"fjdkel dk slqpe"}"#),
        (
            #""frame":{"type":"HTTP","method":"SECRET","path":"/alice/1","reply":{"message":"token of alice","status":"some "#
                + #"text","type":"a text","flags":"one two","objectName":"a b c","code":834921}}"#,
            #""frame":{"type":"HTTP","method":"FJDKEL","path":"/slqpe/1","reply":{"message":"fjdke dk slqpe","status":"dkel "#
                + #"slqp","type":"f jdke","flags":"dke dks","objectName":"d k s","code":711347}}"#
        ),
        (
            #""frame":{"type":"QUERYACK"},"messages":[{"objectName":"Geheim von Alice","content":{"content":"x"}}]"#,
            #""frame":{"type":"QUERYACK"},"messages":[{"objectName":"Fjdkel dks Slqpe","content":{"content":"y"}}]"#
        ),
        // What stands in a text is the application's, whatever it is called.
        (
            #""frame":{},"messages":[{"objectName":"RC:TxtMsg","content":{"extra":{"code":12,"type":"open"}}}]"#,
            #""frame":{},"messages":[{"objectName":"RC:TxtMsg","content":{"extra":{"code":73,"type":"fjdk"}}}]"#
        ),
        // And so is the content of a type that the catalogue lacks.
        (
            #""frame":{},"messages":[{"objectName":"app:order","content":{"code":12,"status":"open"}}]"#,
            #""frame":{},"messages":[{"objectName":"app:order","content":{"code":73,"status":"fjdk"}}]"#
        ),
    ]

    @Test("What redaction replaces makes no difference, wherever it stands", arguments: replaced)
    func redactedEvent(before: String, after: String) throws {
        func event(_ text: String) throws -> JSONValue {
            let head = #"{"n":1,"flow":1,"system":"rongcloud","transport":"websocket","sender":"client","#
            return try JSONValue(parsing: head + text + "}")
        }
        let found = try Self.differences([event(before)], [event(after)])
        #expect(found.map { $0.field ?? $0.kind } == [])
    }

    @Test("A custom message of NIM is its application's")
    func nimCustom() throws {
        func event(_ objectName: String, _ content: String) throws -> JSONValue {
            try JSONValue(
                parsing: #"{"n":1,"flow":1,"system":"nim","transport":"websocket","sender":"client","#
                    + #""frame":{"type":"message"},"messages":[{"objectName":"\#(objectName)","content":\#(content)}]}"#
            )
        }
        let (one, other) = (#"{"type":1,"w":12}"#, #"{"type":2,"w":73}"#)
        for name in ["100", "100/1"] {
            #expect(try Self.differences([event(name, one)], [event(name, other)]).isEmpty)
        }
        let found = try Self.differences([event("1", one)], [event("1", other)])
        #expect(found.compactMap(\.field) == ["messages[0].content.type", "messages[0].content.w"])
    }
}
