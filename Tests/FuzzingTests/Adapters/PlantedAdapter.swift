import Conformance
import Foundation
import Fuzzer
import Fuzzing
import TestSupport

/// The Python adapter of the documentation with a mistake in it.
struct PlantedAdapter {
    /// A place in one of the adapter's files, and what stands there instead.
    struct Bug {
        var file: String
        var old: String
        var new: String
    }

    /// Why an adapter cannot be made.
    struct Unplanted: Error {}

    /// Where Python lies; `nil` where there is none.
    static let python = OutsideTool.path("python3")

    /// The mistakes by name that the vectors are tested with, too.
    static let known: [String: Bug] = {
        let script = "import json, bugs; print(json.dumps({b.name: [b.file, b.old, b.new] for b in bugs.BUGS}))"
        let folder = ProjectFolder.file("Tests/ConformanceTests/Mutations")
        guard let text = try? OutsideTool.output(of: "python3", ["-B", "-c", script], in: folder) else { return [:] }
        let table = (try? JSONSerialization.jsonObject(with: Data(text))) as? [String: [String]]
        return (table ?? [:]).mapValues { Bug(file: $0[0], old: $0[1], new: $0[2]) }
    }()

    /// Where the adapter lies; to be removed.
    let folder: URL
    /// The command that starts it.
    let command: String

    /// Makes an adapter.
    ///
    /// - Parameter bug: the mistake; its place must be there exactly once.
    init(_ bug: Bug?) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "imwire-adapter-\(UUID().uuidString)")
        try FileManager.default.copyItem(at: ProjectFolder.file("Docs/adapters/python"), to: folder)
        if let bug {
            let file = folder.appending(path: bug.file)
            let parts = try String(contentsOf: file, encoding: .utf8).components(separatedBy: bug.old)
            guard parts.count == 2 else { throw Unplanted() }
            try parts.joined(separator: bug.new).write(to: file, atomically: true, encoding: .utf8)
        }
        let tables = ProjectFolder.file("Docs/catalogue").path
        let schema = ProjectFolder.file("Sources/RongCloud/Payloads/rongcloud.proto").path
        command =
            "exec '\(Self.python ?? "")' -B '\(folder.path)/imwire_adapter.py' --tables '\(tables)' --schema '\(schema)'"
    }

    /// Attacks the adapter; answers the executor, to ask once more, and what was found.
    func fuzz(
        _ target: String,
        runs: Int,
        findings: Int = 1,
        minimizing: Int = 1000
    ) throws -> (executor: AdapterExecutor, outcome: FuzzOutcome) {
        guard let subject = TargetCatalogue.target(named: target) as? any AdapterSubject else { throw Unplanted() }
        var limits = RunOptions()
        limits.timeout = 20
        let executor = AdapterExecutor(subject, try AdapterLink(.command(command), limits))
        var options = FuzzRun<AdapterExecutor>.Options()
        options.minimizing = minimizing
        options.budget = .runs(runs)
        options.findings = findings
        var run = FuzzRun(subject, executor, options)
        return (executor, run.run([]))
    }
}
