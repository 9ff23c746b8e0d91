import FuzzInputs
import Fuzzer
import WireFormat
import WireJSON

// Texts that no reader of JSON accepts, with the place of the error.
extension JSONPlanTarget {
    /// The readers by name.
    private static let readers: [(name: String, read: @Sendable ([UInt8], JSONLimits) throws(WireError) -> Void)] = [
        ("the document", { bytes, limits throws(WireError) in _ = try JSONDocument(bytes, limits: limits) }),
        ("the value", { bytes, limits throws(WireError) in _ = try JSONValue(parsing: bytes, limits: limits) }),
        ("the validator", { bytes, limits throws(WireError) in try JSONValidator.validate(bytes, limits: limits) }),
        (
            "the minifier",
            { bytes, limits throws(WireError) in
                var writer = ByteWriter()
                try writer.append(minifiedJSON: bytes, limits: limits)
            }
        ),
        (
            "the tree",
            { bytes, limits throws(WireError) in
                try FieldTree().json("json", bytes.span, in: 0..<bytes.count, limits: limits)
            }
        ),
    ]

    /// Checks errors after a valid text: in a list, in an object, or alone; the end may be missing.
    static func refuse(_ text: [UInt8], _ choice: Int) throws(Violation) {
        let broken = BrokenJSON.all[choice % BrokenJSON.all.count]
        let (before, after): ([UInt8], [UInt8]) =
            switch choice / BrokenJSON.all.count % 3 {
            case 0: (Array("[".utf8) + text + [UInt8(ascii: ",")], [UInt8(ascii: "]")])
            case 1: (Array("{\"a\":".utf8) + text + Array(",\"b\":".utf8), [UInt8(ascii: "}")])
            default: ([], [])
            }
        let bytes = before + broken.bytes + after
        try compare(bytes, JSONLimits(), .json, broken.place.map { before.count + $0 } ?? bytes.count)
        try compareTree(bytes)
        // A list that is cut off after a value.
        let cut = [UInt8(ascii: "[")] + text
        try compare(cut, JSONLimits(), .json, cut.count)
        try compareTree(cut)
    }

    /// Checks that the tree of broken JSON has each byte in exactly one leaf.
    private static func compareTree(_ bytes: [UInt8]) throws(Violation) {
        let tree = FieldTree()
        try? tree.json("json", bytes.span, in: 0..<bytes.count)
        try Oracles.coverage(tree, of: 0..<bytes.count, "broken JSON of a plan")
        guard !tree.leaves.contains(where: { $0.range.isEmpty }) else {
            throw Violation(.meaning, "broken JSON has a leaf without bytes: \(Oracles.hex(bytes))")
        }
    }

    /// Checks that a text at the limits of length and depth is accepted, and that a longer or deeper one is not.
    ///
    /// - Parameters:
    ///   - deepest: the number of nested containers, and the start of the first innermost one.
    static func limit(_ text: [UInt8], deepest: (levels: Int, start: Int)) throws(Violation) {
        var limits = JSONLimits()
        (limits.bytes, limits.depth) = (text.count, deepest.levels)
        try compare(text, limits, nil, 0)
        limits.depth -= 1
        try compare(text, limits, .limit, deepest.start)
        limits = JSONLimits()
        limits.bytes = text.count - 1
        try compare(text, limits, .limit, text.count - 1)
    }

    private static func compare(
        _ bytes: [UInt8],
        _ limits: JSONLimits,
        _ code: WireError.Code?,
        _ place: Int
    ) throws(Violation) {
        for (name, read) in readers {
            var found: WireError?
            do throws(WireError) {
                try read(bytes, limits)
            } catch {
                found = error
            }
            guard found?.code == code, found == nil || found?.offset == place else {
                let told = found.map { "\($0.code.rawValue) at \($0.offset)" } ?? "nothing"
                throw Violation(
                    .meaning,
                    "\(name) says \(told) of \(Oracles.hex(bytes)), which is \(code?.rawValue ?? "right") at \(place)",
                    kind: "meaning: what is no JSON"
                )
            }
        }
    }
}
