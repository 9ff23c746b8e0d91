import WireJSON

/// Collects findings about the values of a content.
public struct ContentCheck: ~Escapable {
    /// The content's object.
    let object: JSONView
    /// The findings; those about keys and types come first.
    public private(set) var findings: [ContentDiagnostic]

    @_lifetime(copy object)
    init(_ object: JSONView, _ findings: [ContentDiagnostic]) {
        self.object = object
        self.findings = findings
    }

    /// Reports a finding about the field `key`.
    public mutating func report(
        _ rule: ContentRule,
        at key: String,
        _ text: String,
        _ platform: ContentPlatform? = nil
    ) {
        let offset = object[key]?.range.lowerBound ?? object.range.lowerBound
        findings.append(ContentDiagnostic(rule, path: key, offset: offset, text: text, platform: platform))
    }

    /// Returns whether the content has the field.
    public func has(_ key: String) -> Bool { object[key] != nil }

    /// Returns whether the field can be read as a number; the pass over the fields has already reported it if not.
    private func hasNumber(_ key: String) -> Bool {
        guard let value = object[key] else { return false }
        return value.kind == .number || value.string.flatMap { Int64($0) } != nil
    }

    /// Reports a missing field that this kind of content needs.
    public mutating func require(_ key: String) {
        if !has(key) { report(.missingField, at: key, "\(key) is missing") }
    }

    /// Reports a value that is not documented.
    ///
    /// Ignores a missing field.
    public mutating func expect(_ value: Int64?, at key: String, in documented: ClosedRange<Int64>) {
        guard let value, hasNumber(key), !documented.contains(value) else { return }
        let range = "\(documented.lowerBound) to \(documented.upperBound)"
        report(.undocumentedValue, at: key, "\(key) is \(value); documented are \(range)")
    }

    /// Reports an operation that is not one of the SDKs' constants.
    public mutating func expectOperation(_ value: String, at key: String = "operation", in constants: [String]) {
        guard has(key), !constants.contains(value) else { return }
        if let constant = constants.first(where: { LetterCase.equal($0, value) }) {
            return report(.unofficialOperation, at: key, "\(value) should perhaps be \(constant)")
        }
        report(.unofficialOperation, at: key, "\(value) is none of the SDKs' constants; apps may define their own")
    }

    /// Reports a number outside its documented limits.
    public mutating func limit(_ value: Int64?, at key: String, to range: ClosedRange<Int64>, unit: String = "") {
        guard let value, hasNumber(key), !range.contains(value) else { return }
        let bound = value < range.lowerBound ? "below \(range.lowerBound)" : "above \(range.upperBound)"
        report(.limit, at: key, "\(key) is \(value), \(bound)\(unit.isEmpty ? "" : " \(unit)")")
    }

    /// Reports coordinates that are not on the globe.
    public mutating func coordinates(latitude: Double, longitude: Double) {
        if !(-90...90).contains(latitude) {
            report(.coordinateRange, at: "latitude", "latitude is \(latitude), outside -90 to 90 degrees")
        }
        if !(-180...180).contains(longitude) {
            report(.coordinateRange, at: "longitude", "longitude is \(longitude), outside -180 to 180 degrees")
        }
    }

    /// Reports text that should be JSON and is not.
    public mutating func jsonText(_ value: String?, at key: String = "data") {
        guard let value, !value.isEmpty, (try? JSONDocument(value)) == nil else { return }
        report(.dataNotJSON, at: key, "\(key) is not JSON, which receivers parse it as")
    }

    /// Reports a URL of the sender's own device.
    public mutating func url(_ value: String, at key: String) {
        guard value.hasPrefix("file://") || value.hasPrefix("content://") || value.hasPrefix("/") else { return }
        report(.localURL, at: key, "\(key) leads to a file of the sender's device", .android)
    }
}
