package import Reporting
import WireFormat
package import WireJSON

/// An input that breaks an oracle, after minimization.
package struct FuzzFinding: Hashable, Sendable {
    /// The target's name.
    package var target: String
    /// The oracle that the input breaks.
    package var violation: Violation
    /// The smallest input that still breaks the oracle.
    package var input: [UInt8]
    /// The number of bytes of the input before minimization.
    package var originalCount: Int
    /// The seed of the run that found it.
    package var seed: UInt64
    /// The number of the run that found it; 0 for an initial input.
    package var run: Int
    /// The name of the file with the input, if it was an initial one.
    package var file: String?

    /// The command of the adapter that was attacked; `nil` if the library was.
    package var adapter: String?

    /// The command that repeats the finding, if `imwire fuzz replay` does not.
    package var repeatedBy: String?

    /// Creates a finding.
    package init(
        target: String,
        violation: Violation,
        input: [UInt8],
        originalCount: Int,
        seed: UInt64,
        run: Int,
        file: String? = nil,
        adapter: String? = nil,
        repeatedBy: String? = nil
    ) {
        self.target = target
        self.violation = violation
        self.input = input
        self.originalCount = originalCount
        self.seed = seed
        self.run = run
        self.file = file
        self.adapter = adapter
        self.repeatedBy = repeatedBy
    }

    /// The name of the input, derived from its content.
    package var name: String { ContentHash.name(of: input) }

    /// Returns the command that repeats the finding, after the input was saved in a folder.
    package func command(_ folder: String) -> String {
        if let repeatedBy { return repeatedBy }
        let attacked = adapter.map { "--adapter \(Self.quoted($0)) " } ?? ""
        return "imwire fuzz replay \(attacked)--target \(target) \(folder)/\(target)/\(name)"
    }

    /// Returns a text quoted as a word of the shell.
    private static func quoted(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }

    /// Returns the description that is saved beside the input.
    package func description(_ folder: String) -> JSONValue {
        var object: JSONValue = [
            "schema": "imwire-fuzz-finding/1", "target": JSONValue(target),
            "oracle": JSONValue(violation.oracle.rawValue), "text": JSONValue(violation.text),
            "seed": JSONValue(String(seed)), "run": JSONValue(run), "bytes": JSONValue(input.count),
            "bytesWhenFound": JSONValue(originalCount),
        ]
        if let adapter { object["adapter"] = JSONValue(adapter) }
        if let file { object["file"] = JSONValue(file) }
        object["hex"] = JSONValue(Hex.encode(Array(input.prefix(512))))
        object["command"] = JSONValue(command(folder))
        return object
    }
}

extension FuzzFinding {
    /// The rules of all possible findings, by oracle.
    package static let rules = Oracle.allCases.map(\.rule)

    /// Returns the finding for reports.
    package func finding(_ folder: String) -> Finding {
        let path = file ?? "\(folder)/\(target)/\(name)"
        let text = "\(target): \(violation.oracle.rawValue): \(violation.text)"
        return Finding(
            violation.oracle.rule,
            at: .source(file: path, line: 1, column: 1),
            text,
            details: [
                JSONMember("target", JSONValue(target)), JSONMember("seed", JSONValue(String(seed))),
                JSONMember("run", JSONValue(run)), JSONMember("bytes", JSONValue(input.count)),
                JSONMember("command", JSONValue(command(folder))),
            ]
        )
    }
}
