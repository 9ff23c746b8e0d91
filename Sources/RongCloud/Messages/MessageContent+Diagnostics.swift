import WireFormat
public import WireJSON

extension MessageContent {
    /// Checks a content in its parsed form.
    ///
    /// - Parameters:
    ///   - view: the content.
    ///   - objectName: the name on the wire, if the name is to be checked too.
    ///   - flags: the flags on the wire, if they are known and to be checked too.
    public static func diagnose(
        _ view: JSONView,
        objectName: String? = nil,
        flags: MessageFlags? = nil
    ) -> [ContentDiagnostic] {
        var findings: [ContentDiagnostic] = []
        if let objectName { findings += nameFindings(objectName) }
        if let flags { findings += flagFindings(flags) }
        if view.range.count > ContentRule.mostBytes {
            let text = "the content has \(view.range.count) bytes, more than 128 KiB"
            findings.append(ContentDiagnostic(.tooLarge, offset: view.range.lowerBound, text: text))
        }
        if let inner = MessageSource.unwrapped(view) {
            let text = "the content is a JSON string that holds the content as text"
            findings.append(ContentDiagnostic(.doubleEncoded, offset: view.range.lowerBound, text: text))
            // The string may have escapes, so offsets inside it cannot be mapped: they point at the string.
            findings += Self.judge(inner.root, []).map { finding in
                var finding = finding
                finding.offset = view.range.lowerBound
                return finding
            }
            return findings
        }
        return judge(view, findings)
    }

    /// Checks a content in its bytes; a body that is empty or not JSON is a finding too.
    public static func diagnose(
        _ bytes: [UInt8],
        objectName: String? = nil,
        flags: MessageFlags? = nil
    ) -> [ContentDiagnostic] {
        let others = nameFindings(objectName) + flagFindings(flags)
        guard !bytes.isEmpty else {
            return others + [ContentDiagnostic(.empty, text: "the content has no bytes")]
        }
        var tape = JSONTape()
        do throws(WireError) {
            return diagnose(try tape.parse(bytes), objectName: objectName, flags: flags)
        } catch {
            return others + [
                ContentDiagnostic(.notJSON, offset: error.offset, text: "the content is not JSON: \(error)")
            ]
        }
    }

    /// Checks the content in its encoded form.
    public func validate() -> [ContentDiagnostic] {
        Self.diagnose(encoded())
    }

    /// Checks the fields and their values; keeps the earlier findings.
    private static func judge(_ view: JSONView, _ findings: consuming [ContentDiagnostic]) -> [ContentDiagnostic] {
        var content = Self()
        var pass = FieldPass(reading: view, isCheck: true, keepsTexts: checksValues)
        content.allFields(&pass)
        var duplicates: [ContentDiagnostic] = []
        if pass.mustReadAgain {
            duplicates = Self.duplicates(view)
            pass = FieldPass(reading: view, isCheck: true, isRepeated: true, keepsTexts: checksValues)
            content = Self()
            content.allFields(&pass)
        }
        guard view.kind == (pass.isList ? .array : .object) else {
            let text = "the content is \(view.kind.words), not \(pass.isList ? "a list" : "an object")"
            findings.append(ContentDiagnostic(.wrongShape, offset: view.range.lowerBound, text: text))
            return findings
        }
        // Swapped if there are no others: a list with two owners would be copied when one owner changes it.
        if findings.isEmpty { swap(&findings, &pass.findings) } else { findings += pass.findings }
        if !duplicates.isEmpty { findings += duplicates }
        var check = ContentCheck(view, findings)
        content.check(&check)
        return check.findings
    }

    /// The largest number of repeated keys that are reported; a content may have a member per seven bytes.
    private static var mostDuplicates: Int { 1000 }

    private static func duplicates(_ view: JSONView) -> [ContentDiagnostic] {
        var repeated: [String] = []
        // How often each key occurs, and the offset of its last value.
        var keys: [String: (count: Int, offset: Int)] = [:]
        var members = view.members
        while let member = members.next() {
            guard let key = member.key.string else { continue }
            let count = (keys[key]?.count ?? 0) + 1
            keys[key] = (count, member.value.range.lowerBound)
            if count == 2, repeated.count < mostDuplicates { repeated.append(key) }
        }
        return repeated.map { key in
            let (count, offset) = keys[key] ?? (2, 0)
            let times = count == 2 ? "twice" : "\(count) times"
            let text = "\(key) occurs \(times); parsers take the last"
            return ContentDiagnostic(.duplicateKey, path: key, offset: offset, text: text)
        }
    }

    private static func nameFindings(_ name: String?) -> [ContentDiagnostic] {
        guard let name, name != objectName else { return [] }
        if let spelling = objectNameSpellings.first(where: { $0.text == name }) {
            let text = "\(name) for \(objectName) looks like \(spelling.platform.words)"
            return [ContentDiagnostic(.platformObjectName, text: text, platform: spelling.platform)]
        }
        guard LetterCase.equal(name, objectName) else { return [] }
        return [ContentDiagnostic(.objectNameCase, text: "\(name) should be \(objectName); no SDK knows it")]
    }

    private static func flagFindings(_ flags: MessageFlags?) -> [ContentDiagnostic] {
        guard let flags, flags != Self.flags else { return [] }
        let text = "sent with flags \(flags.rawValue), \(objectName) has \(Self.flags.rawValue)"
        let platforms = platformFlags.filter { $0.value == flags }.map(\.key).sorted { $0.rawValue < $1.rawValue }
        guard let platform = platforms.first else { return [ContentDiagnostic(.flags, text: text)] }
        var finding = ContentDiagnostic(.flags, text: text + "; so does \(platform.words)", platform: platform)
        finding.severity = .note
        return [finding]
    }
}
