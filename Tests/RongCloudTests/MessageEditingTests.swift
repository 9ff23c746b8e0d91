import Foundation
import RongCloud
import Testing
import WireJSON

@Suite("Changing a content")
struct MessageEditingTests {
    /// A change to a content, by hand and by the library.
    struct Change: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let before: String
        let after: String
        let apply: @Sendable (inout TextMessage) -> Void
    }

    static let changes = [
        Change(
            testDescription: "white space, order, unknown keys and spellings stay",
            before: "{ \"z\" : 1e0,\n\"extra\":\"\\u0041\", \"content\" : \"\\/a\" ,\"y\":[ ] }\n",
            after: "{ \"z\" : 1e0,\n\"extra\":\"\\u0041\", \"content\" : \"b\" ,\"y\":[ ] }\n"
        ) { $0.content = "b" },
        Change(
            testDescription: "a new member comes last",
            before: #"{ "content": "a" }"#,
            after: #"{ "content": "a","burnDuration":9 }"#
        ) { $0.envelope.burnDuration = 9 },
        Change(
            testDescription: "a member that is taken away takes its comma along",
            before: #"{"extra":"e", "content":"a", "x":1}"#,
            after: #"{"content":"a", "x":1}"#
        ) { $0.envelope.extra = nil },
        Change(
            testDescription: "the last member can be taken away",
            before: #"{"content":"a","extra":"e" }"#,
            after: #"{"content":"a" }"#
        ) { $0.envelope.extra = nil },
        Change(
            testDescription: "inside the sender only the name changes",
            before: #"{"content":"a","user":{"icon":"p","rank":5, "name":"n","id":"u"}}"#,
            after: #"{"content":"a","user":{"icon":"p","rank":5, "name":"Mei","id":"u"}}"#
        ) { $0.envelope.user?.name = "Mei" },
        Change(
            testDescription: "a value in another spelling's key changes there",
            before: #"{"content":"a","user":{"portrait":"","icon":"p","id":"u"}}"#,
            after: #"{"content":"a","user":{"portrait":"","icon":"q","id":"u"}}"#
        ) { $0.envelope.user?.portrait = "q" },
        Change(
            testDescription: "a number in a string becomes a number when it changes",
            before: #"{"content":"a","burnDuration":"9","isBurnAfterRead":1}"#,
            after: #"{"content":"a","burnDuration":8,"isBurnAfterRead":1}"#
        ) { $0.envelope.burnDuration = 8 },
        Change(
            testDescription: "a list keeps what did not change",
            before: #"{"content":"a","mentionedInfo":{"type":2,"userIdList":[ "\u0061" , "b"]}}"#,
            after: #"{"content":"a","mentionedInfo":{"type":2,"userIdList":[ "\u0061" , "b","c"]}}"#
        ) { $0.envelope.mentionedInfo?.userIdList?.append("c") },
        Change(
            testDescription: "a list can lose what is last",
            before: #"{"content":"a","mentionedInfo":{"type":2,"userIdList":[ "a" , "b" ]}}"#,
            after: #"{"content":"a","mentionedInfo":{"type":2,"userIdList":[ "a"]}}"#
        ) { $0.envelope.mentionedInfo?.userIdList?.removeLast() },
        Change(
            testDescription: "an empty sender can be replaced",
            before: #"{"content":"a","user":[]}"#,
            after: #"{"content":"a","user":{"id":"u"}}"#
        ) { $0.envelope.user = MessageUser(id: "u") },
        Change(
            testDescription: "a content that was encoded twice becomes an object",
            before: #""{\"content\":\"a\", \"x\":1}""#,
            after: #"{"content":"b", "x":1}"#
        ) { $0.content = "b" },
        Change(
            testDescription: "of a key that occurs twice the last counts, and both change",
            before: #"{"content":"a","content":"b"}"#,
            after: #"{"content":"c","content":"c"}"#
        ) { $0.content = "c" },
        Change(
            testDescription: "an escaped key is found",
            before: #"{"\u0063ontent":"a"}"#,
            after: #"{"\u0063ontent":"b"}"#
        ) { $0.content = "b" },
    ]

    @Test("only what changes is written anew", arguments: changes)
    func change(_ change: Change) throws {
        var message = try TextMessage(parsing: Array(change.before.utf8))
        #expect(String(decoding: message.encoded(), as: UTF8.self) == change.before)
        change.apply(&message)
        #expect(String(decoding: message.encoded(), as: UTF8.self) == change.after)
    }

    @Test("any content can be emptied and every field set again", arguments: MessageExamples.all)
    func backAndForth(_ example: MessageExamples.Example) throws {
        guard let content = MessageRegistry.builtIn.decode(example.objectName, example.bytes).content else { return }
        try emptied(content)
    }

    private func emptied<Content: MessageContent>(_ content: Content) throws {
        var empty = Content()
        empty.envelope.source = content.envelope.source
        let bytes = empty.encoded()
        #expect(try Content(parsing: bytes) == empty, "\(String(decoding: bytes, as: UTF8.self))")
        var full = content
        full.envelope.source = try Content(parsing: bytes).envelope.source
        #expect(try Content(parsing: full.encoded()) == content, "\(String(decoding: full.encoded(), as: UTF8.self))")
    }

    @Test("white space around every token stays", arguments: MessageExamples.all)
    func whiteSpace(_ example: MessageExamples.Example) throws {
        let value = try JSONSerialization.jsonObject(with: Data(example.bytes))
        let pretty = [UInt8](try JSONSerialization.data(withJSONObject: value, options: [.prettyPrinted, .sortedKeys]))
        #expect(MessageRegistry.builtIn.decode(example.objectName, pretty).encoded() == pretty)
    }

    @Test("unknown members are listed, and kept in a platform's spelling")
    func unknownMembers() throws {
        let message = try TextMessage(parsing: Array(#"{"x":1,"content":"a","y":{"z":2}}"#.utf8))
        #expect(message.otherMembers.map(\.key.text) == ["x", "y"])
        let android = String(decoding: message.encoded(as: .android), as: UTF8.self)
        #expect(android == #"{"content":"a","isBurnAfterRead":false,"burnDuration":0,"x":1,"y":{"z":2}}"#)
    }
}
