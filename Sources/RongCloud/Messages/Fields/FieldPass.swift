import WireFormat
public import WireJSON

/// One walk over the fields of a message content or a part of one: to read, to write, or to judge it.
///
/// It is handed to ``MessagePart/fields(_:)``. Reading is tolerant: keys in other spellings are found, numbers may be
/// strings, `null` counts as absent, and a value that makes no sense leaves the property as it is. Judging says all of
/// that. Writing gives the documented form, or a platform's.
public struct FieldPass: ~Escapable {
    /// Finds in what is read or judged; when writing, in what the content was read from, whose keys are kept.
    @usableFromInline var finder: JSONMemberFinder
    /// What is written; `nil` when reading or judging.
    @usableFromInline let written: WrittenFields?
    /// Whether there is an object to find in.
    @usableFromInline let hasObject: Bool
    /// Whether fields are taken in the order of the text: when reading or judging, and no key is known to repeat.
    @usableFromInline let takesInOrder: Bool
    /// Whether the object is judged while it is read.
    @usableFromInline let isCheck: Bool
    /// Whether texts are kept that are read; a pass that only judges may leave the properties empty.
    @usableFromInline let keepsTexts: Bool
    /// Whether a text was read that is not empty, so that the object surely says something.
    @usableFromInline var hasText = false
    /// Judged: what was found, with paths that begin in this object.
    @usableFromInline var findings: [ContentDiagnostic] = []
    /// Judged: whether the content is an array.
    @usableFromInline var isList = false

    /// Reads an object, and judges it if asked.
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

    /// Writes over what was read.
    @_lifetime(copy object)
    init(writing written: WrittenFields, over object: JSONView) {
        finder = JSONMemberFinder(object)
        self.written = written
        hasObject = true
        takesInOrder = false
        isCheck = false
        keepsTexts = true
    }

    /// Writes anew.
    @_lifetime(immortal)
    init(writing written: WrittenFields) {
        finder = JSONMemberFinder()
        self.written = written
        hasObject = false
        takesInOrder = false
        isCheck = false
        keepsTexts = true
    }

    /// What is read or judged; when writing, what the content was read from.
    var object: JSONView? {
        @_lifetime(copy self)
        get { hasObject ? finder.object : nil }
    }

    /// Whether every member was found, so that fields which may be absent are.
    var isDone: Bool { takesInOrder && finder.unread == 0 }

    /// What the pass has to do with a field.
    enum Step: ~Escapable {
        /// Take this value, found under this key.
        case read(JSONView, StaticString)
        /// Leave the property: nothing was found.
        case skip
        /// Write the property under this key.
        case write(String)
    }

    /// Finds the field; judges what can be said of any field.
    ///
    /// - Parameter skipsBlank: whether "" under the documented key gives way to another spelling's text.
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

    /// Finds a field that is not there under its documented key.
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

    /// Finds a field that says nothing under its documented key.
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

    /// The key to write the field under: the one it was read from, or the platform's, or the documented one.
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

    /// The step of a pass that judges.
    ///
    /// Most fields are there under their documented key, or not there at all.
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

    /// The step of a pass that judges, for a field that is not there as it should be.
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

    /// The key under which the object has the field, as it is spelt there; `nil` if it has none.
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

    /// The key as the object spells it, whatever its letter case.
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

    /// Notes a key in other letter case.
    @_lifetime(self: copy self)
    private mutating func reportCase(_ key: StaticString, for documented: StaticString) {
        let found = spelt(key) ?? key.description
        report(.keyCase, at: key, "\(found) should be \(documented); no SDK reads it")
    }

    /// Notes a finding about a member of the object.
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

    /// Notes that a platform's key stands for the documented one.
    @_lifetime(self: copy self)
    mutating func note(_ spelling: KeySpelling, for documented: StaticString, at offset: Int) {
        findings.append(ContentDiagnostic(spelling, for: documented, offset: offset))
    }

    /// Notes that a value is of a type that was not expected.
    @_lifetime(self: copy self)
    mutating func reportType(_ value: JSONView, at key: StaticString, expected: StaticString) {
        report(.wrongType, at: key, "\(key) is \(value.kind.words), \(expected) was expected")
    }

    /// Whether it must be done over, since a key occurs twice and the last one counts.
    @inlinable
    @inline(__always)
    var mustReadAgain: Bool { takesInOrder && finder.unread > 0 && hasRepeatedKeys }

    /// Whether a key of the object may occur twice.
    @usableFromInline
    var hasRepeatedKeys: Bool {
        guard let object else { return false }
        // The comparison takes the square of the number of members; reading twice does not.
        return object.count > 64 || object.hasRepeatedKeys
    }

    /// Adds a member when writing.
    func write(_ key: String, _ value: JSONValue?) {
        guard let written, let value else { return }
        written.members.append(JSONMember(JSONString(key), value))
    }

    /// Whether a platform's key stands instead of the documented one: in what is read, or in what is to be written.
    func uses(_ key: StaticString, insteadOf documented: StaticString, on platform: ContentPlatform) -> Bool {
        guard let object else { return isWriting(as: platform) }
        return object.member(documented) == nil && object.member(key) != nil
    }

    /// Whether writing is in a platform's spelling.
    func isWriting(as platform: ContentPlatform?) -> Bool {
        guard let platform, let written else { return false }
        return written.spelling.platform == platform
    }
}
