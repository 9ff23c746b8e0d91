import Fuzzer
import Inspection
import LayerFuzzing
import Transport

/// Compares trees of any system with the trees of a plan.
enum PlanTrees {
    /// Checks the tree of each event, except a switch to WebSocket: its fields and its diagnostics.
    ///
    /// - Parameters:
    ///   - trees: the lines of each tree; an empty tree is not compared.
    ///   - hasSwitch: whether the first event is a switch.
    ///   - isOther: returns whether to leave out a line because another check covers it.
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
        // Empty lines separate the trees.
        let lines = output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        let found = lines.split(separator: "", omittingEmptySubsequences: false)
        let own = found.dropFirst(hasSwitch ? 1 : 0).dropLast()
        guard own.count == trees.count else {
            throw Violation(.meaning, "trees are lost or made up: \(own.count) of \(trees.count)")
        }
        for (tree, expected) in zip(own, trees) where !expected.isEmpty {
            // The fields come after the line of the event and a possible line about a new day.
            let lines = tree.drop { !$0.hasPrefix("  0") }.map(String.init).filter { !isOther($0) }
            try PlanEvents.compare(lines, expected, "a line of a tree")
        }
    }
}
