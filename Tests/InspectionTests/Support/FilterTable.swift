import Foundation
import Inspection
import WireJSON

/// The tables of filters and expressions in `Fixtures`, which a filter in another language can be held against, too.
enum FilterTable {
    /// A filter and the numbers of the events of a bundled capture that pass it.
    struct Case: Sendable {
        var capture: String
        var filter: String
        /// The same condition as a program of jq.
        var jq: String
        var passes: [Int64]
    }

    /// A text that is no filter, and what is to be said of it.
    struct Failure: Sendable {
        var filter: String
        var position: Int
        var length: Int
        var reason: String
        var suggestion: String?
    }

    /// A regular expression with texts that it is in and that it is not in.
    struct Pattern: Sendable {
        var pattern: String
        var matches: [String]
        var rejects: [String]
    }

    static let cases = table("filters", "cases").map { row in
        Case(
            capture: row["capture"]?.string ?? "",
            filter: row["filter"]?.string ?? "",
            jq: row["jq"]?.string ?? "",
            passes: row["passes"]?.elements?.compactMap(\.int64) ?? []
        )
    }

    static let captures = Set(cases.map(\.capture)).sorted()

    static let failures = table("filters", "errors").map { row in
        Failure(
            filter: row["filter"]?.string ?? "",
            position: row["position"]?.int64.map(Int.init) ?? -1,
            length: row["length"]?.int64.map(Int.init) ?? 1,
            reason: row["reason"]?.string ?? "",
            suggestion: row["suggestion"]?.string
        )
    }

    static let patterns = table("patterns", "cases").map { row in
        Pattern(
            pattern: row["pattern"]?.string ?? "",
            matches: row["matches"]?.elements?.compactMap(\.string) ?? [],
            rejects: row["rejects"]?.elements?.compactMap(\.string) ?? []
        )
    }

    static let badPatterns = table("patterns", "errors").map { row in
        Failure(
            filter: row["pattern"]?.string ?? "",
            position: row["position"]?.int64.map(Int.init) ?? -1,
            length: 1,
            reason: row["reason"]?.string ?? ""
        )
    }

    private static func table(_ name: String, _ key: String) -> [JSONValue] {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Fixtures/\(name).json")
        guard let data = try? Data(contentsOf: file), let json = try? JSONValue(parsing: Array(data)) else { return [] }
        return json[key]?.elements ?? []
    }

    /// The numbers of a capture's events that pass a filter.
    static func passing(_ filter: String, _ capture: [UInt8]) async throws -> [Int64] {
        let filter = try EventFilter(filter)
        let number = try FieldPath(shown: "n")
        let found = try await Decoded(capture) {
            $0.filter = filter
            $0.format = .fields
            $0.fields = [number]
            $0.showsRaw = true
        }
        return String(decoding: found.output, as: UTF8.self).split(separator: "\n").compactMap { Int64($0) }
    }
}
