import WireFormat
public import WireJSON

extension FindingReport {
    /// The report as a SARIF 2.1.0 log.
    ///
    /// Source: OASIS, Static Analysis Results Interchange Format version 2.1.0, sections 3.13 to 3.33, 3.49 and 3.58.
    ///
    /// - Parameter version: the version of the program.
    public func sarif(version: String) -> JSONValue {
        let driver: JSONValue = [
            "name": "imwire", "version": JSONValue(version), "rules": .array(rules.map(Self.descriptor)),
        ]
        let places = Dictionary(rules.enumerated().map { ($1.id, $0) }) { first, _ in first }
        return [
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
            "runs": [
                [
                    "tool": ["driver": driver], "invocations": [invocation], "columnKind": "unicodeCodePoints",
                    "results": .array(results(places)),
                ]
            ],
        ]
    }

    /// The run of the program (section 3.20), with notifications about unread parts and left out findings.
    private var invocation: JSONValue {
        var notifications = notices.map(Self.notification)
        if noticesLeftOut > 0 {
            let text =
                "\(noticesLeftOut) more \(noticesLeftOut == 1 ? "connection was" : "connections were") not looked at"
            notifications.append(["level": "note", "message": ["text": JSONValue(text)]])
        }
        if omitted > 0 {
            let items = omitted == 1 ? "finding or unjudged item was" : "findings or unjudged items were"
            let text = "\(omitted) more \(items) left out: beyond a limit, or nothing that the program can judge"
            notifications.append(["level": "warning", "message": ["text": JSONValue(text)]])
        }
        var invocation: JSONValue = ["executionSuccessful": true]
        if !notifications.isEmpty { invocation["toolExecutionNotifications"] = .array(notifications) }
        return invocation
    }

    /// A notification (section 3.58).
    private static func notification(_ notice: Notice) -> JSONValue {
        var location: JSONValue = ["physicalLocation": artifact(notice.file)]
        if let flow = notice.flow { location["logicalLocations"] = [["name": JSONValue("flow \(flow)")]] }
        // A notice about the whole capture may have cost more findings than one about a connection.
        let level = notice.flow == nil ? "warning" : "note"
        return ["level": JSONValue(level), "message": ["text": JSONValue(notice.text)], "locations": [location]]
    }

    /// A file as a physical location.
    private static func artifact(_ file: String) -> JSONValue { ["artifactLocation": ["uri": JSONValue(uri(file))]] }

    /// The results; findings with one fingerprint get a number in their order, which makes the fingerprint unique.
    private func results(_ places: [String: Int]) -> [JSONValue] {
        var seen: [String: Int] = [:]
        return findings.map { finding in
            let fingerprint = finding.fingerprint
            let place = seen[fingerprint, default: 0]
            seen[fingerprint] = place + 1
            var result = Self.result(finding, ruleIndex: places[finding.rule.id])
            result["partialFingerprints"] = ["imwireFinding/v1": JSONValue("\(fingerprint):\(place)")]
            if hasBaseline { result["baselineState"] = "new" }
            return result
        }
    }

    /// A reportingDescriptor (section 3.49).
    private static func descriptor(_ rule: FindingRule) -> JSONValue {
        var descriptor: JSONValue = [
            "id": JSONValue(rule.id), "shortDescription": ["text": JSONValue(rule.title)],
        ]
        if !rule.basis.isEmpty { descriptor["fullDescription"] = ["text": JSONValue(rule.basis)] }
        descriptor["defaultConfiguration"] = ["level": JSONValue(rule.severity.rawValue)]
        return descriptor
    }

    /// A result (section 3.27); severities have the names of SARIF's levels.
    private static func result(_ finding: Finding, ruleIndex: Int?) -> JSONValue {
        var result: JSONValue = ["ruleId": JSONValue(finding.rule.id)]
        if let ruleIndex { result["ruleIndex"] = JSONValue(ruleIndex) }
        result["level"] = JSONValue(finding.severity.rawValue)
        result["message"] = ["text": JSONValue(finding.text)]
        var properties = finding.details
        switch finding.place {
        case .source(let file, let line, let column):
            let region: JSONValue = ["startLine": JSONValue(line), "startColumn": JSONValue(column)]
            var place = artifact(file)
            place["region"] = region
            result["locations"] = [["physicalLocation": place]]
        case .events(let file, let flow, let numbers, let time):
            if let first = numbers.first { result["locations"] = [location(ofEvent: first, flow, file)] }
            if numbers.count > 1 {
                result["relatedLocations"] = .array(related(numbers.dropFirst(), flow, file))
            }
            properties += [
                JSONMember("flow", JSONValue(flow)), JSONMember("events", .array(numbers.map { JSONValue($0) })),
                JSONMember("time", JSONValue(TimestampWriter.text(time))),
            ]
        case .named(let name):
            result["locations"] = [["logicalLocations": [["name": JSONValue(name)]]]]
        }
        if !properties.isEmpty { result["properties"] = .object(properties) }
        return result
    }

    /// A location (section 3.28): an event in a capture.
    private static func location(ofEvent number: Int, _ flow: Int, _ file: String) -> JSONValue {
        ["physicalLocation": artifact(file), "logicalLocations": [logicalLocation(ofEvent: number, flow)]]
    }

    /// A logicalLocation (section 3.33).
    private static func logicalLocation(ofEvent number: Int, _ flow: Int) -> JSONValue {
        let name = "event \(number)"
        return [
            "name": JSONValue(name), "fullyQualifiedName": JSONValue("flow \(flow)/\(name)"), "kind": "event",
        ]
    }

    /// The locations of the events besides the decisive one, numbered from 1.
    private static func related(_ numbers: ArraySlice<Int>, _ flow: Int, _ file: String) -> [JSONValue] {
        numbers.enumerated().map { index, number in
            [
                "id": JSONValue(index + 1), "physicalLocation": artifact(file),
                "logicalLocations": [logicalLocation(ofEvent: number, flow)],
                "message": ["text": JSONValue("event \(number) of flow \(flow)")],
            ]
        }
    }

    /// A path as a URI reference (RFC 3986).
    private static func uri(_ path: String) -> String {
        var result = ""
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"), UInt8(ascii: "/"), UInt8(ascii: "+"), UInt8(ascii: "@"):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                // A colon is escaped too: in the first part of a path it would end a scheme.
                result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return result.hasPrefix("/") ? "file://" + result : result
    }
}
