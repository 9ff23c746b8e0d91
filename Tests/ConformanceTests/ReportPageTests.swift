import Foundation
import TestSupport
import Testing
import WireFormat
import WireJSON

@testable import Conformance
@testable import Names

/// A browser without a window.
enum Browser {
    private static var path: String? { OutsideTool.path("chromium", "chromium-browser", "google-chrome") }

    /// Whether there is one.
    static let isThere = path != nil

    /// What a page is after a script has used it.
    ///
    /// The page gets a script at its end, whose `result` comes back as JSON. Errors of the console come along.
    static func use(_ html: String, _ script: String) throws -> (result: JSONValue, errors: [JSONValue]) {
        let path = try #require(path)
        let catcher = """
            <head><script>
            window.faults = [];
            window.addEventListener("error", event => window.faults.push(String(event.message)), true);
            window.addEventListener("unhandledrejection", event => window.faults.push(String(event.reason)));
            for (const name of ["error", "warn"]) console[name] = (...words) => window.faults.push(words.join(" "));
            </script>
            """
        let user = """
            <script>
            { const result = (() => { \(script) })();
              const text = JSON.stringify({ result, errors: window.faults });
              document.documentElement.dataset.outcome = encodeURIComponent(text); }
            </script></body>
            """
        let page = html.replacingOccurrences(of: "<head>", with: catcher)
            .replacingOccurrences(of: "</body>", with: user)
        let folder = try TemporaryFolder()
        let file = try folder.write(page, to: "page.html")
        let run = try OutsideTool.run(
            path,
            [
                "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                "--user-data-dir=\(folder.path)/profile", "--enable-logging=stderr", "--virtual-time-budget=2000",
                "--dump-dom", "file://\(file)",
            ]
        )
        let mark = "data-outcome=\""
        guard let start = run.output.range(of: mark)?.upperBound,
            let text = run.output[start...].prefix(while: { $0 != "\"" }).removingPercentEncoding
        else { throw CocoaError(.fileReadCorruptFile, userInfo: ["output": run.output, "errors": run.errors]) }
        let outcome = try JSONValue(parsing: text)
        // What the browser itself says to the console, such as a file that it could not load.
        let console = run.errors.split(separator: "\n").filter { $0.contains("CONSOLE") }.map { JSONValue(String($0)) }
        return (outcome["result"] ?? .null, (outcome["errors"]?.elements ?? []) + console)
    }
}

@Suite("The HTML report")
struct ReportPageTests {
    /// Ids of the rows that are shown, in their order.
    private static let ids = """
        const ids = () => Array.from(document.querySelectorAll("#cases tbody tr"))
          .filter(row => row.offsetParent !== null).map(row => row.cells[0].textContent);
        const click = title => Array.from(document.querySelectorAll("#cases th button"))
          .find(button => button.textContent === title).click();
        const choose = (title, value) => {
          const label = Array.from(document.querySelectorAll("#filters label"))
            .find(label => label.firstChild.textContent.trim() === title);
          label.querySelector("select").value = value;
          label.querySelector("select").dispatchEvent(new Event("change"));
        };
        const type = text => {
          document.getElementById("words").value = text;
          document.getElementById("words").dispatchEvent(new Event("input"));
        };
        const steps = [];
        const note = () => steps.push([ids(), document.getElementById("shown").textContent]);
        """

    @Test(
        "opens in a browser without an error, sorts, and filters by words and by choices",
        .enabled(if: Browser.isThere, "needs Chromium")
    )
    func browser() throws {
        let script =
            Self.ids + """
                note();
                click("Case"); click("Case"); note();
                click("web 4.1"); note();
                choose("web 4.1", "=failed"); note();
                choose("Agreement", "=differs"); type("COUNT-03"); note();
                type(""); choose("web 4.1", ""); choose("Agreement", "=all alike"); note();
                type("nothing like that"); note();
                return { steps, sorted: Array.from(document.querySelectorAll("th[aria-sort]"))
                  .map(head => head.textContent + " " + head.getAttribute("aria-sort")) };
                """
        let (result, errors) = try Browser.use(SampleReport.make().html, script)
        #expect(errors == [])
        let steps = result["steps"]?.elements ?? []
        let shown = steps.map { step in
            (step[0]?.elements ?? []).map { ($0.string ?? "").dropFirst("count-0".count) }.joined() + " "
                + (step[1]?.string ?? "")
        }
        #expect(
            shown == [
                "012345 6 of 6", "543210 6 of 6",
                // By status: expected failure, failed, not supported, passed; within one in the order of the report.
                "234105 6 of 6", "34 2 of 6", "3 1 of 6", "2105 4 of 6",
                " 0 of 6",
            ]
        )
        #expect(result["sorted"]?.elements?.map(\.string) == ["web 4.1 ascending"])
    }

    @Test("holds texts as texts, whatever they say")
    func escaping() throws {
        let html = try SampleReport.make().html
        #expect(html.contains("ios &lt;/script&gt;&amp;amp; `x` | # *"))
        #expect(html.contains("./a|b &lt;c&gt;"))
        #expect(html.components(separatedBy: "</script>").count == 2)
        #expect(!html.contains("\u{1B}") && !html.contains("\u{0}"))
    }

    @Test("shows texts in a browser as they are", .enabled(if: Browser.isThere, "needs Chromium"))
    func titles() throws {
        let (result, errors) = try Browser.use(
            SampleReport.make().html,
            "return Array.from(document.querySelectorAll('#cases thead th'), head => head.textContent);"
        )
        #expect(errors == [])
        #expect(
            result.elements?.map(\.string) == [
                "Case", "Group", "Level", "What it can catch", "web 4.1", "ios </script>&amp; `x` | # *", "Agreement",
            ]
        )
    }

    @Test("needs nothing from elsewhere")
    func selfContained() throws {
        let html = try SampleReport.make().html
        for part in ["http:", "https:", "src=", "<link", "@import", "url("] { #expect(!html.contains(part), "\(part)") }
    }

    @Test("has a cell for each column in each row, and the details of a failure")
    func cells() throws {
        let html = try SampleReport.make().html
        let rows = html.components(separatedBy: "<tbody>\n")[2].components(separatedBy: "</tr>").dropLast()
        #expect(rows.count == 6)
        #expect(rows.allSatisfy { $0.components(separatedBy: "</td>").count == 8 })
        #expect(rows[4].contains(">not run</td>"))
        #expect(html.contains("<summary>failed: difference</summary><pre>asked: count.up"))
    }

    @Test("shows the whole suite in a browser within its time", .enabled(if: Browser.isThere, "needs Chromium"))
    func wholeSuite() throws {
        let run = try VectorSuiteTests.libraryRun()
        let html = ConformanceReport([run, run]).html
        let script =
            Self.ids + "click('Case'); type('websocket'); note(); return [document.querySelectorAll('#cases tbody tr')"
            + ".length, ids().length, ids().every(id => id)];"
        let (result, errors) = try Browser.use(html, script)
        #expect(errors == [])
        #expect(result[0]?.int64 == Int64(VectorSuite.builtIn.count))
        #expect((result[1]?.int64 ?? 0) > 100)
    }
}

@Suite("The page of object names")
struct NamesPageTests {
    @Test("opens in a browser, and finds what differs", .enabled(if: Browser.isThere, "needs Chromium"))
    func browser() throws {
        let names = Array(#"[{"objectName":"RC:TXTMSG","class":"<T>"},{"objectName":"RC:ImgMsg"}]"#.utf8)
        let matrix = NamesMatrix([
            try NameTable(label: "one", adapterTable: AdapterNames.ofLibrary.minified),
            try NameTable(label: "two", adapterTable: names),
        ])
        let script = """
            const choice = document.querySelector("#filters label:last-of-type select");
            choice.value = "=differs";
            choice.dispatchEvent(new Event("change"));
            return Array.from(document.querySelectorAll("#cases tbody tr:not([hidden])"),
              row => Array.from(row.cells, cell => cell.textContent));
            """
        let (result, errors) = try Browser.use(matrix.text(.html), script)
        #expect(errors == [])
        let expected: JSONValue = [
            [
                "RC:TxtMsg", "persisted+counted", "TextMessage, persisted+counted", "! RC:TXTMSG, <T>", "differs",
            ]
        ]
        #expect(result == expected)
    }
}
