import RongCloud
import Testing

@Suite("Writing in a platform's spelling")
struct MessageSpellingTests {
    /// A content, and how each of the four spellings writes it.
    struct Spelling: Sendable, CustomTestStringConvertible {
        let content: any MessageContent
        let documented: String
        var ios: String?
        var android: String?
        var web: String?
        var testDescription: String { type(of: content).objectName }
    }

    static let spellings = [
        Spelling(
            content: CallSummaryMessage {
                $0.caller = "u"
                $0.inviter = "u"
                $0.mediaType = 1
                $0.startTime = 1
                $0.connectedTime = 2
                $0.duration = 3000
                $0.hangupReason = 3
            },
            documented: #"{"caller":"u","inviter":"u","mediaType":1,"startTime":1,"#
                + #""connectedTime":2,"duration":3000,"hangupReason":3}"#,
            android: #"{"caller":"u","inviter":"u","mediaType":1,"startTime":1,"#
                + #""activeTime":2,"duration":3000,"hangupReason":3}"#,
            web: #"{"caller":"u","inviter":"u","mediaType":1,"startTime":1,"connectedTime":2,"duration":3,"status":3}"#
        ),
        Spelling(
            content: CallInviteMessage {
                $0.callId = "c"
                $0.channel = CallChannel(id: "r")
                $0.engineType = 4
                $0.mediaType = 1
                $0.inviteUserIds = ["v"]
            },
            documented: #"{"callId":"c","channelInfo":{"Id":"r","Key":""},"#
                + #""engineType":4,"mediaType":1,"inviteUserIds":["v"]}"#,
            android: #"{"callId":"c","channelId":"r","engineType":4,"mediaType":1,"inviteUserIds":["v"]}"#
        ),
        Spelling(
            content: MessageExpansionMessage {
                $0.mid = "x"
                $0.clear = 1
            },
            documented: #"{"mid":"x","clear":1}"#,
            web: #"{"mid":"x","removeAll":1}"#
        ),
        Spelling(
            content: DiscussionNotificationMessage {
                $0.type = 1
                $0.operatorId = "o"
            },
            documented: #"{"type":1,"operator":"o"}"#,
            web: #"{"type":1,"operation":"o"}"#
        ),
        Spelling(
            content: HQVoiceMessage {
                $0.remoteUrl = "https://a"
                $0.duration = 3
            },
            documented: #"{"remoteUrl":"https://a","duration":3}"#,
            android: #"{"remoteUrl":"https://a","duration":3,"isBurnAfterRead":false,"burnDuration":0}"#,
            web: #"{"remoteUrl":"https://a","duration":3,"type":"aac"}"#
        ),
        Spelling(
            content: ImageMessage {
                $0.imageUri = "https://a"
                $0.isFull = true
            },
            documented: #"{"content":"","imageUri":"https://a","isFull":true}"#,
            android: #"{"content":"","imageUri":"https://a","isFull":true,"isBurnAfterRead":false,"burnDuration":0}"#,
            web: #"{"content":"","imageUri":"https://a"}"#
        ),
        Spelling(
            content: TextMessage {
                $0.content = "a"
                $0.envelope.user = MessageUser(id: "u", portrait: "p")
                $0.envelope.isBurnAfterRead = true
            },
            documented: #"{"content":"a","user":{"id":"u","portrait":"p"},"isBurnAfterRead":true}"#,
            android: #"{"content":"a","user":{"id":"u","portrait":"p"},"isBurnAfterRead":true,"burnDuration":0}"#
        ),
    ]

    @Test("each platform gets its keys, and where none is its own the documented ones", arguments: spellings)
    func keys(_ spelling: Spelling) {
        func text(_ platform: ContentSpelling) -> String {
            String(decoding: spelling.content.encoded(as: platform), as: UTF8.self)
        }
        #expect(text(.documented) == spelling.documented)
        #expect(text(.ios) == spelling.ios ?? spelling.documented)
        #expect(text(.android) == spelling.android ?? spelling.documented)
        #expect(text(.web) == spelling.web ?? spelling.documented)
    }

    @Test("what is written for a platform reads back as the same value", arguments: MessageExamples.all)
    func readBack(_ example: MessageExamples.Example) throws {
        guard let content = MessageRegistry.builtIn.decode(example.objectName, example.bytes).content else { return }
        for spelling in [ContentSpelling.ios, .android, .web] {
            // Android writes the burn keys always, the web never isFull: those read back as what they say.
            let again = MessageRegistry.builtIn.decode(example.objectName, content.encoded(as: spelling))
            let plain = try #require(again.content).encoded(as: spelling)
            #expect(plain == content.encoded(as: spelling))
        }
    }

    @Test("object names differ by platform in two types")
    func objectNames() {
        #expect(CSChangeModeMessage.objectName(as: .documented) == "RC:CsCha")
        #expect(CSChangeModeMessage.objectName(as: .ios) == "RC:CsCha")
        #expect(CSChangeModeMessage.objectName(as: .android) == "RC:CSCha")
        #expect(CSChangeModeMessage.objectName(as: .web) == "RC:CSCha")
        #expect(CSLeaveMessage.objectName(as: .web) == "RC:CsLm")
        #expect(TextMessage.objectName(as: .web) == "RC:TxtMsg")
    }
}
