package import WireJSON

extension AdapterRun {
    /// The run as an object of the schema `imwire-conformance/1`.
    package var json: JSONValue {
        var about: JSONValue = ["command": JSONValue(adapter), "sdk": JSONValue(greeting.sdk)]
        if !greeting.version.isEmpty { about["version"] = JSONValue(greeting.version) }
        if let operations = greeting.operations { about["operations"] = .array(operations.map { JSONValue($0) }) }
        let groups = groupCounts.map { group, counts -> JSONValue in
            .object([JSONMember("group", JSONValue(group))] + (counts.json.members ?? []))
        }
        var object: JSONValue = [
            "suite": JSONValue(suite), "adapter": about, "counts": counts.json, "groups": .array(groups),
            "cases": .array(results.map(\.json)),
        ]
        if !vectors.isEmpty { object["vectors"] = .array(vectors.map { JSONValue($0) }) }
        let stale = staleness.map { stale -> JSONValue in
            ["id": JSONValue(stale.id), "kind": JSONValue(stale.kind.rawValue), "text": JSONValue(stale.text)]
        }
        object["failureGroups"] = .array(failureGroups.map(\.json))
        object["unreviewed"] = JSONValue(unreviewedCount)
        object["stale"] = .array(stale)
        object["restarts"] = JSONValue(restarts)
        object["notes"] = .array(notes.map { JSONValue($0) })
        return object
    }
}

extension CaseResult {
    /// The result as an object of the schema `imwire-conformance/1`.
    var json: JSONValue {
        let vector = entry.vector
        var object: JSONValue = [
            "id": JSONValue(vector.id), "group": JSONValue(entry.group), "level": JSONValue(vector.level.rawValue),
            "operation": JSONValue(vector.operation), "status": JSONValue(status.rawValue),
            "comment": JSONValue(vector.comment),
        ]
        if !vector.flags.isEmpty { object["flags"] = .array(vector.flags.map { JSONValue($0) }) }
        if let note { object["note"] = JSONValue(note) }
        if isUnreviewed { object["unreviewed"] = true }
        guard let failure else { return object }
        object["class"] = JSONValue(failure.name)
        object["text"] = JSONValue(failure.text)
        if !failure.differences.isEmpty { object["differences"] = .array(failure.differences.map(\.json)) }
        object["input"] = vector.input
        object["source"] = JSONValue(vector.source)
        if !entry.flagNotes.isEmpty { object["flagNotes"] = .object(entry.flagNotes) }
        return object
    }
}

extension ValueDifference {
    /// The difference as an object of the schema `imwire-conformance/1`.
    var json: JSONValue {
        var object: JSONValue = ["path": JSONValue(path)]
        if let expected { object["expected"] = expected }
        if let actual { object["actual"] = actual }
        return object
    }
}
