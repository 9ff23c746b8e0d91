import Inspection
import Testing
import WireFormat

@Suite("Holes beside an upgrade whose system only the frames tell")
struct UnprovenHoleTests {
    private static let request = #"3:::{"SID":1,"CID":2,"SER":0}"#
    private static let response = #"3:::{"sid":1,"cid":2,"ser":0,"code":200}"#

    /// A connection of NIM: the handshake of TCP, the upgrade, the server's first packet, and three heartbeats.
    private static func talk() -> Talk {
        var talk = Talk(port: 50140, sdkVersion: nil)
        talk.upgrade(path: "/socket.io/1/websocket/xyz")
        talk.text(.server, "1::")
        for _ in 0..<3 {
            talk.text(.client, request)
            talk.text(.server, response)
        }
        talk.end()
        return talk
    }

    private static func packets(without lost: [Int]) async throws -> [String] {
        let segments = talk().segments.enumerated().filter { !lost.contains($0.offset) }.map(\.element)
        return try await Decoded(segments).events().filter { $0.type != "HTTP" && !$0.isGap && !$0.hasError }
            .map { "\($0.sender) \($0.type)" }
    }

    @Test(
        "missing packets before the proof cost what was in them: the answer to the upgrade, or an end's first message",
        arguments: [[4], [5], [6], [7], [5, 6]]
    )
    func missing(lost: [Int]) async throws {
        let whole = try await Self.packets(without: [])
        #expect(whole.count == 7)
        let expected = whole.enumerated().filter { !lost.contains($0.offset + 5) }.map(\.element)
        #expect(try await Self.packets(without: lost).sorted() == expected.sorted())
    }

    @Test("of one end alone all is read", arguments: ["client", "server"])
    func alone(sender: String) async throws {
        let talk = Self.talk()
        let source = talk.segments[sender == "client" ? 0 : 1].source
        let lost = talk.segments.indices.filter { talk.segments[$0].source != source }
        let whole = try await Self.packets(without: [])
        #expect(try await Self.packets(without: lost) == whole.filter { $0.hasPrefix(sender) })
    }

    @Test("an upgrade without its answer whose frames prove nothing is nobody's")
    func foreign() async throws {
        var foreign = Talk(port: 50141, sdkVersion: nil)
        foreign.upgrade(path: "/chat")
        for number in 0..<20 { foreign.text(number % 2 == 0 ? .client : .server, "hello \(number)") }
        foreign.end()
        var segments = foreign.segments
        segments.remove(at: 4)
        #expect(try await Decoded(segments).events().isEmpty)
    }
}
