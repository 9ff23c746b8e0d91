public import WireJSON

/// A pass over the fields of a message content or a part of one, for reading, checking or writing.
///
/// ``MessagePart/fields(_:)`` receives the pass. Reading is tolerant: it finds keys in other spellings, accepts numbers
/// as strings, takes `null` as absent, and leaves a property unchanged if its value makes no sense. Checking reports
/// all of these. Writing produces the documented form or a platform's.
public struct FieldPass: ~Escapable {
    /// Finds members of the object that is read or checked; when writing, of the source, whose keys are kept.
    @usableFromInline var finder: JSONMemberFinder
    /// The output; `nil` when reading or checking.
    @usableFromInline let written: WrittenFields?
    /// Whether there is an object to search.
    @usableFromInline let hasObject: Bool
    /// Whether fields are taken in the order of the text: when reading or checking, unless a key is known to repeat.
    @usableFromInline let takesInOrder: Bool
    /// Whether the object is checked while it is read.
    @usableFromInline let isCheck: Bool
    /// Whether texts are stored in the properties; a pass that only checks may leave the properties empty.
    @usableFromInline let keepsTexts: Bool
    /// Whether a nonempty text was read, so that the object is certainly not empty.
    @usableFromInline var hasText = false
    /// The findings of a check, with paths that begin in this object.
    @usableFromInline var findings: [ContentDiagnostic] = []
    /// Whether the content is an array.
    @usableFromInline var isList = false

    /// Makes a pass that reads an object and, with `isCheck`, checks it.
    @inlinable
    @inline(__always)
    @_lifetime(copy object)
    init(reading object: JSONView, isCheck: Bool = false, isRepeated: Bool = false, keepsTexts: Bool = true) {
        finder = JSONMemberFinder(object)
        written = nil
        hasObject = true
        takesInOrder = !isRepeated
        self.isCheck = isCheck
        self.keepsTexts = keepsTexts
    }

    /// Makes a pass that writes with the keys of the source `object`.
    @_lifetime(copy object)
    init(writing written: WrittenFields, over object: JSONView) {
        finder = JSONMemberFinder(object)
        self.written = written
        hasObject = true
        takesInOrder = false
        isCheck = false
        keepsTexts = true
    }

    /// Makes a pass that writes a new object.
    @_lifetime(immortal)
    init(writing written: WrittenFields) {
        finder = JSONMemberFinder()
        self.written = written
        hasObject = false
        takesInOrder = false
        isCheck = false
        keepsTexts = true
    }

    /// The object that is read or checked; when writing, the source.
    var object: JSONView? {
        @_lifetime(copy self)
        get { hasObject ? finder.object : nil }
    }

    /// Whether all members were found, so that all remaining optional fields are absent.
    var isDone: Bool { takesInOrder && finder.unread == 0 }

    /// The action of the pass for a field.
    enum Step: ~Escapable {
        /// Read this value, found under this key.
        case read(JSONView, StaticString)
        /// Leave the property unchanged: nothing was found.
        case skip
        /// Write the property under this key.
        case write(String)
    }

    /// Finds a field, and makes the checks that apply to any field.
    ///
    /// - Parameter skipsBlank: whether a text under another spelling replaces "" under the documented key.
    @inline(__always)
    @_lifetime(copy self)
    @_lifetime(self: copy self)
    mutating func step(
        _ key: StaticString,
        or spellings: () -> [KeySpelling],
        isRequired: Bool,
        of platform: ContentPlatform? = nil,
        skipsBlank: Bool = false
    ) -> Step {
        if let written { return .write(keyToWrite(written, key, spellings(), skipsBlank)) }
        if isDone, !(isCheck && isRequired) { return .skip }
        if isCheck { return judged(key, spellings, isRequired, platform, skipsBlank) }
        guard let value = takesInOrder ? finder.find(key) : finder.object.member(key) else {
            return spelt(key, spellings())
        }
        if value.isNull || skipsBlank && value.range.count == 2 { return blank(value, key, spellings()) }
        return .read(value, key)
    }

    /// Finds a field that is missing under its documented key.
    @_lifetime(copy self)
    @_lifetime(self: copy self)
    private mutating func spelt(_ key: StaticString, _ spellings: [KeySpelling]) -> Step {
        guard let object else { return .skip }
        for spelling in spellings {
            guard let value = object.member(spelling.key), !value.isNull, !value.equals("") else { continue }
            if takesInOrder { finder.skip(value) }
            return .read(value, spelling.key)
        }
        for spelling in spellings {
            guard let value = object.member(spelling.key), value.equals("") else { continue }
            if takesInOrder { finder.skip(value) }
            return .read(value, spelling.key)
        }
        return .skip
    }

    /// Finds a field that is empty under its documented key.
    @_lifetime(copy self, copy value)
    private func blank(_ value: JSONView, _ key: StaticString, _ spellings: [KeySpelling]) -> Step {
        if let object {
            for spelling in spellings {
                guard let value = object.member(spelling.key), !value.isNull, !value.equals("") else { continue }
                return .read(value, spelling.key)
            }
        }
        return value.isNull ? .skip : .read(value, key)
    }

    /// Returns the key to write the field under: the source's, otherwise the platform's, otherwise the documented one.
    private func keyToWrite(
        _ written: WrittenFields,
        _ key: StaticString,
        _ spellings: [KeySpelling],
        _ skipsBlank: Bool
    ) -> String {
        written.keys.append(key.description)
        written.keys += spellings.map(\.text)
        if let found = foundKey(key, spellings, skipsBlank) { return found }
        let own = written.spelling.platform.flatMap { platform in
            spellings.first { $0.isWritten && $0.platform == platform }
        }
        return own?.text ?? key.description
    }

    /// Returns the step of a checking pass.
    ///
    /// Most fields are present under their documented key, or absent.
    @inline(__always)
    @_lifetime(copy self)
    @_lifetime(self: copy self)
    private mutating func judged(
        _ key: StaticString,
        _ spellings: () -> [KeySpelling],
        _ isRequired: Bool,
        _ platform: ContentPlatform?,
        _ skipsBlank: Bool
    ) -> Step {
        let value = takesInOrder ? finder.find(exactly: key) : finder.object.member(exactly: key)
        if let value, !value.isNull, !(skipsBlank && value.range.count == 2) {
            if let platform {
                report(.platformKey, at: key, "\(key) is a key of \(platform.words)", platform)
            }
            return .read(value, key)
        }
        return judgedOtherwise(key, spellings(), isRequired, platform, skipsBlank)
    }

    /// Returns the step of a checking pass for a field that is not in its documented form.
    @_lifetime(copy self)
    @_lifetime(self: copy self)
    private mutating func judgedOtherwise(
        _ key: StaticString,
        _ spellings: [KeySpelling],
        _ isRequired: Bool,
        _ platform: ContentPlatform?,
        _ skipsBlank: Bool
    ) -> Step {
        guard let object else { return .skip }
        let documented = object.member(key)
        var isBlank = true
        if let documented { isBlank = documented.isNull || skipsBlank && documented.equals("") }
        if isBlank {
            for spelling in spellings {
                guard let value = object.member(spelling.key), !value.isNull, !value.equals("") else { continue }
                if object.member(exactly: spelling.key) != nil {
                    note(spelling, for: key, at: value.range.lowerBound)
                } else {
                    reportCase(spelling.key, for: key)
                }
                if takesInOrder { finder.skip(value) }
                return .read(value, spelling.key)
            }
        }
        guard let documented else {
            if isRequired { report(.missingField, at: key, "\(key) is missing") }
            return .skip
        }
        if object.member(exactly: key) == nil {
            reportCase(key, for: key)
        } else if let platform {
            report(.platformKey, at: key, "\(key) is a key of \(platform.words)", platform)
        }
        guard documented.isNull else { return .read(documented, key) }
        report(.nullValue, at: key, "\(key) is null")
        if isRequired { report(.missingField, at: key, "\(key) has no value") }
        return .skip
    }

    /// Returns the key under which the object has the field, in the object's spelling; `nil` if it has none.
    private func foundKey(_ key: StaticString, _ spellings: [KeySpelling], _ skipsBlank: Bool) -> String? {
        guard let object else { return nil }
        var isThere = false
        var isBlank = true
        if let value = object.member(key) {
            isThere = true
            isBlank = value.isNull || skipsBlank && value.equals("")
        }
        if isBlank {
            for spelling in spellings {
                guard let value = object.member(spelling.key), !value.isNull, !value.equals("") else { continue }
                return spelt(spelling.key)
            }
        }
        return isThere ? spelt(key) : nil
    }

    /// Returns the key in the object's spelling, ignoring letter case.
    private func spelt(_ key: StaticString) -> String? {
        guard let object else { return nil }
        let key = key.description
        if object[key] != nil { return key }
        var found: String?
        var members = object.members
        while let member = members.next() {
            if let text = member.key.string, LetterCase.equal(text, key) { found = text }
        }
        return found
    }

    /// Reports a key in other letter case.
    @_lifetime(self: copy self)
    private mutating func reportCase(_ key: StaticString, for documented: StaticString) {
        let found = spelt(key) ?? key.description
        report(.keyCase, at: key, "\(found) should be \(documented); no SDK reads it")
    }

    /// Reports a finding about a member of the object.
    @_lifetime(self: copy self)
    mutating func report(
        _ rule: ContentRule,
        at key: StaticString,
        _ text: @autoclosure () -> String,
        _ platform: ContentPlatform? = nil
    ) {
        guard isCheck else { return }
        let offset = object?.member(key)?.range.lowerBound ?? object?.range.lowerBound ?? 0
        let path = spelt(key) ?? key.description
        findings.append(ContentDiagnostic(rule, path: path, offset: offset, text: text(), platform: platform))
    }

    /// Reports that a platform's key stands in for the documented one.
    @_lifetime(self: copy self)
    mutating func note(_ spelling: KeySpelling, for documented: StaticString, at offset: Int) {
        findings.append(ContentDiagnostic(spelling, for: documented, offset: offset))
    }

    /// Reports a value of an unexpected type.
    @_lifetime(self: copy self)
    mutating func reportType(_ value: JSONView, at key: StaticString, expected: StaticString) {
        report(.wrongType, at: key, "\(key) is \(value.kind.words), \(expected) was expected")
    }

    /// Whether the pass must be repeated, because a key occurs twice and the last value counts.
    @inlinable
    @inline(__always)
    var mustReadAgain: Bool { takesInOrder && finder.unread > 0 && hasRepeatedKeys }

    /// Whether a key of the object may occur twice.
    @usableFromInline
    var hasRepeatedKeys: Bool {
        guard let object else { return false }
        // The comparison takes quadratic time in the number of members; a second read does not.
        return object.count > 64 || object.hasRepeatedKeys
    }

    /// Adds a member when writing.
    func write(_ key: String, _ value: JSONValue?) {
        guard let written, let value else { return }
        written.members.append(JSONMember(JSONString(key), value))
    }

    /// Returns whether a platform's key stands in for the documented one, in the object or in the output.
    func uses(_ key: StaticString, insteadOf documented: StaticString, on platform: ContentPlatform) -> Bool {
        guard let object else { return isWriting(as: platform) }
        return object.member(documented) == nil && object.member(key) != nil
    }

    /// Returns whether the output is in a platform's spelling.
    func isWriting(as platform: ContentPlatform?) -> Bool {
        guard let platform, let written else { return false }
        return written.spelling.platform == platform
    }
}
