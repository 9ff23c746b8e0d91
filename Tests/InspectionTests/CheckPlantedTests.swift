import Capture
import Foundation
import Reporting
import RongCloud
import Testing
import WireFormat

@testable import Inspection

@Suite("Planted mistakes")
struct CheckPlantedTests {
    @Test("there are 120 at least, each with a name of its own")
    func count() {
        #expect(PlantedMistake.all.count >= 120)
        let names = (PlantedMistake.all + PlantedMistake.nearMisses).map(\.name)
        #expect(Set(names.map { $0 }).count >= names.count - 8)
    }

    @Test("a mistake is found by its rules, and by no other, in the protocol's words", arguments: PlantedMistake.all)
    func found(_ mistake: PlantedMistake) async throws {
        let findings = try await check(mistake.segments()).report.findings
        #expect(Set(findings.map(\.rule.id)) == mistake.rules, "\(findings.map(\.line))")
        for text in findings.map(\.text) {
            // Nothing is said twice in a row.
            let parts = text.components(separatedBy: ": ")
            #expect(zip(parts, parts.dropFirst()).allSatisfy { $0 != $1 }, "\(text)")
            let word = text.prefix { $0.isLetter }
            #expect(WireError.Code(rawValue: String(word)) == nil, "\(text)")
        }
    }

    @Test("what only looks like a mistake is not found", arguments: PlantedMistake.nearMisses)
    func silent(_ session: PlantedMistake) async throws {
        let findings = try await check(session.segments()).report.findings
        #expect(Set(findings.map(\.rule.id)) == session.rules, "\(findings.map(\.line))")
    }

    /// Every rule that judges WebSocket, and sessions and tokens of RongCloud.
    private static let rules = (WebSocketRules.all + RongCloudCheck.rules + TokenRules.rules).map(\.id)

    @Test("for every rule there is a session that only just keeps it")
    func nearness() {
        #expect(Set(PlantedMistake.nearMisses.flatMap(\.near)) == Set(Self.rules))
    }

    @Test("the documentation's table has the planted mistakes and the near misses of every rule")
    func table() throws {
        let planted = PlantedMistake.all.flatMap(\.rules) + CheckSimulation.Fault.allCases.map(\.rawValue)
        let near = PlantedMistake.nearMisses.flatMap(\.near)
        let rows = Self.rules.map { rule in
            let mistakes = planted.count { $0 == rule }
            return "| `\(rule)` | \(mistakes) | \(mistakes) | \(near.count { $0 == rule }) |"
        }
        let text = try String(contentsOf: Bundled.directory.appending(path: "../Docs/check.md"), encoding: .utf8)
        let lines = text.split(separator: "\n").map(String.init)
        let start = try #require(lines.firstIndex(of: "| rule | planted | found | near misses |"))
        #expect(lines[(start + 2)...].prefix(rows.count) == rows[...], "\(rows.joined(separator: "\n"))")
    }

    @Test("an answer that comes too late is one finding, which names both")
    func lateAnswer() async throws {
        var talk = CheckTalk(sdkVersion: "1.0.0")
        talk.connAck()
        let message = talk.send(.client, Bytes.publish("ppMsgP", to: "bob", id: 1, PlantedMistake.text))
        talk.wait(40)
        let answer = talk.pubAck(1)
        talk.close()
        let report = try await check(talk.segments).report
        let expected = [CheckFinding("publish-unacknowledged", [message, answer])]
        #expect(report.findings.map { CheckFinding($0) } == expected)
        #expect(report.findings.first?.text == "PUBLISH 1 (ppMsgP) has its PUBACK only after 40.001 s")
    }

    @Test("an answer after the time limit does not read as one at it", arguments: [4.999, 5.0])
    func latePlainly(seconds: Double) async throws {
        var talk = CheckTalk(sdkVersion: "5.5.5")
        talk.wait(seconds)
        talk.connAck()
        talk.close()
        let texts = try await check(talk.segments).report.findings.map(\.text)
        #expect(texts == (seconds < 5 ? [] : ["CONNACK comes after 5.001 s; SDKs wait 5 s"]))
    }

    @Test("of more requests than are remembered, all that have no answer are counted and said")
    func manyOpenRequests() async throws {
        var talk = CheckTalk()
        talk.connAck()
        for id in UInt16(1)...1500 {
            talk.send(.client, Bytes.publish("ppMsgP", to: "bob", id: id, PlantedMistake.text))
        }
        talk.pubAck(3)
        talk.pubAck(1400)
        talk.wait(40)
        talk.send(.client, [0xC0])
        talk.send(.server, [0xD0])
        talk.close()
        let report = try await check(talk.segments).report
        let texts = report.findings.filter { $0.rule.id == "publish-unacknowledged" }.map(\.text)
        // 1,498 have no answer: 1,023 of those that are remembered, of which a hundred are told, and 475 others.
        #expect(texts.count == 101)
        let sum = "475 more PUBLISH frames of the client without PUBACK: more than 1024 waited at the same time"
        #expect(texts.last == sum)
        #expect(report.omitted == 1023 - 100)
    }

    @Test("the findings are the same for every number of workers", arguments: [1, 2, 3, 5])
    func workers(_ workers: Int) async throws {
        var segments: [TestSegment] = []
        var port: UInt16 = 20_000
        for mistake in PlantedMistake.all.prefix(200) where mistake.rules.count == 1 {
            var ports: [UInt16: UInt16] = [:]
            for var segment in mistake.segments() {
                for end in [\TestSegment.source, \.destination] where segment[keyPath: end].port != 80 {
                    let old = segment[keyPath: end].port
                    if ports[old] == nil {
                        port += 1
                        ports[old] = port
                    }
                    segment[keyPath: end].port = ports[old] ?? 0
                }
                segments.append(segment)
            }
        }
        segments.sort { $0.time < $1.time }
        let one = try await lines(segments, workers: 1)
        #expect(one.count > 60)
        #expect(try await lines(segments, workers: workers) == one)
    }

    private func lines(_ segments: [TestSegment], workers: Int) async throws -> [String] {
        let descriptor = try Decoded.file(of: CaptureFile.write(segments))
        var check = CaptureCheck()
        check.options.workers = workers
        _ = try await check.add(CaptureReader(descriptor: descriptor, closesDescriptor: true), name: "talk.pcap")
        return check.report.findings.map(\.line).sorted()
    }
}
