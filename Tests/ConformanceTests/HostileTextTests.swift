import Foundation
import Inspection
import Reporting
import Testing
import WireFormat
import WireJSON

@testable import Conformance
@testable import Names

/// A text that means something to at least one of the formats.
private enum Hostile {
    static let texts: [String] = [
        "\u{1B}[2J\u{1B}]0;title\u{7}", "line\nok 1 - forged\nBail out!", "line\r\nnot ok 2 # TODO", "a\tb\u{8}\u{7F}",
        "\u{9B}31m\u{90}q\u{85}next", "\u{202E}txt.exe\u{202C}", "a\u{2066}b\u{2069}\u{200F}\u{61C}",
        "zero\u{200B}width\u{FEFF}\u{AD}", "line\u{2028}separator\u{2029}", "tag\u{E0041}\u{E007F}", "\u{FFFE}\u{0}",
        "```\n<script>alert(1)</script>\n```", "`</code><img src=x onerror=alert(1)>", "~~~\n# heading\n<b>",
        "``\u{301}`\r```\r<script>", "|\u{301} | cell", "]]> <![CDATA[ -->", "</script><script>alert(1)</script>",
        "\" onmouseover=\"alert(1)", "' onmouseover='alert(1)", "&lt;b&gt; &#60;", "[link](javascript:alert(1))",
        "![image](https://x.example/a.png) https://x.example www.example", "# SKIP all", "x # TODO", "\\",
        "*a* _b_ ~~c~~",
    ]

    /// Whether an output holds a character that should be spelt out; line feeds are its own.
    static func hidden(in text: String) -> [String] {
        text.unicodeScalars.filter { $0 != "\n" && SafeText.isHidden($0) }.map { String($0.value, radix: 16) }
    }

    /// What of Markdown is outside of code and not escaped.
    static func liveMarkdown(_ text: String) -> String {
        var live = ""
        var fence: Int?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            let ticks = line.utf8.prefix { $0 == UInt8(ascii: "`") }.count
            if let open = fence {
                if ticks >= open, line.utf8.count == ticks { fence = nil }
                continue
            }
            if ticks >= 3 {
                fence = ticks
                continue
            }
            live += withoutCode(line) + "\n"
        }
        return fence == nil ? live : "the fence does not end"
    }

    /// A line without its code spans and escapes.
    private static func withoutCode(_ line: String) -> String {
        let bytes = Array(line.utf8)
        var rest: [UInt8] = []
        var index = 0
        func ticks(_ index: Int) -> Int { bytes[index...].prefix { $0 == UInt8(ascii: "`") }.count }
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "\\") {
                index += 2
            } else if bytes[index] == UInt8(ascii: "`") {
                let open = ticks(index)
                var end = index + open
                while end < bytes.count, ticks(end) != open { end += max(1, ticks(end)) }
                // A span that does not end is text.
                if end >= bytes.count {
                    rest.append(UInt8(ascii: "`"))
                    index += open
                } else {
                    index = end + open
                }
            } else {
                rest.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: rest, as: UTF8.self)
    }

    /// A report in which the text stands wherever a text of others can stand.
    static func report(_ text: String) throws -> ConformanceReport {
        var run = try SampleRun.make()
        run.adapter = text
        run.suite = text
        run.greeting = AdapterGreeting(sdk: text, version: text, operations: [text])
        for index in run.results.indices {
            run.results[index].entry.vector.comment = text
            run.results[index].entry.group = text
            run.results[index].entry.vector.id = text
            run.results[index].note = text
            if run.results[index].status == .failed {
                run.results[index].failure = CaseFailure(
                    text,
                    text,
                    [
                        ValueDifference(
                            path: text,
                            expected: JSONValue(text),
                            actual: [JSONString(text): JSONValue(text)]
                        )
                    ]
                )
            }
        }
        run.staleness = [Staleness(id: text, kind: .gone, text: text)]
        run.notes = [text]
        return ConformanceReport([run, run])
    }
}

@Suite("Text that is not ours")
struct HostileTextTests {
    @Test("cannot do anything in a conformance report of any format", arguments: Hostile.texts)
    func conformance(_ text: String) throws {
        let report = try Hostile.report(text)
        let outputs = [
            "text": report.lines.joined(separator: "\n"), "markdown": report.markdown.joined(separator: "\n"),
            "html": report.html, "junit": report.junit, "tap": report.tap, "json": report.json.safeLine,
            "summary": SafeText.terminal(report.runs[0].summary),
        ]
        for (format, output) in outputs { #expect(Hostile.hidden(in: output) == [], "\(format)") }
        try check(html: outputs["html"] ?? "")
        check(xml: outputs["junit"] ?? "")
        check(markdown: outputs["markdown"] ?? "")
        for line in (outputs["tap"] ?? "").split(separator: "\n") {
            let line = line.drop { $0 == " " }
            let starts = [
                "TAP version 14", "1..", "ok ", "not ok ", "# Subtest: ", "---", "...", "class: ", "message: ",
            ]
            #expect(
                (starts + ["comment: ", "source: ", "differences: ", "# "]).contains { line.hasPrefix($0) },
                "\(line)"
            )
            #expect(!line.hasPrefix("ok 1 - forged"))
        }
        // The JSON says the same as before.
        #expect(ValueComparison.differences(report.json, try JSONValue(parsing: outputs["json"] ?? "")) == [])
    }

    @Test("cannot do anything in what names check writes", arguments: Hostile.texts)
    func names(_ text: String) throws {
        let row: JSONValue = [
            "objectName": JSONValue("RC:" + text), "persisted": true, "counted": false, "class": JSONValue(text),
        ]
        let other: JSONValue = ["objectName": JSONValue("app:" + text), "persisted": true, "counted": false]
        let tables = [
            try NameTable(label: "one" + text, adapterTable: JSONValue.array([row, other]).minified),
            try NameTable(label: "two", adapterTable: JSONValue.array([row, row]).minified),
        ]
        let report = FindingReport(names: NamesCheck().findings(tables), sourceCount: 2)
        #expect(report.findings.count > 1)
        let json = report.text(.json, version: "1")
        let sarif = report.text(.sarif, version: "1")
        let matrix = NamesMatrix(tables)
        let outputs = [
            "json": SafeText.json(written: json), "sarif": SafeText.json(written: sarif),
            "matrix": matrix.text(.text), "markdown": matrix.text(.markdown), "html": matrix.text(.html),
        ]
        for (format, output) in outputs { #expect(Hostile.hidden(in: output) == [], "\(format)") }
        #expect(try Self.saysTheSame(outputs["json"] ?? "", json))
        #expect(try Self.saysTheSame(outputs["sarif"] ?? "", sarif))
        try check(html: outputs["html"] ?? "")
        check(markdown: outputs["markdown"] ?? "")
        #expect(matrix.text(.text).split(separator: "\n").count == matrix.rows.count + 1)
        #expect(matrix.text(.markdown).split(separator: "\n").count == matrix.rows.count + 2)
    }

    private static func saysTheSame(_ one: String, _ other: String) throws -> Bool {
        let comparison = ValueComparison.differences(try JSONValue(parsing: one), try JSONValue(parsing: other))
        return comparison.isEmpty
    }

    private func check(html: String) throws {
        // Only the page's own tags; a quotation mark of the text would end an attribute.
        let own: Set<String> = [
            "!DOCTYPE", "html", "head", "meta", "title", "style", "body", "h1", "table", "thead", "tbody", "tr", "th",
            "td", "p", "form", "label", "input", "select", "option", "output", "button", "details", "summary", "pre",
            "script",
        ]
        let body = try #require(html.components(separatedBy: "<script>").first)
        #expect(html.components(separatedBy: "<script>").count == 2)
        for tag in body.split(separator: "<").dropFirst() {
            let name = tag.drop { $0 == "/" }.prefix { $0.isLetter || $0.isNumber || $0 == "!" }
            #expect(own.contains(String(name)), "\(tag)")
            let inside = tag.prefix { $0 != ">" }
            #expect(!inside.contains("onmouseover") || inside.contains("&quot;") || inside.contains("&#39;"), "\(tag)")
        }
    }

    private func check(xml: String) {
        let own: Set<String> = [
            "?xml", "testsuites", "testsuite", "properties", "property", "testcase", "skipped", "failure", "error",
        ]
        for tag in xml.split(separator: "<") {
            #expect(own.contains(String(tag.drop { $0 == "/" }.prefix { $0.isLetter || $0 == "?" })), "\(tag)")
        }
        #expect(!xml.contains("]]>"))
    }

    private func check(markdown: String) {
        let live = Hostile.liveMarkdown(markdown)
        for mark in ["<", "`", "&", "[", "://", "www.", "alert(1)</", "the fence does not end"] {
            #expect(!live.contains(mark), "\(mark) in \(live)")
        }
    }
}

@Suite("An adapter's standard error")
struct AdapterErrorTests {
    /// What is passed on.
    private final class Log {
        var text = ""
    }

    /// Runs a command to its end and gives what was passed on.
    private static func passed(_ command: String, limit: Int) throws -> String {
        let log = Log()
        let errors = AdapterErrors(limit: limit) { log.text += $0 }
        let process = try AdapterProcess(command: command, longestLine: 1 << 16, errors: errors)
        var isOver = false
        for _ in 0..<20_000 where !isOver {
            process.readErrors()
            if case .end = process.read() { isOver = true }
            if !isOver { usleep(1000) }
        }
        #expect(isOver)
        process.kill()
        errors.finish()
        return log.text
    }

    @Test("is passed on line by line with a mark, and can send no commands to the terminal")
    func lines() throws {
        let text = try Self.passed(#"printf 'one\n\033[2J\302\233two\nno end' >&2"#, limit: 1000)
        #expect(text == "adapter: one\nadapter: \\u{1b}[2J\\u{9b}two\nadapter: no end\n")
    }

    @Test("is cut at a limit, without holding the adapter up, and what was cut is counted")
    func limit() throws {
        let text = try Self.passed("yes 0123456 | head -c 8000000 >&2; echo done", limit: 1000)
        let lines = text.split(separator: "\n")
        #expect(lines.count == 126)
        #expect(lines.dropLast().allSatisfy { $0 == "adapter: 0123456" })
        #expect(lines.last == "imwire: 7999000 more bytes that the adapter printed on standard error are not shown")
    }

    @Test("in one endless line is cut as well")
    func longLine() throws {
        let text = try Self.passed("head -c 3000000 /dev/zero >&2", limit: 10_000)
        #expect(text.contains("\\u{0}\\u{0}"))
        #expect(text.split(separator: "\n").count == 3)
        #expect(text.utf8.count < 60_000)
    }

    @Test("may be closed by the adapter, which then still answers")
    func closed() throws {
        let run = try ShellAdapter.run("exec 2>&-\n" + ShellAdapter.script(at: -1, ":"), jobs: 2)
        #expect(run.results.allSatisfy { $0.status == .passed })
    }

    @Test("and its name are no longer than a limit in the reports")
    func name() throws {
        let hello =
            #"printf '{"id":1,"ok":true,"value":{"sdk":"'; head -c 200000 /dev/zero | tr '\0' x; printf '"}}\n'"#
        let run = try ShellAdapter.run(ShellAdapter.script(at: -1, ":", hello: hello), count: 2)
        #expect(run.results.allSatisfy { $0.status == .passed })
        #expect(run.greeting.sdk == String(repeating: "x", count: 500) + "…")
    }
}
