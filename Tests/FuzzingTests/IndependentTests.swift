import Fuzzing
import Testing

@Suite("Independent decoders")
struct IndependentTests {
    @Test("agree with the library about mutated input", arguments: [("json", 3000), ("payloads", 3000)])
    func agree(_ name: String, _ runs: Int) throws {
        let entry = try #require(
            FuzzEntry(target: name, payloads: IndependentDecoders.payloads, json: IndependentDecoders.json)
        )
        var inputs = entry.seeds
        for run in 0..<runs {
            let changed = entry.mutated(inputs[run % inputs.count], seed: UInt64(run))
            if let broken = entry.run(changed) { Issue.record("\(broken), input \(changed)") }
            // Changes of changes.
            if run.isMultiple(of: 3) { inputs.append(changed) }
        }
    }

    @Test("know every message of the schema but map entries")
    func types() {
        #expect(IndependentDecoders.messageTypes.count == 171)
        #expect(IndependentDecoders.payloads("rongcloud.NotifyMsg", [0x08]) == .refused)
        #expect(IndependentDecoders.payloads("rongcloud.NotifyMsg", [0x08, 0x01]) == .read([0x08, 0x01]))
        #expect(IndependentDecoders.payloads("rongcloud.Nothing", []) == .unknown)
        #expect(IndependentDecoders.json(Array("[01]".utf8)) == false)
        #expect(IndependentDecoders.json(Array("[1]".utf8)) == true)
        // Numbers that no double holds: the standard allows them, Foundation refuses them.
        #expect(IndependentDecoders.json([UInt8](repeating: UInt8(ascii: "8"), count: 496)) == nil)
        #expect(IndependentDecoders.json(Array("1e400".utf8)) == nil)
    }
}
