import Fuzzing
import Testing

@Suite("The page of the module")
struct PageTests {
    @Test("its code runs the seeds of a target, none of which violates anything")
    func code() {
        var violations: [String] = []
        func print(_ violation: String) { violations.append(violation) }
        guard let entry = FuzzEntry(target: "frames") else { fatalError("no such target") }
        for seed in entry.seeds {
            if let violation = entry.run(seed) { print(violation) }
        }
        #expect(violations.isEmpty && !entry.seeds.isEmpty)
    }
}
