package import Capture
import Reporting
import WireJSON

/// The report of `imwire report`: captures as one HTML page to look at.
///
/// The page is written while the capture is read; only a block of events and the findings are kept in memory.
///
/// ```swift
/// var report = HTMLReport()
/// let outcome = try await report.add(.file("chat.pcap")) { part in try write(part) }
/// try report.finish(version: "1.0") { part in try write(part) }
/// ```
public struct HTMLReport: ~Copyable {
    /// The options for reading captures.
    public var options = CaptureOptions()
    /// The maximum number of events on the page; further events are only counted.
    public var limit = Int.max
    private var page = ReportPage()
    private var hasBegun = false
    private var files: [JSONValue] = []
    private var check = FindingReport(
        command: "check",
        rules: CaptureCheck.rules,
        findings: [],
        subject: ("events", 0)
    )
    private var lastNumber = 0
    /// The number of events that the page shows.
    public private(set) var shown = 0
    /// The number of bytes in the units of the shown events.
    public private(set) var unitBytes = 0
    /// The number of events in all captures.
    public var events: Int { lastNumber }

    /// Makes a report without events.
    public init() {}

    /// Writes the beginning of the page, unless it is written.
    private mutating func begin(to sink: (Span<UInt8>) throws -> Void) throws {
        guard !hasBegun else { return }
        hasBegun = true
        try page.begin(to: sink)
    }

    /// Adds the events of a capture; nothing is written before the capture is open.
    ///
    /// - Parameters:
    ///   - source: the capture; its name is the name on the page.
    ///   - isOneOfSeveral: whether each event names its capture.
    ///   - sink: receives the bytes of the page.
    /// - Returns: the outcome of the capture.
    /// - Throws: `CaptureError` when the input is not a capture or reading fails, `WireError` with the code `unsupported`
    ///   when there is no memory to compress a block, and any error that `sink` throws. After a `CaptureError` the page
    ///   has the events up to there, and may be continued or finished.
    public mutating func add(
        _ source: CaptureSource,
        isOneOfSeveral: Bool = false,
        to sink: (Span<UInt8>) throws -> Void
    ) async throws -> CaptureOutcome {
        try await add(
            source.reader(options.limits.capture),
            name: source.name,
            isOneOfSeveral: isOneOfSeveral,
            to: sink
        )
    }

    /// Adds the events of a capture that was opened before.
    package mutating func add(
        _ reader: consuming sending CaptureReader,
        name: String,
        isOneOfSeveral: Bool,
        to sink: (Span<UInt8>) throws -> Void
    ) async throws -> CaptureOutcome {
        try begin(to: sink)
        var pipeline = options.pipeline
        pipeline.firstNumber = lastNumber + 1
        pipeline.flowReports = .latest
        let consumer = ReportConsumer(
            name: name,
            file: isOneOfSeveral ? name : nil,
            options: options,
            limit: limit
        )
        pipeline.numbering = .json
        page.beginCapture()
        var result = try await CapturePipeline(consumer: consumer, options: pipeline).run(reader) { bytes in
            try page.append(records: bytes, to: sink)
        }
        let lastTime = result.flows.reduce(Int64.min) { max($0, $1.lastTime) }
        result.consumer.check.finish(at: lastTime, numbers: result.numbers)
        let log = result.consumer.check.log
        shown += result.consumer.count
        unitBytes += result.consumer.unitBytes
        check.findings += log.sorted
        check.omitted += log.omitted
        check.subject.count += result.capture.summary.events
        check.addNotices(of: result.capture, name: name)
        files.append(Self.file(result.capture, name: name, firstNumber: lastNumber + 1))
        lastNumber += result.capture.summary.events
        return try result.outcome()
    }

    /// Writes the end of the page; without it the page is not whole.
    ///
    /// - Parameters:
    ///   - version: the version of the program.
    ///   - sink: receives the bytes of the page.
    /// - Throws: `WireError` with the code `unsupported` when there is no memory to compress a block, and any error that
    ///   `sink` throws.
    public mutating func finish(version: String, to sink: (Span<UInt8>) throws -> Void) throws {
        try begin(to: sink)
        let about: JSONValue = [
            "version": JSONValue(version), "events": JSONValue(events), "shown": JSONValue(shown),
            "unitBytes": JSONValue(unitBytes), "showsSecrets": JSONValue(booleanLiteral: options.showsSecrets),
            "files": .array(files), "check": check.json, "rules": .array(check.rules.map(Self.rule)),
            "fields": .array(EventFields.paths.map(Self.field)),
        ]
        try page.finish(about: about, to: sink)
    }

    private static func rule(_ rule: FindingRule) -> JSONValue {
        ["id": JSONValue(rule.id), "title": JSONValue(rule.title), "basis": JSONValue(rule.basis)]
    }

    /// Returns a field against which the page checks its filter, as `-Y` does.
    private static func field(_ path: String) -> JSONValue {
        let entry = EventFields.entries[path]
        let kinds = (entry?.kinds ?? []).map { kind -> JSONValue in
            var members = [JSONMember("type", JSONValue(kind.word))]
            if let names = kind.names { members.append(JSONMember("values", .array(names.map { JSONValue($0) }))) }
            if case .nameOrNumber(_, let named) = kind {
                let numbers = named.sorted { $0.key < $1.key }
                members.append(
                    JSONMember(
                        "named",
                        .object(numbers.map { JSONMember(JSONString("\($0.key)"), JSONValue($0.value)) })
                    )
                )
            }
            return .object(members)
        }
        return .object(
            [JSONMember("path", JSONValue(path)), JSONMember("kinds", .array(kinds))]
                + (entry?.range.map(EventField.bounds) ?? [])
        )
    }

    private static func file(_ outcome: CaptureOutcome, name: String, firstNumber: Int) -> JSONValue {
        let summary = outcome.summary
        var members: [JSONMember] = [
            JSONMember("name", JSONValue(name)), JSONMember("first", JSONValue(firstNumber)),
            JSONMember("packets", JSONValue(summary.packets)), JSONMember("flows", JSONValue(summary.flows)),
            JSONMember("events", JSONValue(summary.events)), JSONMember("errors", JSONValue(summary.errors)),
            JSONMember("warnings", JSONValue(summary.warnings)), JSONMember("notes", JSONValue(summary.notes)),
            JSONMember("undecodedBytes", JSONValue(summary.undecodedBytes)),
            JSONMember("otherBytes", JSONValue(summary.otherBytes)),
        ]
        if let damage = outcome.damage {
            members.append(JSONMember("damage", JSONValue("damaged at byte \(damage.offset): \(damage.reason)")))
        }
        return .object(members)
    }
}
