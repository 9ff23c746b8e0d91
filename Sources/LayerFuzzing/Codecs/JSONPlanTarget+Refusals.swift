import FuzzInputs
import Fuzzer
import WireFormat
import WireJSON

// What no reader of JSON takes, and where each says that it is wrong.
extension JSONPlanTarget {
    /// Readers by their names.
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

    /// Something broken stands behind a text that is right, in a list, in an object, or alone; its end may be missing.
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
        // Cut off behind a value.
        let cut = [UInt8(ascii: "[")] + text
        try compare(cut, JSONLimits(), .json, cut.count)
        try compareTree(cut)
    }

    /// The tree of what is no JSON has all of its bytes, each in one leaf.
    private static func compareTree(_ bytes: [UInt8]) throws(Violation) {
        let tree = FieldTree()
        try? tree.json("json", bytes.span, in: 0..<bytes.count)
        try Oracles.coverage(tree, of: 0..<bytes.count, "broken JSON of a plan")
        guard !tree.leaves.contains(where: { $0.range.isEmpty }) else {
            throw Violation(.meaning, "broken JSON has a leaf without bytes: \(Oracles.hex(bytes))")
        }
    }

    /// A text is taken that is as long and as deep as may be, and none that is longer or deeper.
    ///
    /// - Parameters:
    ///   - deepest: how many containers are inside one another, and where the innermost of the first ones begins.
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
