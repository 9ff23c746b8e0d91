import Testing
import WireFormat
import WireJSON

/// Hostile sizes end in an error of code `limit`.
@Suite struct JSONLimitTests {
    @Test("100 000 nested containers are refused at the first level beyond the limit", arguments: ["[", "{\"a\":"])
    func deep(_ opening: String) {
        let bytes = Array(String(repeating: opening, count: 100_000).utf8)
        let error = WireError(.limit, at: 512 * opening.utf8.count, expected: "at most 512 levels of JSON")
        #expect(refusal(bytes) == error)
        #expect(throws: error) { try JSONDocument(bytes) }
        #expect(throws: error) { try minified(bytes) }
        #expect(throws: error) { try JSONValue(parsing: bytes) }
    }

    @Test("nesting up to the limit is accepted, one level more is not", arguments: [1, 2, 63, 64, 65, 128, 129, 512])
    func depthOnEachSide(_ depth: Int) throws {
        var limits = JSONLimits()
        limits.depth = depth
        func nested(_ depth: Int) -> [UInt8] {
            let pairs = (0..<depth).map { $0 % 3 == 1 ? ("{\"k\":", "}") : ("[", "]") }
            return Array((pairs.map(\.0).joined() + "0" + pairs.reversed().map(\.1).joined()).utf8)
        }
        try JSONValidator.validate(nested(depth), limits: limits)
        #expect(try JSONValue(parsing: nested(depth), limits: limits).minified == nested(depth))
        #expect(refusal(nested(depth + 1), limits: limits)?.code == .limit)
    }

    @Test("with a limit of no levels only scalars are left")
    func noDepth() {
        var limits = JSONLimits()
        limits.depth = 0
        #expect(refusal(Array("1".utf8), limits: limits) == nil)
        #expect(refusal(Array("[]".utf8), limits: limits)?.code == .limit)
        #expect(refusal(Array("{}".utf8), limits: limits)?.code == .limit)
    }

    @Test("100 000 levels are parsed without recursion where the limit allows them")
    func veryDeep() throws {
        var limits = JSONLimits()
        limits.depth = 100_000
        let bytes =
            [UInt8](repeating: UInt8(ascii: "["), count: 100_000)
            + [UInt8](repeating: UInt8(ascii: "]"), count: 100_000)
        try JSONValidator.validate(bytes, limits: limits)
        let document = try JSONDocument(bytes, limits: limits)
        #expect(document.root.count == 1)
        // A value of its own is freed by recursion, so it has a limit that does not move.
        #expect(throws: WireError(.limit, at: 1024, expected: "at most 1024 levels of JSON")) {
            try JSONValue(parsing: bytes, limits: limits)
        }
    }

    @Test("a text is accepted up to the size limit and refused beyond it", arguments: [-1, 0, 1])
    func size(_ difference: Int) {
        let bytes = Array("  [1, 2, 3]  ".utf8)
        var limits = JSONLimits()
        limits.bytes = bytes.count + difference
        let error = WireError(.limit, at: limits.bytes, expected: "at most \(limits.bytes) bytes of JSON")
        #expect(refusal(bytes, limits: limits) == (difference < 0 ? error : nil))
        if difference < 0 {
            #expect(throws: error) { try JSONDocument(bytes, limits: limits) }
            #expect(throws: error) { try minified(bytes, limits: limits) }
        }
    }
}
