import Capture
import RongCloud
import Testing
import WireFormat

@testable import Inspection

@Suite("Planted mistakes")
struct CheckPlantedTests {
    @Test("there are as many as were asked for, each with a name of its own")
    func count() {
        #expect(PlantedMistake.all.count >= 120)
        let names = (PlantedMistake.all + PlantedMistake.nearMisses).map(\.name)
        #expect(Set(names.map { $0 }).count >= names.count - 8)
    }

    @Test("a mistake is found by its rules, and by no other", arguments: PlantedMistake.all)
    func found(_ mistake: PlantedMistake) async throws {
        let findings = try await check(mistake.segments()).report.findings
        #expect(Set(findings.map(\.rule.id)) == mistake.rules, "\(findings.map(\.line))")
    }

    @Test("what only looks like a mistake is not found", arguments: PlantedMistake.nearMisses)
    func silent(_ session: PlantedMistake) async throws {
        let findings = try await check(session.segments()).report.findings
        #expect(Set(findings.map(\.rule.id)) == session.rules, "\(findings.map(\.line))")
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
        _ = try await check.run(CaptureReader(descriptor: descriptor, closesDescriptor: true), name: "talk.pcap")
        return check.report.findings.map(\.line).sorted()
    }
}
