import Foundation
import TestSupport
import Testing

/// The filter box of a report against the tables that `-Y` is tested with.
@Suite("The filter of a report", .serialized, .enabled(if: Chromium.path != nil, "needs chromium and python3"))
struct ReportFilterTests {
    @Test("it lets the same events pass as -Y, and says the same of what is no filter")
    func table() async throws {
        let filters = try Self.fixture("filters", as: Filters.self)
        let patterns = try Self.fixture("patterns", as: Patterns.self)
        #expect(filters.cases.count >= 400 && filters.errors.count >= 90)
        #expect(patterns.cases.count >= 60 && patterns.errors.count >= 25)
        let directory = try TemporaryFolder()
        let captures = Set(filters.cases.map(\.capture)).sorted()
        var pages: [Wanted.Page] = []
        for capture in captures {
            let page = directory.path("\(capture).html")
            let written = try await Program.run("report", "--quiet", "-o", page, Files.bundled(capture))
            try #require(written.status == 0, "\(written.errors)")
            let sources = filters.cases.filter { $0.capture == capture }.map(\.filter)
            pages.append(Wanted.Page(path: page, filters: sources))
        }
        let wanted = Wanted(
            pages: pages,
            errors: filters.errors.map(\.filter),
            patterns: patterns.cases.map { Wanted.Pattern(pattern: $0.pattern, texts: $0.matches + $0.rejects) }
                + patterns.errors.map { Wanted.Pattern(pattern: $0.pattern, texts: []) }
        )
        let output = try await Chromium.run("report_filters.py", [], input: try JSONEncoder().encode(wanted))
        let found = try JSONDecoder().decode(Found.self, from: output)
        try #require(found.pages.map(\.count) == pages.map(\.filters.count))
        for (capture, answers) in zip(captures, found.pages) {
            for (example, answer) in zip(filters.cases.filter { $0.capture == capture }, answers) {
                #expect(answer == .passes(example.passes), "\(capture): \(example.filter)")
            }
        }
        try #require(found.errors.count == filters.errors.count)
        for (example, answer) in zip(filters.errors, found.errors) {
            #expect(answer == example.said, "\(example.filter)")
        }
        try #require(found.patterns.count == wanted.patterns.count)
        for (example, answer) in zip(patterns.cases, found.patterns) {
            #expect(answer == .matches(example.matches), "\(example.pattern)")
        }
        for (example, answer) in zip(patterns.errors, found.patterns.dropFirst(patterns.cases.count)) {
            guard case .said(let said) = answer else {
                Issue.record("\(example.pattern) was taken")
                continue
            }
            #expect(said.position == example.position && said.reason.contains(example.reason), "\(example.pattern)")
        }
    }

    private static func fixture<Table: Decodable>(_ name: String, as type: Table.Type) throws -> Table {
        let file = ProjectFolder.file("Tests/InspectionTests/Fixtures/\(name).json")
        return try JSONDecoder().decode(type, from: try Data(contentsOf: file))
    }

    private struct Filters: Decodable {
        var cases: [Case]
        var errors: [Failure]

        struct Case: Decodable {
            var capture: String
            var filter: String
            var passes: [Int]
        }

        struct Failure: Decodable {
            var filter: String
            var position: Int
            var length: Int
            var reason: String
            var suggestion: String?
            var said: Said { Said(position: position, length: length, reason: reason, suggestion: suggestion) }
        }
    }

    private struct Patterns: Decodable {
        var cases: [Case]
        var errors: [Failure]

        struct Case: Decodable {
            var pattern: String
            var matches: [String]
            var rejects: [String]
        }

        struct Failure: Decodable {
            var pattern: String
            var position: Int
            var reason: String
        }
    }

    private struct Wanted: Encodable {
        var pages: [Page]
        var errors: [String]
        var patterns: [Pattern]

        struct Page: Encodable {
            var path: String
            var filters: [String]
        }

        struct Pattern: Encodable {
            var pattern: String
            var texts: [String]
        }
    }

    /// What the page says of a text that is no filter.
    private struct Said: Decodable, Equatable {
        var position: Int
        var length: Int
        var reason: String
        var suggestion: String?
    }

    private struct Found: Decodable {
        var pages: [[Answer]]
        var errors: [Said?]
        var patterns: [Answer]
    }

    private enum Answer: Decodable, Equatable {
        case passes([Int])
        case matches([String])
        case said(Said)

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if let numbers = try? value.decode([Int].self) {
                self = .passes(numbers)
            } else if let texts = try? value.decode([String].self) {
                self = .matches(texts)
            } else {
                self = .said(try value.decode(Said.self))
            }
        }

        /// An empty list says nothing of what it would hold.
        static func == (one: Answer, other: Answer) -> Bool {
            switch (one, other) {
            case (.passes(let one), .passes(let other)): one == other
            case (.matches(let one), .matches(let other)): one == other
            case (.passes(let numbers), .matches(let texts)), (.matches(let texts), .passes(let numbers)):
                numbers.isEmpty && texts.isEmpty
            case (.said(let one), .said(let other)): one == other
            default: false
            }
        }
    }
}
