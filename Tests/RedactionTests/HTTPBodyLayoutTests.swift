import Testing

@testable import Redaction

@Suite("The chunks of an HTTP body")
struct HTTPBodyLayoutTests {
    private static func layout(_ count: Int, of chunk: String) -> HTTPBodyLayout {
        let sent = [[UInt8]](repeating: Array("\(chunk.utf8.count)\r\n\(chunk)\r\n".utf8), count: count).joined()
        return HTTPBodyLayout((Array(sent) + "0\r\n\r\n".utf8)[...], isChunked: true)
    }

    @Test("divide a unit, up to as many as are mapped one by one", arguments: [(2, true), (4096, true), (4097, false)])
    func mapped(_ count: Int, isDivided: Bool) {
        let units = (old: [0, count], new: [0, 2 * count])
        let parts = HTTPBodyLayout.split(units, at: Self.layout(count, of: "x"), Self.layout(count, of: "yy"))
        let chunks = (0..<count).flatMap { [$0, $0 + 1] }
        #expect(parts.old == (isDivided ? chunks : units.old))
        #expect(parts.new == (isDivided ? chunks.map { 2 * $0 } : units.new))
    }
}
