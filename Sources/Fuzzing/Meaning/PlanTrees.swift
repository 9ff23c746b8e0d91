import Fuzzer
import Inspection
import LayerFuzzing
import Transport

/// Trees of any system, held against those that a plan has written itself.
enum PlanTrees {
    /// Each event, but for a switch to WebSocket, has the lines of its tree, and of what is odd about it.
    ///
    /// - Parameters:
    ///   - trees: their lines; an empty one is not looked at.
    ///   - hasSwitch: whether the first event is a switch.
    ///   - mark: how lines begin that are looked at elsewhere.
    static func compare(
        _ capture: [UInt8],
        _ trees: [[String]],
        _ secrets: TLSSecrets = TLSSecrets(),
        hasSwitch: Bool = true,
        leavingOut mark: String? = nil
    ) throws(Violation) {
        var probe = PlanEvents.probe(secrets)
        probe.output = .lines(.tree)
        let output = String(decoding: try CaptureBytes.probe(probe, capture).output, as: UTF8.self)
        // Trees are parted by empty lines.
        let lines = output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        let found = lines.split(separator: "", omittingEmptySubsequences: false)
        let own = found.dropFirst(hasSwitch ? 1 : 0).dropLast()
        guard own.count == trees.count else {
            throw Violation("meaning", "trees are lost or made up: \(own.count) of \(trees.count)")
        }
        for (tree, expected) in zip(own, trees) where !expected.isEmpty {
            // The line of the event itself, and one that tells of another day, come before those of its fields.
            let lines = tree.drop { !$0.hasPrefix("  0") }.filter { line in mark.map { !line.hasPrefix($0) } ?? true }
            try PlanEvents.compare(lines.map(String.init), expected, "a line of a tree")
        }
    }
}
