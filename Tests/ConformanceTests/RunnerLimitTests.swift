import Testing
import WireFormat
import WireJSON

@testable import Conformance

@Suite("Runs that end with the first failures")
struct RunnerLimitTests {
    /// Answers every third case with another number.
    private static let script = """
        while IFS= read -r line; do
          id=${line#*'"id":'}; id=${id%%,*}
          case $line in
            *hello*) \(ShellAdapter.defaultHello);;
            *'"n":2}'*|*'"n":5}'*|*'"n":8}'*|*'"n":11}'*) echo "{\\"id\\":$id,\\"ok\\":true,\\"value\\":{\\"n\\":0}}";;
            *) \(ShellAdapter.reply);;
          esac
        done
        """

    @Test("as many cases fail as are wanted, and the rest is not run", arguments: [(1, 3), (2, 6), (3, 9), (4, 12)])
    func limits(_ most: Int, _ run: Int) throws {
        let found = try ShellAdapter.run(Self.script) { $0.maxFailures = most }
        #expect(found.count(.failed) == most)
        #expect(found.results.count == run)
        #expect(!found.isGreen)
        let left = 12 - run
        let failures = most == 1 ? "1 failure" : "\(most) failures"
        let notes = left > 0 ? ["the run was ended after \(failures): \(left) of 12 cases were not run"] : []
        #expect(found.notes == notes)
    }

    @Test("with more failures allowed than there are, and without a limit, all cases are run", arguments: [5, nil])
    func unlimited(_ most: Int?) throws {
        let found = try ShellAdapter.run(Self.script) { $0.maxFailures = most }
        #expect(found.results.count == 12)
        #expect(found.count(.failed) == 4)
        #expect(found.notes.isEmpty)
    }

    @Test("known failures do not count")
    func known() throws {
        let found = try ShellAdapter.run(Self.script) {
            $0.maxFailures = 1
            $0.expectedFailures = ["count-02", "count-05"]
        }
        #expect(found.results.count == 9)
        #expect(found.results.last?.entry.vector.id == "count-08")
    }

    @Test("of several processes those finish that have been asked")
    func jobs() throws {
        let found = try ShellAdapter.run(Self.script, jobs: 3, count: 60) { $0.maxFailures = 2 }
        #expect((2...4).contains(found.count(.failed)))
        #expect(found.results.count < 60)
    }

    @Test("crashes and silence are failures, too")
    func crashes() throws {
        let found = try ShellAdapter.run(ShellAdapter.script(at: 4, "exit 3")) { $0.maxFailures = 1 }
        #expect(found.results.count == 5)
        #expect(found.results.last?.failure?.name == CaseFailure.Class.crash)
        let second = try ShellAdapter.run(ShellAdapter.script(at: 4, "sleep 60"), timeout: 0.4) { $0.maxFailures = 1 }
        #expect(second.results.last?.failure?.name == CaseFailure.Class.hang)
        #expect(second.results.count == 5)
    }
}
