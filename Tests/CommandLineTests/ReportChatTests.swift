import Foundation
import Testing

/// What the conversations of a report show of each kind of message, in a browser.
@Suite("A report's chats in Chromium", .serialized, .enabled(if: Chromium.path != nil, "needs chromium and python3"))
struct ReportChatTests {
    /// What is seen of a message.
    private struct Bubble: Decodable {
        var event: Int
        var isOwn: Bool
        var isQuiet: Bool
        var words: String
        var quote: String
        var picture: [Int]?
        var pictureName: String
        var seconds: Double?
        var link: String
        var linkOpens: String
    }

    private struct Seen: Decodable {
        var bubbles: [Bubble]
        var followed: [String]
        var requests: [String]
        var errors: [String]
    }

    private func look(at arguments: [String]) async throws -> Seen {
        let seen = try await Chromium.look(at: arguments, with: "report_chat.py")
        return try JSONDecoder().decode(Seen.self, from: JSONSerialization.data(withJSONObject: seen))
    }

    /// A picture of three pixels by two.
    private static let picture =
        "iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAEElEQVR4nGM4EaABQQxwFgBO1AeBToSARAAAAABJRU5ErkJggg=="

    /// A quarter of a second of silence: PCM, one channel of 8000 bytes a second.
    private static var sound: Data {
        func little(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 255) } }
        let format = little(1, 2) + little(1, 2) + little(8000, 4) + little(8000, 4) + little(1, 2) + little(8, 2)
        let samples = [UInt8](repeating: 128, count: 2000)
        let chunks = Array("WAVEfmt ".utf8) + little(16, 4) + format + Array("data".utf8) + little(2000, 4) + samples
        return Data(Array("RIFF".utf8) + little(chunks.count, 4) + chunks)
    }

    private static var messages: [(name: String, content: [String: Any])] {
        [
            ("RC:ImgMsg", ["content": picture, "imageUri": "http://files.example/whole.png"]),
            ("RC:VcMsg", ["content": sound.base64EncodedString(), "duration": 7]),
            ("RC:VcMsg", ["content": Data("#!AMR\n and frames of a phone".utf8).base64EncodedString(), "duration": 3]),
            ("RC:LBSMsg", ["content": picture, "latitude": 31.2304, "longitude": 121.4737, "poi": "<b>外滩</b>"]),
            ("RC:LBSMsg", ["latitude": "1&marker=x", "longitude": "javascript:alert(1)", "poi": "nowhere"]),
            ("RC:FileMsg", ["name": "表.pdf", "size": 20_480, "fileUrl": "http://files.example/t.pdf", "type": "pdf"]),
            ("RC:RcCmd", ["messageUId": "AAAA-BBBB-CCCC-DDDD", "conversationType": 1, "targetId": "friend"]),
            ("RC:ReadNtf", ["lastMessageSendTime": 1_500_000_000_000, "messageUId": "", "type": 1]),
            (
                "RC:ReferenceMsg",
                [
                    "content": "yes, at noon", "referMsgUserId": "ann", "referMsg": ["content": "lunch?"],
                    "objName": "RC:TxtMsg",
                ]
            ),
            ("RC:SightMsg", ["content": picture, "duration": 12, "name": "clip.mp4", "size": 1_048_576]),
            ("RC:ImgMsg", ["content": Data("<svg onload=alert(1)>".utf8).base64EncodedString()]),
        ]
    }

    @Test("Pictures, sound, places, files, recalls, receipts and quotations are what the contents hold")
    func kinds() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "imwire-\(UUID().uuidString).pcap")
        try GeneratedCapture.write(
            texts: Self.messages.map { _ in "friend" },
            contents: Self.messages.map(\.content),
            objectNames: Self.messages.map(\.name),
            to: file
        )
        defer { try? FileManager.default.removeItem(at: file) }
        let seen = try await look(at: [file.path])
        #expect(seen.errors == [])
        // Addresses in contents are text: nothing is fetched.
        #expect(seen.requests == [])
        // Two events come before the messages: the upgrade and its CONNACK.
        let bubbles = Dictionary(uniqueKeysWithValues: seen.bubbles.map { ($0.event - 3, $0) })
        try #require(Set(bubbles.keys) == Set(Self.messages.indices))
        func bubble(_ number: Int) throws -> Bubble { try #require(bubbles[number]) }

        #expect(seen.bubbles.allSatisfy { $0.isOwn == (($0.event - 3) % 2 == 0) })
        for number in Self.messages.indices {
            let isPicture = [0, 3, 9].contains(number)
            #expect(try bubble(number).picture == (isPicture ? [3, 2] : nil), "\(number)")
            #expect(try bubble(number).pictureName.isEmpty == !isPicture)
            #expect(try bubble(number).isQuiet == [6, 7].contains(number))
        }
        #expect(try bubble(0).words.contains("http://files.example/whole.png"))

        let voice = try bubble(1)
        #expect(voice.words.contains("7 s"))
        #expect(abs(try #require(voice.seconds) - 0.25) < 0.01)
        #expect(try bubble(2).words.contains("3 s") && bubble(2).seconds == nil)
        #expect(try bubble(2).words.contains("audio/amr, which this browser does not play"))

        let place = try bubble(3)
        #expect(place.words.contains("31.2304, 121.4737") && place.words.contains("<b>外滩</b>"))
        let map = "https://www.openstreetmap.org/?mlat=31.2304&mlon=121.4737#map=15/31.2304/121.4737"
        #expect(place.link == map && place.linkOpens == "_blank noopener noreferrer")
        #expect(seen.bubbles.filter { !$0.link.isEmpty }.count == 1, "what is no place has no link")
        #expect(seen.followed == [map], "a click leads to the map, and nothing else does")

        #expect(try bubble(5).words.contains("表.pdf") && bubble(5).words.contains("20 KiB"))
        #expect(try bubble(6).words.contains("recalled AAAA-BBBB-CCCC-DDDD"))
        #expect(try bubble(7).words.contains("read up to 2017-07-14 02:40:00"))
        #expect(try bubble(8).quote.contains("ann") && bubble(8).quote.contains("lunch?"))
        #expect(try bubble(8).words.hasSuffix("yes, at noon"))
        #expect(try bubble(9).words.contains("12.0 s") && bubble(9).words.contains("1.0 MiB"))
    }

    @Test(
        "Bundled captures show what they hold",
        arguments: [
            ("rongcloud-polling-chat.pcap", ["奥体中心羽毛球馆", "39.9925, 116.3906", "赛程表.csv", "5 s"]),
            ("rongcloud-web-v4-chat.pcap", ["recalled 7ROK-2AU0-A7SF-ANMV", "seat = A", "Pick a seat: A or B?"]),
            ("leancloud-json-chat.pcap", ["Mahlzeit"]),
            ("nim-polling-chat.pcap", ["31.2, 121.4", "p.png", "polling text"]),
            ("yc-polling.pcap", ["on my way"]),
        ]
    )
    func bundled(capture: String, wanted: [String]) async throws {
        let seen = try await look(at: [Files.bundled(capture)])
        #expect(seen.errors == [] && seen.requests == [])
        let words = seen.bubbles.map(\.words).joined(separator: "\n")
        for each in wanted { #expect(words.contains(each), "\(each)") }
    }

    @Test("What a client's user wrote stands at the right, also where the server repeats it")
    func ownMessages() async throws {
        let seen = try await look(at: [Files.bundled("nim-web-chatroom.pcap")])
        let own = seen.bubbles.filter { $0.words.hasPrefix("u_self") }
        let others = seen.bubbles.filter { $0.words.hasPrefix("peer1") }
        // Five messages, each sent and repeated.
        #expect(own.count == 10 && own.allSatisfy(\.isOwn))
        #expect(!others.isEmpty && !others.contains(where: \.isOwn))
    }
}
