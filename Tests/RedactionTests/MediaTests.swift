import RongCloud
import Testing
import WireJSON

@testable import Redaction

@Suite("Media")
struct MediaTests {
    private func silent(_ bytes: [UInt8]) throws -> [UInt8] {
        try #require(Media.replacement(for: Array("#!AMR\n".utf8) + bytes, mark: []))
    }

    @Test("say in a voice nothing of what only looks like one")
    func noVoice() throws {
        let texts = [
            "hunter-secret-password-zzzz", "Hunter-Secret-Password-ZZZZ", "~~~~~~~~~~~~~~~~~~~~~~~~~~~", "zzzzzzz",
        ]
        for text in texts {
            let bytes = Array(text.utf8)
            let made = try silent(bytes).dropFirst(6)
            #expect(made.count == bytes.count)
            // Heads tell the type of a frame and no more; what is behind a type that is none is the same for every text.
            for (one, other) in zip(made, bytes) { #expect(one & 0x87 == 4 || one == 0 || one != other) }
            let other = try silent(bytes.prefix(1) + bytes.dropFirst().map { $0 ^ 1 }).dropFirst(6)
            #expect(made.elementsEqual(other), "\(text)")
        }
    }

    /// Pictures without a size, and other texts that stand in the place of a thumbnail.
    @Test(
        "keep what is reported of a thumbnail, and cut no connection",
        arguments: [
            "x", "-181", "a@b.c", "{}", "", "/9j/4AAQSkZJRgABAQAAAQABAAD/2Q==", "/9j/4AAQSkZJRg==", "/9j_4AAQSkZJRg",
            "iVBORw0KGgp4eHh4eHg=", "data:image/jpeg;base64,/9j/4AAQ", "data:image/webp;base64,UklGRgAA", "data:,",
            "data:lin_mei", "/9j/4AAQ\nSkZJRg==", "https://files.example/lin_mei.jpg",
        ]
    )
    func thumbnails(_ text: String) async throws {
        var network = TestNetwork()
        var talk = TestConnection(&network, port: 50018)
        talk.upgrade("/websocket?appId=a&token=b&sdkVer=4.2.0&apiVer=normal", subprotocol: nil, .none, [], &network)
        let content: JSONValue = ["content": .string(JSONString(text)), "imageUri": "https://files.example/1.jpg"]
        try talk.publish("RC:ImgMsg", content: content, &network)
        talk.close(&network)
        let run = try await RedactionTests.Run(network.pcap)
        #expect(run.report.cutFlows.map(\.reason) == [])
        func codes(_ capture: [UInt8]) async throws -> [String] {
            try await RedactionTests.events(capture).flatMap { event in
                event["diagnostics"]?.elements?.compactMap { $0["code"]?.string } ?? []
            }
        }
        let (before, after) = try await (codes(network.pcap), codes(run.bytes))
        #expect(before == after)
        let texts = try await RedactionTests.texts(run.bytes)
        #expect(texts.count == 1 && (text == "" || text == "data:," || !texts.contains(text)))
    }

    /// What is no object is reported as what it is.
    @Test("keep the kind of a content that is no object", arguments: ["null", "true", "13812345678", #""lin_mei""#])
    func scalars(_ json: String) async throws {
        var network = TestNetwork()
        var talk = TestConnection(&network, port: 50019)
        talk.upgrade("/websocket?appId=a&token=b&sdkVer=4.2.0&apiVer=normal", subprotocol: nil, .none, [], &network)
        try talk.publish("RC:TxtMsg", content: JSONValue(parsing: Array(json.utf8)), &network)
        // The same text inside a field that may hold JSON.
        try talk.publish("RC:CmdMsg", content: ["name": "AtPerson", "data": .string(JSONString(json))], &network)
        talk.close(&network)
        let run = try await RedactionTests.Run(network.pcap)
        #expect(run.report.cutFlows.map(\.reason) == [])
        let contents = try await RedactionTests.events(run.bytes).compactMap {
            $0["messages"]?.elements?.first?["content"]
        }
        #expect(contents.count == 2)
        switch contents.first {
        case .null?, .bool?: #expect(contents.first?.minified == Array(json.utf8))
        case .number?, .string?: #expect(contents.first?.minified != Array(json.utf8))
        default: Issue.record("no scalar")
        }
    }

    @Test("keep the frames of a voice, those without data as well")
    func frames() throws {
        // 4.75 and 12.2 kbit/s, comfort noise, none.
        let heads: [(byte: UInt8, size: Int)] = [(0x04, 12), (0x3C, 31), (0x44, 5), (0x7C, 0), (0x7C, 0), (0x00, 12)]
        let voice = heads.flatMap { [$0.byte] + [UInt8](repeating: 0xA5, count: $0.size) }
        let made = try silent(voice)
        let whole = Array("#!AMR\n".utf8) + voice
        let (before, after) = (AMRAudio(whole.span), AMRAudio(made.span))
        #expect(before?.frames == heads.count && after == before)
        #expect(!made.contains(0xA5))
    }
}
