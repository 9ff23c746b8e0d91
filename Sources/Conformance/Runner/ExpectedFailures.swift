package import WireFormat
import WireJSON

/// An outdated entry in the list of expected failures.
package struct Staleness: Hashable, Sendable {
    /// The reason why the entry is outdated.
    package enum Kind: String, CaseIterable, Sendable {
        /// The case passes.
        case passes
        /// The suite has no such case.
        case gone
        /// The adapter no longer supports the operation of the case.
        case unsupported
        /// The case fails, but not with the class or the paths of the entry.
        case otherwise
        /// The entry's last day is over, or its version of the suite is reached.
        case expired
    }

    /// The id that the entry names.
    package var id: String
    /// The reason.
    package var kind: Kind
    /// The reason in words.
    package var text: String
}

/// The failures known to an SDK's owner: a JSON array of `{"id", "reason", "class"?, "paths"?, "until"?}`.
///
/// The list cannot become outdated: an entry whose case passes, is gone or fails otherwise makes the run fail.
package struct ExpectedFailures: Hashable, Sendable {
    /// One known failure.
    package struct Entry: Hashable, Sendable {
        /// The id of the case.
        package var id: String
        /// The reason of the failure, or the place where it is discussed.
        package var reason: String
        /// The class of the failure; any class if `nil`.
        package var failureClass: String?
        /// The paths that differ, all of them and no others; any paths if `nil`.
        package var paths: [String]?
        /// The last day on which the entry is valid, such as `2027-01-31`, or the first version of the suite for which
        /// the entry is no longer valid, such as `1.2.0`.
        package var until: String?
        /// Whether `--fix` wrote the entry and nobody has reviewed it.
        package var isUnreviewed = false
        /// The JSON object of the entry.
        var json: JSONValue
    }

    /// The entries in the order of the file.
    package private(set) var entries: [Entry]

    /// Reads a list.
    ///
    /// Throws `json`; `required` and `value` with the path of the member.
    package init(parsing bytes: [UInt8]) throws(WireError) {
        guard let elements = try JSONValue(parsing: bytes).elements else {
            throw WireError(.value, at: 0, expected: "an array of {\"id\", \"reason\"}")
        }
        entries = []
        var seen: Set<String> = []
        for (index, element) in elements.enumerated() {
            do throws(WireError) {
                let entry = try Self.entry(element)
                guard seen.insert(entry.id).inserted else {
                    throw WireError(.value, at: 0, path: ["id"], expected: "\(entry.id) once only")
                }
                entries.append(entry)
            } catch {
                throw error.inside("[\(index)]")
            }
        }
    }

    private static func entry(_ object: JSONValue) throws(WireError) -> Entry {
        let members = VectorMembers(object)
        let id = try members.string("id")
        let reason = try members.string("reason")
        guard reason.contains(where: { $0 != " " }) else {
            throw WireError(.value, at: 0, path: ["reason"], expected: "the reason why \(id) fails")
        }
        let name = object["class"] == nil ? nil : try members.string("class")
        if let name, !CaseFailure.Class.all.contains(name) {
            throw WireError(.value, at: 0, path: ["class"], expected: "one of \(CaseFailure.Class.all)")
        }
        let until = object["until"] == nil ? nil : try members.string("until")
        if let until, !isDay(until), version(until) == nil {
            throw WireError(.value, at: 0, path: ["until"], expected: "a day (2027-01-31) or a version (1.2.0)")
        }
        return Entry(
            id: id,
            reason: reason,
            failureClass: name,
            paths: object["paths"] == nil ? nil : try members.strings("paths"),
            until: until,
            isUnreviewed: object["unreviewed"]?.bool == true || reason == Self.notLookedInto,
            json: object
        )
    }

    /// The reason written by `--fix`, for a person to replace.
    private static let notLookedInto = "not looked into yet"

    private static func isDay(_ text: String) -> Bool {
        let form = Array("0000-00-00".utf8)
        return text.utf8.count == form.count
            && zip(text.utf8, form).allSatisfy { $1 == UInt8(ascii: "0") ? 48...57 ~= $0 : $0 == $1 }
    }

    private static func version(_ text: String) -> [Int]? {
        let numbers = text.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count == 3 else { return nil }
        let known = numbers.compactMap { $0 }
        return known.count == 3 ? known : nil
    }

    /// The ids of the listed cases.
    package var ids: Set<String> { Set(entries.map(\.id)) }

    /// Marks the results that were expected to fail, and collects the outdated entries.
    ///
    /// - Parameters:
    ///   - run: the run; its `staleness` is replaced.
    ///   - suite: all cases, so that a case that was not selected does not count as gone.
    ///   - today: today's date, such as `2026-11-21`.
    package func apply(to run: inout AdapterRun, suite: VectorSuite, today: String) {
        let known = Set(suite.entries.map(\.vector.id))
        let places = Dictionary(
            run.results.enumerated().map { ($1.entry.vector.id, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        run.staleness = []
        for entry in entries {
            func add(_ kind: Staleness.Kind, _ text: String) {
                run.staleness.append(Staleness(id: entry.id, kind: kind, text: text))
            }
            guard known.contains(entry.id) else {
                add(.gone, "the suite has no such case")
                continue
            }
            guard let place = places[entry.id] else { continue }
            let result = run.results[place]
            switch result.status {
            case .passed: add(.passes, "it passes now")
            case .unsupported: add(.unsupported, "the adapter does not support it any more")
            case .failed, .expectedFailure:
                let name = result.failure?.name ?? ""
                if let expected = entry.failureClass, expected != name {
                    add(.otherwise, "it fails as \(name), not as \(expected)")
                } else if let paths = entry.paths, Set(paths) != Set(result.failure?.paths ?? []) {
                    let found = (result.failure?.paths ?? ["no place"]).joined(separator: ", ")
                    add(.otherwise, "it differs at \(found), not at \(paths.joined(separator: ", "))")
                } else if isExpired(entry, suite.version, today) {
                    add(.expired, "it was to hold until \(entry.until ?? "")")
                } else {
                    run.results[place].status = .expectedFailure
                    run.results[place].note = entry.reason
                    run.results[place].isUnreviewed = entry.isUnreviewed
                }
            }
        }
    }

    private func isExpired(_ entry: Entry, _ suite: String, _ today: String) -> Bool {
        guard let until = entry.until else { return false }
        if Self.isDay(until) { return today > until }
        guard let limit = Self.version(until), let version = Self.version(suite) else { return true }
        return !version.lexicographicallyPrecedes(limit)
    }

    /// Returns the list with which a run would be green, except for expired entries.
    ///
    /// Entries whose cases pass, are gone or no longer supported are removed. Entries whose cases fail otherwise get
    /// the new class and, if they name paths, the new paths. Failures without an entry are added. Added and changed
    /// entries are `unreviewed` until a person removes the mark. Expired entries stay for a person to decide.
    package func fixed(for run: AdapterRun) -> ExpectedFailures {
        var fixed = self
        for stale in run.staleness {
            switch stale.kind {
            case .passes, .gone, .unsupported: fixed.entries.removeAll { $0.id == stale.id }
            case .otherwise:
                guard let place = fixed.entries.firstIndex(where: { $0.id == stale.id }) else { continue }
                let failure = run.results.first { $0.entry.vector.id == stale.id }?.failure
                if fixed.entries[place].failureClass != nil || fixed.entries[place].paths == nil {
                    fixed.entries[place].failureClass = failure?.name
                    fixed.entries[place].json["class"] = failure.map { JSONValue($0.name) }
                }
                if fixed.entries[place].paths != nil, let paths = failure?.paths {
                    fixed.entries[place].paths = paths
                    fixed.entries[place].json["paths"] = .array(paths.map { JSONValue($0) })
                }
                fixed.entries[place].isUnreviewed = true
                fixed.entries[place].json["unreviewed"] = true
            case .expired: break
            }
        }
        let listed = Set(fixed.entries.map(\.id))
        for result in run.results where result.status == .failed && !listed.contains(result.entry.vector.id) {
            let id = result.entry.vector.id
            let name = result.failure?.name ?? CaseFailure.Class.difference
            let paths = result.failure?.paths ?? []
            var json: JSONValue = [
                "id": JSONValue(id), "reason": JSONValue(Self.notLookedInto), "class": JSONValue(name),
            ]
            if !paths.isEmpty { json["paths"] = .array(paths.map { JSONValue($0) }) }
            json["unreviewed"] = true
            fixed.entries.append(
                Entry(
                    id: id,
                    reason: Self.notLookedInto,
                    failureClass: name,
                    paths: paths.isEmpty ? nil : paths,
                    isUnreviewed: true,
                    json: json
                )
            )
        }
        return fixed
    }

    /// The text of the list's file, with one entry per line.
    package var text: [UInt8] {
        let lines = entries.map { "  " + $0.json.description }
        return Array((lines.isEmpty ? "[]\n" : "[\n" + lines.joined(separator: ",\n") + "\n]\n").utf8)
    }
}
