import Crypto
import Testing
import WireJSON

@testable import Redaction

@Suite("Values under 6 bytes whose pseudonyms get no longer")
struct ShortValueTests {
    private static let letters = (UInt8(ascii: "a")...UInt8(ascii: "z")).map { String(Unicode.Scalar($0)) }
    private static let pairs = letters.flatMap { first in letters.map { first + $0 } }
    private static let others = ["a1", "b-2c", "高", "énal", "🙂", "true!", "Q"]

    private static func pseudonyms(keepingLengthOf values: [String]) -> Pseudonyms {
        var originals = Originals()
        for value in values { originals.record(Array(value.utf8)) }
        return Pseudonyms(key: .ofTests, ids: KnownIDs(), avoiding: [], keepingLengthOf: originals.shorts)
    }

    @Test("differ from each other and from all values", arguments: [letters, pairs + others, letters + pairs + others])
    func stayDifferent(_ values: [String]) {
        let pseudonyms = Self.pseudonyms(keepingLengthOf: values)
        let made = values.map(pseudonyms.text)
        #expect(Set(made).count == values.count)
        #expect(Set(made).isDisjoint(with: values))
        // 27 of the 52 letters cannot all be paired with one of the other 25.
        let grown = zip(values, made).count { $0.utf8.count != $1.utf8.count }
        #expect(grown == (values.contains("b") && values.contains("Q") ? 2 : 0))
        #expect(values.reversed().map(Self.pseudonyms(keepingLengthOf: values).text) == made.reversed())
    }

    @Test("are no words and fields of a protocol")
    func words() {
        let values = Self.pairs + Self.pairs.map { $0 + "e" }
        let pseudonyms = Self.pseudonyms(keepingLengthOf: values)
        for value in values {
            let made = pseudonyms.text(value)
            #expect(!Vocabulary.isKey(made) && !Vocabulary.isWord(made), "\(value) became \(made)")
        }
    }

    @Test("are all known, and others get longer", arguments: ["zz", "--", "!"])
    func unknown(_ value: String) {
        #expect(Self.pseudonyms(keepingLengthOf: ["a", "--", "!"]).text(value).utf8.count > 6)
    }

    // MARK: Captures

    private static func capture(
        _ contents: [[UInt8]],
        named objectName: String = "RC:TxtMsg",
        segmentSize: Int = 1400
    ) throws -> [UInt8] {
        var network = TestNetwork()
        var talk = TestConnection(&network, port: 50016)
        talk.upgrade("/websocket?appId=a&token=b&sdkVer=4.2.0&apiVer=normal", subprotocol: nil, .none, [], &network)
        talk.segmentSize = segmentSize
        for content in contents { try talk.publish(objectName, bytes: content, &network) }
        talk.segmentSize = 1400
        talk.close(&network)
        return network.pcap
    }

    private static func expectWhole(_ capture: [UInt8]) async throws -> [[String: JSONValue]] {
        let run = try await RedactionTests.Run(capture)
        #expect(run.report.cutFlows.map(\.reason) == [] && run.report.cutPackets == 0)
        let (before, after) = try await (RedactionTests.events(capture), RedactionTests.events(run.bytes))
        #expect(PlantedCaptureTests.shape(before) == PlantedCaptureTests.shape(after))
        return after.compactMap { $0["messages"]?.elements?.first?["content"] }
            .map { content in
                Dictionary(
                    (content.members ?? []).map { ($0.key.text, $0.value) },
                    uniquingKeysWith: { first, _ in first }
                )
            }
    }

    // The length of a custom content is judged by `check` alone.
    @Test(
        "keep a content below 128 KiB that would exceed it, and are the same in all contents",
        arguments: ["RC:TxtMsg", "App:Custom"]
    )
    func longContent(_ objectName: String) async throws {
        let values = (0..<9000).map { Self.pairs[$0 % Self.pairs.count] + Self.letters[$0 / Self.pairs.count] }
        let list = JSONValue.array(values.map { .string(JSONString($0)) })
        let long = JSONValue.object([JSONMember("content", "x"), JSONMember("extra", list)])
        let capture = try Self.capture(
            [long.minified, Array(#"{"content":"aaa"}"#.utf8)],
            named: objectName
        )
        let contents = try await Self.expectWhole(capture)
        let made = try #require(contents.first?["extra"]?.elements).compactMap(\.string)
        #expect(made.count == values.count && Set(made).count == Set(values).count)
        #expect(Set(made).isDisjoint(with: values) && made.allSatisfy { $0.utf8.count == 3 })
        #expect(contents.last?["content"]?.string == made.first)
    }

    @Test("of contents with blanks and escapes, which keep the limit that they exceed and a byte for each packet")
    func blanks() async throws {
        let blank = String(repeating: " ", count: 70_000)
        let long = #"{"content":"Good morning",\#(blank)"extra":"{\#(blank)\"a\" : \"afternoon\"}"}  "#
        _ = try await Self.expectWhole(Self.capture([Array(long.utf8)]))
        let escaped = #"{ "content" : "\u0047\u006f\u006f\u0064 morning", "extra" : "[ 1 , 2 ]" }"#
        _ = try await Self.expectWhole(Self.capture([Array(escaped.utf8)], segmentSize: 1))
    }
}
