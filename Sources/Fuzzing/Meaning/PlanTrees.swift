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
    ///   - isOther: whether a line is looked at elsewhere.
    static func compare(
        _ capture: [UInt8],
        _ trees: [[String]],
        _ secrets: TLSSecrets = TLSSecrets(),
        as system: DecodeAs? = nil,
        hasSwitch: Bool = true,
        leavingOut isOther: (String) -> Bool = { _ in false }
    ) throws(Violation) {
        var probe = PlanEvents.probe(secrets, as: system)
        probe.output = .lines(.tree)
        let output = String(decoding: try CaptureBytes.probe(probe, capture).output, as: UTF8.self)
        // Trees are parted by empty lines.
        let lines = output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        let found = lines.split(separator: "", omittingEmptySubsequences: false)
        let own = found.dropFirst(hasSwitch ? 1 : 0).dropLast()
        guard own.count == trees.count else {
            throw Violation(.meaning, "trees are lost or made up: \(own.count) of \(trees.count)")
        }
        for (tree, expected) in zip(own, trees) where !expected.isEmpty {
            // The line of the event itself, and one that tells of another day, come before those of its fields.
            let lines = tree.drop { !$0.hasPrefix("  0") }.map(String.init).filter { !isOther($0) }
            try PlanEvents.compare(lines, expected, "a line of a tree")
        }
    }
}
