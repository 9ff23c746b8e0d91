import Capture
import Testing
import WireFormat

/// The payload streams of made captures beside those that tshark's follow prints.
@Suite(.enabled(if: Tshark.path != nil, "tshark is not installed"))
struct TsharkFollowTests {
    @Test("both read the same streams", arguments: FollowScenario.all)
    func streams(_ scenario: FollowScenario) throws {
        let file = scenario.capture
        let ours = try Reassembly(file).connections
        #expect(ours.count == scenario.connections)
        let follows = ours.indices.flatMap { ["-z", "follow,tcp,raw,\($0)"] }
        let theirs = Self.parse(try Tshark.run(["-q"] + scenario.options + follows, on: file))
        try #require(theirs.count == ours.count)
        for (own, their) in zip(ours, theirs) {
            // tshark names the ends in the order of the first packet too, but says so in its header.
            for side in [FlowSide.first, .second] {
                let end = own.flow[side].description
                #expect(their[end] == Self.hex(own.stream(side: side)), "\(end)")
            }
        }
        if scenario.isWhole { #expect(ours.allSatisfy { $0.gaps.isEmpty }) }
        #expect(ours.contains { !$0.items.isEmpty })
    }

    /// Each stream's bytes in hex, by the end that sent them.
    private static func parse(_ text: String) -> [[String: String]] {
        var streams: [Int: [String: String]] = [:]
        var number = -1
        var nodes: [String] = []
        for line in text.split(separator: "\n") {
            if line.hasPrefix("Filter: ") {
                number = line.split(separator: " ").last.flatMap { Int($0) } ?? -1
                streams[number] = [:]
                nodes = []
            } else if line.hasPrefix("Node ") {
                nodes.append(String(line.drop { $0 != ":" }.dropFirst(2)))
                streams[number, default: [:]][nodes[nodes.count - 1]] = ""
            } else if !line.isEmpty, line.allSatisfy({ $0.isHexDigit || $0 == "\t" }) {
                streams[number, default: [:]][nodes[line.hasPrefix("\t") ? 1 : 0], default: ""] += line.filter(
                    \.isHexDigit
                )
            }
        }
        return streams.keys.sorted().compactMap { streams[$0] }
    }

    private static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
