import Fuzzer
import Testing
import WireJSON

@Suite("What the fuzzer saves of a finding follows the published schema")
struct FuzzFindingSchemaTests {
    private static let schema = "imwire-fuzz-finding-1.schema.json"

    private static func finding(_ oracle: Oracle, _ change: (inout FuzzFinding) -> Void = { _ in }) -> JSONValue {
        var finding = FuzzFinding(
            target: "frames",
            violation: Violation(oracle, "a frame of \(oracle.rawValue)"),
            input: Array(repeating: 0x32, count: 600),
            originalCount: 700,
            seed: .max,
            run: 7
        )
        change(&finding)
        return finding.description("found")
    }

    @Test("whatever is broken", arguments: Oracle.allCases)
    func oracles(_ oracle: Oracle) throws {
        #expect(try Published.schema().faults(of: Self.finding(oracle), in: Self.schema, closed: true) == [])
    }

    @Test("of an adapter, and of an input that was there before")
    func members() throws {
        let found = Self.finding(.adapterDiffers) {
            $0.adapter = "node adapter.js"
            $0.file = "corpus/frames/1"
        }
        #expect(found["adapter"] != nil && found["file"] != nil)
        #expect(try Published.schema().faults(of: found, in: Self.schema, closed: true) == [])
    }

    @Test("and nothing that breaks it passes")
    func broken() throws {
        let schema = try Published.schema()
        let changes: [(inout JSONValue) -> Void] = [
            { $0["schema"] = "imwire-fuzz-finding/2" }, { $0["oracle"] = "bad luck" }, { $0["seed"] = 7 },
            { $0["hex"] = "0" }, { $0["run"] = -1 }, { $0["command"] = nil },
        ]
        for (index, change) in changes.enumerated() {
            var damaged = Self.finding(.crash)
            change(&damaged)
            #expect(try schema.faults(of: damaged, in: Self.schema) != [], "change \(index)")
        }
    }
}
