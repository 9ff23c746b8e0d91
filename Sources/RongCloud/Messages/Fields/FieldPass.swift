import WireFormat
import WireJSON

/// One walk over the fields of a message content or a part of one: to read, to write, or to judge it.
///
/// It is handed to ``MessagePart/fields(_:)``. Reading is tolerant: keys in other spellings are found, numbers may be
/// strings, `null` counts as absent, and a value that makes no sense leaves the property as it is. Judging says all of
/// that. Writing gives the documented form, or a platform's.
public struct FieldPass: ~Escapable {
    /// What is read or judged; when writing, what the content was read from, whose keys are kept.
    let object: JSONView?
    /// `nil` when reading.
    let log: FieldLog?
    /// When reading, and as long as no key is known to repeat.
    var finder: Optional<JSONMemberFinder>

    @_lifetime(copy object)
    init(_ object: JSONView, _ log: FieldLog?) {
        self.object = object
        self.log = log
        finder = nil
    }

    /// Reads an object.
    @_lifetime(copy object)
    init(reading object: JSONView, isRepeated: Bool = false) {
        self.object = object
        log = nil
        finder = isRepeated ? nil : JSONMemberFinder(object)
    }

    @_lifetime(immortal)
    init(writing log: FieldLog) {
        object = nil
        self.log = log
        finder = nil
    }

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
    mutating func step(
        _ key: StaticString,
        or spellings: () -> [KeySpelling],
        isRequired: Bool,
        of platform: ContentPlatform? = nil,
        skipsBlank: Bool = false
    ) -> Step {
        if log != nil { return logged(key, spellings(), isRequired, platform, skipsBlank) }
        guard let value = finder == nil ? object?.member(key) : finder?.find(key) else {
            return finder?.unread == 0 ? .skip : spelt(key, spellings())
        }
        if value.isNull || skipsBlank && value.range.count == 2 { return blank(value, key, spellings()) }
        return .read(value, key)
    }

    /// Finds a field that is not there under its documented key.
    @_lifetime(copy self)
    private mutating func spelt(_ key: StaticString, _ spellings: [KeySpelling]) -> Step {
        guard let object else { return .skip }
        for spelling in spellings {
            guard let value = object.member(spelling.key), !value.isNull, !value.equals("") else { continue }
            return .read(value, spelling.key)
        }
        return .skip
    }

    /// Finds a field that says nothing under its documented key.
    @_lifetime(copy self, copy value)
    private mutating func blank(_ value: JSONView, _ key: StaticString, _ spellings: [KeySpelling]) -> Step {
        if let object {
            for spelling in spellings {
                guard let value = object.member(spelling.key), !value.isNull, !value.equals("") else { continue }
                return .read(value, spelling.key)
            }
        }
        return value.isNull ? .skip : .read(value, key)
    }

    /// The step of a pass that writes or judges.
    @_lifetime(copy self)
    private mutating func logged(
        _ key: StaticString,
        _ spellings: [KeySpelling],
        _ isRequired: Bool,
        _ platform: ContentPlatform?,
        _ skipsBlank: Bool
    ) -> Step {
        guard let log else { return .skip }
        if log.isCheck {
            // Most fields are there under their documented key.
            if let value = object?.member(exactly: key), !value.isNull, !(skipsBlank && value.range.count == 2) {
                if let platform {
                    report(.platformKey, at: key, "\(key) is a key of \(platform.words)", platform)
                }
                return .read(value, key)
            }
        } else {
            log.keys.append(key.description)
            log.keys += spellings.map(\.text)
        }
        let found = foundKey(key, spellings, skipsBlank)
        switch log.purpose {
        case .write(let spelling):
            if let found { return .write(found) }
            let own = spelling.platform.flatMap { platform in
                spellings.first { $0.isWritten && $0.platform == platform }
            }
            return .write(own?.text ?? key.description)
        case .check:
            guard let object else { return .skip }
            guard let found, let value = object[found] else {
                if isRequired { report(.missingField, at: key, "\(key) is missing") }
                return .skip
            }
            let spelling = spellings.first { $0.text == found }
            if let spelling {
                let text = "\(found) for \(key) looks like \(spelling.platform.words)"
                report(.platformKey, at: spelling.key, text, spelling.platform)
            } else if found != key.description {
                report(.keyCase, at: key, "\(found) should be \(key); no SDK reads it")
            } else if let platform {
                report(.platformKey, at: key, "\(key) is a key of \(platform.words)", platform)
            }
            if value.isNull {
                report(.nullValue, at: key, "\(key) is null")
                if isRequired { report(.missingField, at: key, "\(key) has no value") }
                return .skip
            }
            return .read(value, spelling?.key ?? key)
        }
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
                return spelt(spelling.text)
            }
        }
        return isThere ? spelt(key.description) : nil
    }

    /// The key as the object spells it, whatever its letter case.
    private func spelt(_ key: String) -> String? {
        guard let object else { return nil }
        if object[key] != nil { return key }
        var found: String?
        var members = object.members
        while let member = members.next() {
            if let text = member.key.string, LetterCase.equal(text, key) { found = text }
        }
        return found
    }

    /// Notes a finding about a member of the object.
    func report(
        _ rule: ContentRule,
        at key: StaticString,
        _ text: @autoclosure () -> String,
        _ platform: ContentPlatform? = nil
    ) {
        guard let log, log.isCheck else { return }
        let offset = object?.member(key)?.range.lowerBound ?? object?.range.lowerBound ?? 0
        log.findings.append(
            ContentDiagnostic(
                rule,
                path: log.path + (spelt(key.description) ?? key.description),
                offset: offset,
                text: text(),
                platform: platform
            )
        )
    }

    /// Notes that a value is of a type that was not expected.
    func reportType(_ value: JSONView, at key: StaticString, expected: StaticString) {
        guard let log, log.isCheck else { return }
        report(.wrongType, at: key, "\(key) is \(value.kind.words), \(expected) was expected")
    }

    /// Whether reading must be done over, since a key occurs twice and the last one counts.
    var mustReadAgain: Bool {
        guard let finder, finder.unread > 0, let object else { return false }
        // The comparison takes the square of the number of members; reading twice does not.
        return object.count > 64 || object.hasRepeatedKeys
    }

    /// Adds a member when writing.
    func write(_ key: String, _ value: JSONValue?) {
        guard let log, let value else { return }
        log.members.append(JSONMember(JSONString(key), value))
    }

    /// Whether a platform's key stands instead of the documented one: in what is read, or in what is to be written.
    func uses(_ key: StaticString, insteadOf documented: StaticString, on platform: ContentPlatform) -> Bool {
        guard let object else { return isWriting(as: platform) }
        return object.member(documented) == nil && object.member(key) != nil
    }

    /// Whether writing is in a platform's spelling.
    func isWriting(as platform: ContentPlatform?) -> Bool {
        guard let platform, let log, case .write(let spelling) = log.purpose else { return false }
        return spelling.platform == platform
    }
}
