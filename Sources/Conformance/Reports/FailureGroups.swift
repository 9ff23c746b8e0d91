import Reporting
import WireJSON

/// Failures with a common symptom: the same missing key, or a difference at the same path.
///
/// One cause may appear in dozens of cases; a group shows it as one line with a count.
package struct FailureGroup: Hashable, Sendable {
    /// The symptom in words, such as `user is missing`.
    package var title: String
    /// The cases, in the order of the run.
    package var ids: [String] = []
    /// The number of cases by level.
    package var levels: [VectorCase.Level: Int] = [:]

    /// The number of cases.
    package var count: Int { ids.count }

    /// The count, split by level: `12 cases (8 must, 4 should)`.
    package var countText: String {
        let parts = VectorCase.Level.allCases.compactMap { level in levels[level].map { "\($0) \(level.rawValue)" } }
        return "\(Count.of("case", count)) (\(parts.joined(separator: ", ")))"
    }

    /// The group as an object of the schema `imwire-conformance/1`.
    var json: JSONValue {
        var counts: JSONValue = [:]
        for level in VectorCase.Level.allCases {
            if let count = levels[level] { counts[level.rawValue] = JSONValue(count) }
        }
        return [
            "what": JSONValue(title), "count": JSONValue(count), "levels": counts,
            "cases": .array(ids.map { JSONValue($0) }),
        ]
    }
}

extension AdapterRun {
    /// The failures grouped by symptom, the most frequent symptom first.
    ///
    /// A case that fails in several places is in several groups.
    package var failureGroups: [FailureGroup] {
        var groups: [FailureGroup] = []
        var places: [String: Int] = [:]
        for result in results where result.status == .failed {
            for title in Self.causes(of: result) {
                let place = places[title] ?? groups.count
                if place == groups.count {
                    places[title] = place
                    groups.append(FailureGroup(title: title))
                }
                groups[place].ids.append(result.entry.vector.id)
                groups[place].levels[result.entry.vector.level, default: 0] += 1
            }
        }
        return groups.enumerated().sorted { one, other in
            (other.element.count, one.offset) < (one.element.count, other.offset)
        }.map(\.element)
    }

    /// Returns the symptoms of a case, without details of the case: positions in lists, values, texts of errors.
    private static func causes(of result: CaseResult) -> [String] {
        guard let failure = result.failure else { return ["failed"] }
        let operation = result.entry.vector.operation
        guard failure.name == CaseFailure.Class.difference, !failure.paths.isEmpty else {
            return ["\(operation): \(outcome(of: failure))"]
        }
        var titles: [String] = []
        for difference in failure.differences {
            let path = general(difference.path)
            let what =
                difference.actual == nil ? "is missing" : difference.expected == nil ? "should not be there" : "differs"
            let title = "\(operation): \(path) \(what)"
            if !titles.contains(title) { titles.append(title) }
        }
        return titles
    }

    private static func outcome(of failure: CaseFailure) -> String {
        switch failure.name {
        case CaseFailure.Class.accepted: "accepted what should be refused"
        case CaseFailure.Class.refused: "refused what should be accepted, without a class"
        case CaseFailure.Class.reencode: "not the same bytes when encoded again"
        case CaseFailure.Class.difference: "another value"
        case CaseFailure.Class.crash, CaseFailure.Class.hang, CaseFailure.Class.malformed: failure.name
        default: "refused as \(failure.name)"
        }
    }

    /// Returns a path without positions, or a name's path without the name.
    private static func general(_ path: String) -> String {
        if path.hasPrefix("[") { return "[…]" + path.drop { $0 != "]" }.dropFirst() }
        var result = ""
        var isInside = false
        for character in path {
            if character == "[" { isInside = true }
            if !isInside { result.append(character) }
            if character == "]" {
                isInside = false
                result += "[]"
            }
        }
        return result
    }

    /// The groups as lines for people, with a few example cases each.
    var groupLines: [String] {
        let groups = failureGroups
        guard !groups.isEmpty else { return [] }
        var table = TextTable(["What differs", "Cases", "Such as"])
        for group in groups {
            let shown = group.ids.prefix(Self.shownIds).joined(separator: ", ")
            table.append([group.title, group.countText, group.count > Self.shownIds ? shown + ", …" : shown])
        }
        return ["", "Failures by what differs"] + table.lines.map { "  " + $0 }
    }

    /// The number of example cases for each group.
    private static let shownIds = 2

    /// The number of expected failures from entries that nobody has reviewed.
    package var unreviewedCount: Int { results.count { $0.status == .expectedFailure && $0.isUnreviewed } }

    /// The number of such failures as a sentence; `nil` if there are none.
    var unreviewedText: String? {
        let count = unreviewedCount
        guard count > 0 else { return nil }
        return "\(Count.of("expected failure", count)) that nobody has looked at (\"unreviewed\" in the list)"
    }
}
