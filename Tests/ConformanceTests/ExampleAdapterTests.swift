import Foundation
import TestSupport
import Testing

/// The adapters under Docs/adapters, each a codec of its own that is started as the runner starts it.
@Suite("Example adapters")
struct ExampleAdapterTests {
    enum Language: String, CaseIterable, CustomTestStringConvertible {
        case python = "python3"
        case javascript = "node"

        var script: String {
            self == .python ? "python/imwire_adapter.py" : "javascript/imwire-adapter.js"
        }
        var testDescription: String { rawValue }

        /// Those that this machine has.
        static let present = allCases.filter { OutsideTool.path($0.rawValue) != nil }
    }

    @Test("are run in every language that they are written in", arguments: Language.allCases)
    func languages(language: Language) {
        withKnownIssue("\(language.rawValue) is not on this machine") {
            #expect(Language.present.contains(language))
        } when: {
            OutsideTool.path(language.rawValue) == nil
        }
    }

    /// Requests and replies of published bytes, the same for every codec: operation, input, the reply's `value` or
    /// `error.class`.
    static let known: [(operation: String, input: String, reply: String)] = [
        (
            "frame.decode",
            #"{"form":"websocket","sender":"server","hex":"2000000d000275310000018bcfe568001234","protocolVersion":4}"#,
            #"{"type":"CONNACK","qos":0,"dup":false,"retain":false,"flag":0,"status":0,"flags":13,"userId":"u1","#
                + #""timestamp":1700000000000,"messageId":4660}"#
        ),
        (
            "frame.decode", #"{"form":"websocket","sender":"server","hex":"2000000d000275310000018bcfe568001234"}"#,
            "truncated"
        ),
        (
            "frame.decode", #"{"form":"websocket","sender":"client","hex":"32000670704d7367500003626f621234010203"}"#,
            #"{"type":"PUBLISH","qos":1,"dup":false,"retain":false,"topic":"ppMsgP","targetId":"bob","messageId":4660,"#
                + #""data":"010203"}"#
        ),
        ("frame.decode", #"{"form":"websocket","sender":"client","hex":"4001"}"#, "truncated"),
        ("frame.decode", #"{"form":"tcp","sender":"client","hex":"c0c100"}"#, "checksum"),
        (
            "frame.encode", #"{"form":"tcp","sender":"client","frame":{"type":"PINGREQ"}}"#, #"{"hex":"c0c000"}"#
        ),
        (
            "frame.decode", #"{"form":"polling","sender":"server","hex":"7b22686561646572436f6465223a2d34387d"}"#,
            #"{"type":"PINGRESP","qos":0,"dup":false,"retain":false}"#
        ),
        (
            "payload.decode", #"{"message":"NotifyMsg","hex":"080110929992cacd2e"}"#,
            #"{"type":1,"time":"1601372982418"}"#
        ),
        ("message.decode", #"{"objectName":"RC:TxtMsg","hex":"7b22636f6e74656e74223a"}"#, "json"),
        (
            "uid.decode", #"{"uid":"BUFE-A62U-32C4-01I2"}"#,
            #"{"uid":"BUFE-A62U-32C4-01I2","layout":"B","time":"2022-01-21T07:40:28.920Z","sequence":1574,"type":1,"#
                + #""hash":1602}"#
        ),
        (
            "frame.decode",
            #"{"system":"leancloud","form":"websocket","sender":"client","subprotocol":"lc.protobuf2.3","#
                + #""hex":"080e2801"}"#,
            #"{"cmd":"echo","i":1,"data":"080e2801","payload":{"message":"GenericCommand","#
                + #""value":{"cmd":"echo","i":1}}}"#
        ),
        (
            "frame.encode",
            #"{"system":"leancloud","form":"websocket","sender":"client","subprotocol":"lc.proto2base64.3","#
                + #""frame":{"cmd":"echo","i":1}}"#, #"{"hex":"4341346f41513d3d"}"#
        ),
        (
            "frame.decode",
            #"{"system":"leancloud","form":"websocket","sender":"client","subprotocol":"lc.protobuf2.3","#
                + #""hex":"080e28"}"#, "truncated"
        ),
        (
            "message.decode", #"{"system":"leancloud","objectName":"-1","hex":"7b225f6c6374797065223a2d317d"}"#,
            #"{"_lctype":-1}"#
        ),
        ("frame.decode", #"{"system":"nim","form":"websocket","sender":"server","hex":"323a3a"}"#, "unsupported"),
        ("uid.decode", #"{"system":"leancloud","uid":"BUFE-A62U-32C4-01I2"}"#, "unsupported"),
        ("no.such.operation", "{}", "unsupported"),
    ]

    @Test("an example answers what is known as the published layouts say", arguments: Language.present)
    func knownAnswers(language: Language) throws {
        let adapter = try Conversation.start(language.rawValue, Self.folder.appending(path: language.script))
        defer { adapter.stop() }
        let greeting = try adapter.ask("hello", "{}")
        #expect((greeting["value"] as? [String: Any])?["operations"] is [String])
        for (operation, input, expected) in Self.known {
            #expect(Self.text(of: try adapter.ask(operation, input)) == Self.sorted(expected), "\(operation) \(input)")
        }
    }

    @Test("an example runs wherever it is copied to, even right below the root", arguments: Language.present)
    func copied(language: Language) throws {
        // Not the temporary folder of the environment, which may lie deep enough for what is wrong elsewhere.
        let copy = URL(filePath: "/tmp/imwire-example-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: copy) }
        let original = Self.folder.appending(path: language.script)
        try FileManager.default.copyItem(at: original.deletingLastPathComponent(), to: copy)
        let project = Self.tests.appending(path: "../..").standardizedFileURL
        let adapter = try Conversation.start(
            language.rawValue,
            copy.appending(path: original.lastPathComponent),
            "--tables",
            project.appending(path: "Docs/catalogue").path,
            "--schema",
            project.appending(path: "Sources/RongCloud/Payloads/rongcloud.proto").path
        )
        defer { adapter.stop() }
        let greeting = try adapter.ask("hello", "{}")
        #expect((greeting["value"] as? [String: Any])?["operations"] is [String])
    }

    @Test(
        "the driver of web SDKs says what the SDK sends and what it makes of what it receives",
        .enabled(if: OutsideTool.path("node") != nil, "needs Node.js")
    )
    func webSDK() throws {
        let sdk = Self.tests.appending(path: "Adapters/invented-web-sdk.js")
        let driver = Self.folder.appending(path: "web-sdk/drive-web-sdk.js")
        let adapter = try Conversation.start("node", driver, sdk.path)
        defer { adapter.stop() }
        let greeting = try adapter.ask("hello", "{}")["value"] as? [String: Any]
        // A client that speaks WebSocket reads what servers send, and writes what clients send.
        #expect((greeting?["frames"] as? [[String: Any]])?.map { $0["sender"] as? String } == ["server", "client"])
        let exchanges: [(operation: String, input: String, reply: String)] = [
            // {"content":"hi 😀","extra":"x"}: the SDK of the tests doubles the extra
            (
                "message.decode",
                #"{"objectName":"RC:TxtMsg","hex":"7b22636f6e74656e74223a22686920f09f9880222c226578747261223a2278227d"}"#,
                #"{"content":"hi 😀","extra":"xx"}"#
            ),
            ("message.decode", #"{"objectName":"RC:TxtMsg","hex":"7b"}"#, "no class"),
            ("message.decode", #"{"objectName":"RC:ImgMsg","hex":"7b7d"}"#, "unsupported"),
            (
                "message.encode", #"{"objectName":"RC:TxtMsg","content":{"content":"hi"}}"#,
                #"{"hex":"7b22636f6e74656e74223a226869227d"}"#
            ),
            (
                "frame.encode", #"{"form":"websocket","sender":"client","frame":{"type":"PUBACK","messageId":300}}"#,
                #"{"hex":"40012c"}"#
            ),
            (
                "frame.encode",
                #"{"form":"websocket","sender":"client","frame":{"type":"PUBLISH","qos":1,"dup":false,"retain":false,"#
                    + #""topic":"pgMsgP","targetId":"room","messageId":9,"#
                    + #""data":"0803120952433a5478744d73671a107b22636f6e74656e74223a226869227d"}}"#,
                #"{"hex":"32000670674d7367500004726f6f6d0009"#
                    + #"0803120952433a5478744d73671a107b22636f6e74656e74223a226869227d"}"#
            ),
            ("frame.decode", #"{"form":"websocket","sender":"server","hex":"d0"}"#, "unsupported"),
            (
                "names.list", "{}",
                #"[{"objectName":"RC:TxtMsg","class":"TextMessage","persisted":true,"counted":true}]"#
            ),
        ]
        for (operation, input, expected) in exchanges {
            #expect(Self.text(of: try adapter.ask(operation, input)) == Self.sorted(expected), "\(operation) \(input)")
        }
    }

    private static let tests = URL(filePath: #filePath).deletingLastPathComponent()
    private static let folder = tests.appending(path: "../../Docs/adapters").standardizedFileURL

    /// The value of a reply as text, its error's class, or `unsupported`.
    private static func text(of reply: [String: Any]) -> String {
        if reply["unsupported"] as? Bool == true { return "unsupported" }
        if let error = reply["error"] as? [String: Any] { return error["class"] as? String ?? "no class" }
        return reply["value"].map(sorted) ?? "no value"
    }

    private static func sorted(_ text: String) -> String {
        guard let value = try? JSONSerialization.jsonObject(with: Data(text.utf8)) else { return text }
        return sorted(value)
    }

    private static func sorted(_ value: Any) -> String {
        let data = try? JSONSerialization.data(withJSONObject: value, options: [.sortedKeys, .withoutEscapingSlashes])
        return data.map { String(decoding: $0, as: UTF8.self) } ?? "not JSON"
    }
}

/// A child process that is asked line by line.
private final class Conversation {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var pending = Data()
    private var count = 0

    static func start(_ program: String, _ script: URL, _ arguments: String...) throws -> Conversation {
        let path = try #require(OutsideTool.path(program))
        let conversation = Conversation()
        conversation.process.executableURL = URL(filePath: path)
        conversation.process.arguments = (program == "python3" ? ["-B"] : []) + [script.path] + arguments
        conversation.process.standardInput = conversation.input
        conversation.process.standardOutput = conversation.output
        try conversation.process.run()
        return conversation
    }

    func ask(_ operation: String, _ input: String) throws -> [String: Any] {
        count += 1
        let request = #"{"id":\#(count),"operation":"\#(operation)","input":\#(input),"protocol":1}"# + "\n"
        try self.input.fileHandleForWriting.write(contentsOf: Data(request.utf8))
        while !pending.contains(0x0A) {
            let more = output.fileHandleForReading.availableData
            if more.isEmpty { break }
            pending += more
        }
        let line = pending.prefix { $0 != 0x0A }
        pending = Data(pending.dropFirst(line.count + 1))
        let reply = try #require(try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
        #expect(reply["id"] as? Int == count)
        return reply
    }

    func stop() {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }
}
