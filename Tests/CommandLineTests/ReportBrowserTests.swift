import Foundation
import Testing

/// The page of a report in a browser, used as a person would.
@Suite("A report in Chromium", .serialized, .enabled(if: Chromium.path != nil, "needs chromium and python3"))
struct ReportBrowserTests {
    @Test(
        "Every bundled capture: no error, no request, fields and bytes linked",
        arguments: ReportCommandTests.captures.prefix(8)
    )
    func bundled(capture: (name: String, options: [String])) async throws {
        let seen = try await Chromium.look(at: [Files.bundled(capture.name)] + capture.options)
        try expectSound(seen)
        #expect(seen["phone"] as? Bool == true, "the page is wider than a phone")
        let access = seen["access"] as? [String: [String]] ?? [:]
        #expect(access.values.flatMap { $0 } == [])
        try expectKeyboard(seen)
        try expectPrinting(seen)
    }

    /// Tab leads to everything in the order of the page, and keys do there what clicks do.
    private func expectKeyboard(_ seen: [String: Any]) throws {
        let stops = try #require(seen["tabbed"] as? [[String: Any]])
        let places = stops.compactMap { $0["what"] as? String }
        let order = ["skip", "theme", "filter", "tab-events", "list", "tree", "bytes", "summary"]
        #expect(places.filter(order.contains) == order)
        for stop in stops {
            #expect(stop["isRinged"] as? Bool == true && stop["isSeen"] as? Bool == true, "\(stop)")
            #expect((stop["name"] as? String)?.isEmpty == false, "\(stop)")
        }
        let ways = try #require(seen["ways"] as? [String: Any])
        let wanted: [String: AnyHashable] = [
            "fields": "tree", "nextField": true, "said": true, "bytes": "Bytes", "byte": "1", "fieldOfByte": true,
            "back": "list", "rung": 1, "rungSaid": "rung-2", "opened": "events", "lastTab": "findings",
            "firstTab": "events",
        ]
        #expect(NSDictionary(dictionary: ways) == NSDictionary(dictionary: wanted))
    }

    /// Paper is light, and holds whole views without what is for clicking.
    private func expectPrinting(_ seen: [String: Any]) throws {
        let printed = try #require(seen["printed"] as? [String: Any])
        let count = try #require(seen["count"] as? Int)
        for view in ["events", "chat", "ladder", "plots", "statistics", "findings"] {
            let paper = try #require(printed[view] as? [String: Any])
            #expect(paper["isLight"] as? Bool == true && paper["isWithoutTabs"] as? Bool == true, "\(view)")
            #expect(paper["cut"] as? [String] == [], "\(view)")
            if ["events", "ladder"].contains(view) { #expect(paper["rows"] as? Int == count) }
        }
        #expect(printed["theme"] is NSNull)
    }

    /// What would break a page, a drawing, a diagram, a table or a terminal that takes it for more than text.
    private static let hostile = [
        "</script><script>window.broken = 1</script>", "<img src=x onerror='window.broken=1'>", "\"'`${1}\\",
        "\u{202E}txt\u{202C}", "\u{1B}[31mred", "a\nb\r\nc", "=1+1", "end; %% %%{init}", "-->", "]]>", "c0->>s0: x",
    ]

    @Test("Text of the wire is shown as text, whatever it looks like and wherever it stands")
    func injection() async throws {
        // A path cannot have a slash in a name.
        let name = Self.hostile.joined(separator: " ").replacing("/", with: "|")
        let file = FileManager.default.temporaryDirectory
            .appending(path: "imwire-\(UUID().uuidString)\(name.prefix(150)).pcap")
        try GeneratedCapture.write(
            texts: Self.hostile + Self.hostile,
            objectNames: ["RC:TxtMsg"] + Self.hostile.map { String($0.prefix(30)) },
            topics: Self.hostile,
            sdk: Self.hostile.joined(),
            to: file
        )
        defer { try? FileManager.default.removeItem(at: file) }
        let seen = try await Chromium.look(at: [file.path])
        try expectSound(seen)
        #expect(seen["scripts"] as? Int == 1)
        #expect(seen["broken"] as? Bool == false)
        for format in ["text", "mermaid", "svg"] {
            let ladder = try await Program.run("ladder", "--quiet", "--format", format, file.path)
            #expect(ladder.status == 0)
            #expect(!ladder.text.contains("\u{1B}") && !ladder.text.contains("\u{202E}"))
            #expect(!ladder.text.contains("planted-token-000000"))
            if format != "text" { #expect(!ladder.text.contains("<script") && !ladder.text.contains("<img")) }
            #expect(ladder.lines.count > 3 * Self.hostile.count)
            if format == "svg" {
                let check = try await Program.shell(
                    "python3 -c 'import sys, xml.dom.minidom as x; x.parse(sys.stdin.buffer)'",
                    input: ladder.output
                )
                #expect(check.status == 0, "the drawing is no XML")
            }
        }
    }

    @Test("100 000 events stay smooth")
    func large() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "imwire-\(UUID().uuidString).pcap")
        try GeneratedCapture.write(texts: (0..<100_000).map { "hello 世界 \($0)" }, to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let seen = try await Chromium.look(at: [file.path], with: "report_browser.py", "--quick")
        try expectSound(seen)
        let count = try #require(seen["count"] as? Int)
        #expect(count >= 100_000)
        // Only what can be seen is there.
        let rows = try #require(seen["rows"] as? Int)
        #expect(rows < 100)
        // So much goes to the printer, and a word about the rest.
        let printed = try #require(seen["printed"] as? [String: Any])
        for view in ["events", "ladder"] {
            let paper = try #require(printed[view] as? [String: Any])
            #expect(paper["rows"] as? Int == 2000)
        }
        // Time of the processor, which other programs of a busy machine do not change.
        let painted = try #require(seen["painted"] as? Double)
        #expect(painted < 2000, "milliseconds until the first events are painted")
        let longest = try #require(seen["longest"] as? Double)
        #expect(longest < 50, "milliseconds of the longest task while the list scrolls")
    }

    /// What must hold of every page.
    private func expectSound(_ seen: [String: Any]) throws {
        #expect(seen["errors"] as? [String] == [])
        #expect(seen["requests"] as? [String] == [])
        #expect(seen["gaps"] as? Int == 0, "every byte belongs to one leaf")
        let rows = try #require(seen["rows"] as? Int)
        #expect(rows > 0)
        let field = try #require(seen["field"] as? [String: Int], "no field was lit")
        #expect(field["first"] == field["start"])
        #expect(field["last"] == field["end"].map { $0 - 1 })
        let byte = try #require(seen["byte"] as? [String: Any], "no byte was lit")
        #expect(byte["holds"] as? Bool == true)
        let views = try #require(seen["views"] as? [String: Int])
        #expect(views.values.allSatisfy { $0 > 0 })
        let keys = try #require(seen["keys"] as? [String: Int])
        let count = try #require(seen["count"] as? Int)
        #expect(keys == ["down": 1, "end": count - 1])
        let filters = try #require(seen["filters"] as? [String: [String: Any]])
        #expect(filters["n <= 3"]?["shown"] as? Int == 3)
        let wrong = filters.filter { $0.value["isWrong"] as? Bool == true }
        #expect(Set(wrong.keys) == ["frame.type = \"PUBLISH\"", "sendr == \"client\""])
        #expect((filters["sendr == \"client\""]?["message"] as? String)?.contains("did you mean sender?") == true)
    }
}
