import Inspection
import NIM
import Testing
import WireFormat
import WireJSON

/// NIM's packets over HTTP, of which several may be in one body.
@Suite
struct NIMPollingTests {
    private static func body(_ count: Int) throws -> String {
        let packets = try NIMPollingBody(
            (1...count).map { number in
                Array(#"3:::{"sid":7,"cid":2,"ser":0,"code":200,"r":["\#(number * 1_000_001)"]}"#.utf8)
            }
        )
        return String(decoding: packets.encoded(), as: UTF8.self)
    }

    private static func segments(_ count: Int, chunk: Int?, segmentSize: Int) throws -> [TestSegment] {
        var talk = PollingTalk()
        talk.request("/socket.io/1/xhr-polling/s1?t=1", on: 50_001)
        if let chunk {
            talk.chunkedAnswer(try body(count), size: chunk, on: 50_001)
        } else {
            talk.answer(try body(count), on: 50_001)
        }
        return Resegmenting.cut(talk.segments) { segmentSize }
    }

    @Test("an event names the packets that brought its bytes and no others", arguments: [nil, 7, 100])
    func packets(chunk: Int?) async throws {
        for size in [20, 60, 1000] {
            let segments = try Self.segments(12, chunk: chunk, segmentSize: size)
            let events = try await Decoded(segments).events()
            #expect(events.count == 12)
            for event in events {
                let numbers = event.json["packets"]?.elements?.compactMap(\.int64).map(Int.init) ?? []
                let first = try #require(numbers.first)
                #expect(numbers == Array(first..<first + numbers.count))
                let carried = numbers.map { segments[$0 - 1].payload }
                let mark = Array(event.hex.map { (try? Hex.decode($0)) ?? [] } ?? [])
                if chunk == nil {
                    #expect(Self.contains(carried.flatMap { $0 }, mark))
                    #expect(!Self.contains(carried.dropFirst().flatMap { $0 }, mark))
                    #expect(!Self.contains(carried.dropLast().flatMap { $0 }, mark))
                } else {
                    #expect(numbers.count <= mark.count * 9 / size + 2)
                }
            }
        }
    }

    @Test("what events say of packets grows with the body, and not with its square")
    func growth() async throws {
        func named(_ count: Int) async throws -> Int {
            try await Decoded(try Self.segments(count, chunk: nil, segmentSize: 50)).events()
                .reduce(0) { $0 + ($1.json["packets"]?.elements?.count ?? 0) }
        }
        #expect(try await named(400) < 5 * named(100))
    }

    private static let unknown = #"3:::{"sid":2,"cid":99,"ser":1,"code":200,"r":["ann"]}"#
    private static let known = #"3:::{"sid":7,"cid":2,"code":200,"r":["1"]}"#
    private static let foreign = #"5:::{"name":"chat"}"#

    @Test(
        "a packet that the table does not have is lost neither before the proof in its body nor before a later one",
        arguments: [
            ([[unknown, known]], [["message", "message"]]),
            ([[unknown], [known]], [["message"], ["message"]]),
            ([["2::", unknown], ["2::", known]], [["heartbeat", "message"], ["heartbeat", "message"]]),
            // Beside NIM's packets, one of another kind is NIM's; alone it may be anybody's.
            ([[foreign, known], [foreign]], [["event", "message"], ["event"]]),
            ([[foreign], [known]], [[], ["message"]]),
            ([[unknown], [foreign]], [[], []]),
        ] as [([[String]], [[String]])]
    )
    func proof(bodies: [[String]], expected: [[String]]) async throws {
        var talk = PollingTalk()
        var found: [Int: [String]] = [:]
        var answers: [Int] = []
        for packets in bodies {
            talk.request("/socket.io/1/xhr-polling/s1?t=1", on: 50_001)
            talk.answer(try NIMPollingBody(packets.map { Array($0.utf8) }).encoded(), on: 50_001)
            answers.append(talk.segments.count)
        }
        for event in try await Decoded(talk.segments).events() {
            #expect(event.json["system"] == "nim" && !event.hasError)
            let numbers = event.json["packets"]?.elements?.compactMap(\.int64).map(Int.init) ?? []
            found[try #require(numbers.first), default: []].append(event.type)
        }
        #expect(answers.map { found[$0] ?? [] } == expected)
    }

    @Test(
        "what was not held before the proof counts as undecoded with it, and to nobody's account without it",
        arguments: [true, false]
    )
    func unheld(isProven: Bool) async throws {
        let cut = "\u{FFFD}9\u{FFFD}1::"
        let compressed = Array("br".utf8)
        var talk = PollingTalk()
        func poll() { talk.request("/socket.io/1/xhr-polling/s1?t=1", on: 50_001) }
        poll()
        talk.answer(cut, on: 50_001)
        poll()
        talk.answer(compressed, coding: "br", on: 50_001)
        for _ in 0..<20 {
            poll()
            talk.answer("2::", on: 50_001)
        }
        poll()
        talk.answer(isProven ? Self.known : Self.foreign, on: 50_001)
        let found = try await Decoded(talk.segments)
        #expect(try found.events().count == (isProven ? 16 + 1 : 0))
        let unheld = cut.utf8.count + compressed.count + 4 * "2::".utf8.count
        #expect(found.outcome.capture.summary.undecodedBytes == (isProven ? unheld : 0))
    }

    private static func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
        guard bytes.count >= part.count else { return false }
        return (0...bytes.count - part.count).contains { bytes[$0..<$0 + part.count].elementsEqual(part) }
    }
}
