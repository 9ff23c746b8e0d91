import Reporting
import Testing
import WireFormat

@testable import Inspection

@Suite("check on more tokens than it remembers")
struct CheckTokenLimitTests {
    /// Connections one after the other, each opened with a token of its URL.
    private static func openings(_ tokens: [String]) -> [TestSegment] {
        var segments: [TestSegment] = []
        var last: CheckTalk?
        for (index, token) in tokens.enumerated() {
            var talk = CheckTalk(port: 50001 + UInt16(index), token: token, after: last)
            talk.connAck()
            talk.close()
            segments += talk.segments
            last = talk
        }
        return segments
    }

    private static func log(_ tokens: [String], limit: Int, disabling rules: [String] = []) async throws -> FindingLog {
        var limits = CheckLimits()
        limits.tokens = limit
        var choice = RuleChoice(of: CheckConsumer.rules)
        for rule in rules { try choice.disable(rule) }
        return try await findingLog(openings(tokens), limits, choice)
    }

    @Test("each token beyond the limit is counted once as left out, however often it comes")
    func counted() async throws {
        let log = try await Self.log(["a", "b", "c", "a", "d", "c"], limit: 2)
        #expect(log.findings.map(\.rule.id) == ["token-in-clear", "token-in-clear"])
        #expect(log.omitted == 2)
    }

    @Test("as many tokens as are remembered leave nothing out")
    func atLimit() async throws {
        let log = try await Self.log(["a", "b", "c", "a"], limit: 3)
        #expect(log.findings.count == 3)
        #expect(log.omitted == 0)
    }

    @Test("nothing is left out of rules that do not count")
    func disabled() async throws {
        let log = try await Self.log(["a", "b", "c"], limit: 1, disabling: TokenRules.rules.map(\.id))
        #expect(log.findings.isEmpty)
        #expect(log.omitted == 0)
    }
}
