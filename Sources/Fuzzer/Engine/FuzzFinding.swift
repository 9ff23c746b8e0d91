package import Reporting
import WireFormat
package import WireJSON

/// An input that breaks something, made small.
package struct FuzzFinding: Hashable, Sendable {
    /// The target's name.
    package var target: String
    /// What it breaks.
    package var violation: Violation
    /// The smallest input that still breaks it.
    package var input: [UInt8]
    /// Bytes of the input as it was found.
    package var originalCount: Int
    /// The seed of the run that found it.
    package var seed: UInt64
    /// The number of the run that found it; 0 for an input that was there before.
    package var run: Int
    /// The name of the file that held it, when it was there before.
    package var file: String?

    /// The command of the adapter that was attacked; `nil` where it was the library.
    package var adapter: String?

    /// What repeats it where `imwire fuzz replay` does not.
    package var repeatedBy: String?

    /// Makes a finding.
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

    /// The name of the input: of its content.
    package var name: String { ContentHash.name(of: input) }

    /// What repeats it, once the input lies in a folder.
    package func command(_ folder: String) -> String {
        if let repeatedBy { return repeatedBy }
        let attacked = adapter.map { "--adapter \(Self.quoted($0)) " } ?? ""
        return "imwire fuzz replay \(attacked)--target \(target) \(folder)/\(target)/\(name)"
    }

    /// A word of the shell.
    private static func quoted(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }

    /// The description that is saved beside the input.
    package func description(_ folder: String) -> JSONValue {
        var object: JSONValue = [
            "schema": "imwire-fuzz-finding/1", "target": JSONValue(target), "oracle": JSONValue(violation.oracle),
            "text": JSONValue(violation.text), "seed": JSONValue(String(seed)), "run": JSONValue(run),
            "bytes": JSONValue(input.count), "bytesWhenFound": JSONValue(originalCount),
        ]
        if let adapter { object["adapter"] = JSONValue(adapter) }
        if let file { object["file"] = JSONValue(file) }
        object["hex"] = JSONValue(Hex.encode(Array(input.prefix(512))))
        object["command"] = JSONValue(command(folder))
        return object
    }
}

extension FuzzFinding {
    /// What can be found, by oracle.
    package static let rules: [FindingRule] = [
        ("crash", "An input ends the process", "Any bytes end in a value or an error."),
        ("hang", "An input takes too long", "Any bytes are dealt with in a time that is in proportion to them."),
        ("exit", "An input ends the process in an orderly way", "A decoder does not end its process."),
        ("memory", "An input takes too much memory", "Limits hold memory down, whatever the bytes."),
        ("mutation", "An input kills its process while it is taken apart", "Any bytes end in a value or an error."),
        ("roundtrip", "Encoding does not give back what was decoded", "Decode and encode are each other's reverse."),
        ("chunking", "The result depends on how the bytes were cut", "Streams decode the same however they come."),
        ("coverage", "Bytes are lost, or counted twice", "Every byte belongs to exactly one field."),
        ("cost", "The work is out of proportion to the input", "The work is at most so many steps a byte."),
        ("limit", "A limit does not hold", "Limits are kept, whatever the bytes."),
        ("secrecy", "A token is shown", "Without --show-secrets no output holds a token."),
        ("offset", "An error names a place outside the input", "An error's place lies within the input."),
        ("disagreement", "Two readers disagree", "Every reader of the same bytes says the same."),
        (
            "meaning", "A decoder says another thing than what was made",
            "What is made by a plan means what the plan says."
        ),
        ("vector", "A golden vector fails", "The golden vectors hold."),
        ("json", "Output that must be JSON is not", "Events and mappings are JSON."),
        ("numbers", "Events or connections are counted wrong", "Events are numbered without a break."),
        ("range", "A value lies outside its range", "Decoded values lie within what they document."),
        ("reading", "A capture that was opened can not be read", "Bytes in memory can always be read."),
        ("terminal", "A control character reaches the terminal", "Text from the wire is made safe."),
        ("adapter-crash", "The adapter ends", "Any bytes end in a value or an error."),
        ("adapter-hang", "The adapter does not answer", "Any bytes are dealt with in time."),
        ("adapter-malformed", "The adapter breaks its protocol", "Each request has one reply, a line of JSON."),
        ("adapter-state", "The adapter breaks down after some requests", "A request leaves nothing to the next one."),
        ("adapter-accepts", "The adapter accepts what the library refuses", "SDKs of one service read the same."),
        ("adapter-refuses", "The adapter refuses what the library reads", "SDKs of one service read the same."),
        ("adapter-differs", "The adapter reads another value than the library", "SDKs of one service read the same."),
        ("start", "The process that runs inputs can not be started", "The program can be started again."),
    ].map { FindingRule(id: "fuzz-\($0.0)", severity: .error, title: $0.1, basis: $0.2) }

    private static let otherRule = FindingRule(id: "fuzz-other", severity: .error, title: "Something else broke")

    /// The finding for reports.
    package func finding(_ folder: String) -> Finding {
        let rule = Self.rules.first { $0.id == "fuzz-" + violation.oracle } ?? Self.otherRule
        let path = file ?? "\(folder)/\(target)/\(name)"
        let text = "\(target): \(violation.oracle): \(violation.text)"
        return Finding(
            rule,
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
