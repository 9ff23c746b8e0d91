import WireFormat
import WireJSON

extension FieldPass {
    /// Handles a required text.
    @inline(__always)
    public mutating func text(
        _ key: StaticString,
        _ value: inout String,
        or spellings: @autoclosure () -> [KeySpelling] = []
    ) {
        if let text = takeText(key) { value = text } else { otherText(key, &value, spellings) }
    }

    /// Returns the text of the next member and moves on, if the member is the field and its text is not empty.
    @inline(__always)
    private mutating func takeText(_ key: StaticString) -> String? {
        takesInOrder && finder.comesNext(key) ? takeNextText(allowsBlank: false) : nil
    }

    /// Returns the text of the next member and moves on, if its value is a text.
    @inline(never)
    private mutating func takeNextText(allowsBlank: Bool) -> String? {
        guard keepsTexts else { return passNextText(allowsBlank: allowsBlank) ? "" : nil }
        guard let text = finder.takeNextText(allowsBlank: allowsBlank) else { return nil }
        if !allowsBlank { hasText = true }
        return text
    }

    /// Moves past the next member if its value is a text; returns whether it did.
    private mutating func passNextText(allowsBlank: Bool) -> Bool {
        guard finder.passNextText(allowsBlank: allowsBlank) else { return false }
        if !allowsBlank { hasText = true }
        return true
    }

    /// Returns the text of the last remaining member, if it has one of these keys and is not empty.
    ///
    /// No other member can be the field then, so the object need not be searched for each key.
    private mutating func takeLastText(_ key: StaticString, _ spellings: () -> [KeySpelling]) -> String? {
        guard takesInOrder, finder.isLastNext else { return nil }
        for spelling in spellings() where finder.comesNext(spelling.key) {
            let offset = finder.nextValueStart
            let text = takeNextText(allowsBlank: false)
            if isCheck, text != nil { note(spelling, for: key, at: offset) }
            return text
        }
        return nil
    }

    @inline(never)
    private mutating func otherText(_ key: StaticString, _ value: inout String, _ spellings: () -> [KeySpelling]) {
        switch step(key, or: spellings, isRequired: true, skipsBlank: true) {
        case .read(let view, let key): if let text = readText(view, key) { value = text }
        case .write(let key): write(key, JSONValue(value))
        case .skip: break
        }
    }

    /// Handles an optional text.
    ///
    /// - Parameters:
    ///   - key: the documented key.
    ///   - value: the property.
    ///   - spellings: the other keys, tried in this order if the documented key is absent or empty.
    ///   - platform: the only platform that has the key.
    ///   - blankIsNil: whether "" means the same as absence.
    ///   - standIn: the text that the platform writes for an absent value.
    @inline(__always)
    public mutating func text(
        _ key: StaticString,
        _ value: inout String?,
        or spellings: @autoclosure () -> [KeySpelling] = [],
        of platform: ContentPlatform? = nil,
        blankIsNil: Bool = false,
        orWrites standIn: StaticString? = nil
    ) {
        if isDone { return }
        if platform == nil || !isCheck, let text = takeText(key) {
            value = text
        } else {
            otherText(key, &value, spellings, platform, blankIsNil, standIn)
        }
    }

    @inline(never)
    private mutating func otherText(
        _ key: StaticString,
        _ value: inout String?,
        _ spellings: () -> [KeySpelling],
        _ platform: ContentPlatform?,
        _ blankIsNil: Bool,
        _ standIn: StaticString?
    ) {
        if let text = takeLastText(key, spellings) {
            value = text
            return
        }
        switch step(key, or: spellings, isRequired: false, of: platform, skipsBlank: true) {
        case .read(let view, let key):
            guard let text = readText(view, key) else { return }
            value = blankIsNil && text.isEmpty ? nil : text
        case .write(let key):
            let text = value ?? (isWriting(as: platform) ? standIn?.description : nil)
            write(key, text.map { JSONValue($0) })
        case .skip: break
        }
    }

    /// Handles the app's own remark: a text; any other value is read as its JSON text.
    @inline(__always)
    mutating func extra(_ value: inout String?) {
        if isDone { return }
        if takesInOrder, finder.comesNext("extra"), let text = takeNextText(allowsBlank: true) {
            value = text.isEmpty ? nil : text
        } else {
            otherExtra(&value)
        }
    }

    @inline(never)
    private mutating func otherExtra(_ value: inout String?) {
        switch step("extra", or: { [] }, isRequired: false) {
        case .read(let view, let key):
            if let text = view.string {
                value = text.isEmpty ? nil : text
            } else {
                report(.extraNotText, at: key, "extra is \(view.kind.words), a string was expected")
                value = String(decodingUTF8: view.spelling)
            }
        case .write(let key): write(key, value.map { JSONValue($0) })
        case .skip: break
        }
    }

    /// Handles a required integer.
    ///
    /// - Parameters:
    ///   - key: the documented key.
    ///   - value: the property.
    ///   - spellings: the other keys.
    ///   - scale: the number of the property's units in one unit of the wire.
    public mutating func integer(
        _ key: StaticString,
        _ value: inout Int64,
        or spellings: @autoclosure () -> [KeySpelling] = [],
        scale: Int64 = 1
    ) {
        switch step(key, or: spellings, isRequired: true) {
        case .read(let view, let key): if let number = readInteger(view, key, scale) { value = number }
        case .write(let key): write(key, JSONValue(value / scale))
        case .skip: break
        }
    }

    /// Handles an optional integer.
    ///
    /// - Parameters:
    ///   - key: the documented key.
    ///   - value: the property.
    ///   - spellings: the other keys.
    ///   - platform: the only platform that has the key.
    ///   - writer: a platform that writes 0 for an absent value.
    public mutating func integer(
        _ key: StaticString,
        _ value: inout Int64?,
        or spellings: @autoclosure () -> [KeySpelling] = [],
        of platform: ContentPlatform? = nil,
        writtenAlwaysBy writer: ContentPlatform? = nil
    ) {
        switch step(key, or: spellings, isRequired: false, of: platform) {
        case .read(let view, let key): if let number = readInteger(view, key, 1) { value = number }
        case .write(let key): write(key, (value ?? (isWriting(as: writer) ? 0 : nil)).map { JSONValue($0) })
        case .skip: break
        }
    }

    /// Handles a required number with a fraction; infinities cannot be written and become 0.
    public mutating func number(_ key: StaticString, _ value: inout Double) {
        switch step(key, or: { [] }, isRequired: true) {
        case .read(let view, let key):
            if let number = view.double {
                value = number
            } else if let number = view.string.flatMap(Double.init) {
                report(.numberAsText, at: key, "\(key) is a number in a string")
                value = number
            } else {
                reportType(view, at: key, expected: "a number")
            }
        case .write(let key):
            // 1.0 is written as 1, as JavaScript and the SDKs' JSON writers do with whole numbers.
            write(key, Int64(whole: value).map { JSONValue($0) } ?? JSONValue(value) ?? 0)
        case .skip: break
        }
    }

    /// Handles a required truth value; 0 and 1 are read too.
    public mutating func flag(
        _ key: StaticString,
        _ value: inout Bool,
        or spellings: @autoclosure () -> [KeySpelling] = []
    ) {
        switch step(key, or: spellings, isRequired: true) {
        case .read(let view, let key): if let flag = readFlag(view, key) { value = flag }
        case .write(let key): write(key, .bool(value))
        case .skip: break
        }
    }

    /// Handles an optional truth value; 0 and 1 are read too.
    ///
    /// - Parameters:
    ///   - key: the documented key.
    ///   - value: the property.
    ///   - spellings: the other keys.
    ///   - platform: the only platform that has the key.
    ///   - writer: a platform that writes `false` for an absent value.
    ///   - omitter: a platform that never writes the key.
    public mutating func flag(
        _ key: StaticString,
        _ value: inout Bool?,
        or spellings: @autoclosure () -> [KeySpelling] = [],
        of platform: ContentPlatform? = nil,
        writtenAlwaysBy writer: ContentPlatform? = nil,
        neverBy omitter: ContentPlatform? = nil
    ) {
        switch step(key, or: spellings, isRequired: false, of: platform) {
        case .read(let view, let key): if let flag = readFlag(view, key) { value = flag }
        case .write(let key):
            guard !isWriting(as: omitter) else { return }
            write(key, (value ?? (isWriting(as: writer) ? false : nil)).map { .bool($0) })
        case .skip: break
        }
    }

    mutating func readText(_ view: JSONView, _ key: StaticString) -> String? {
        if let text = view.string { return text }
        reportType(view, at: key, expected: "a string")
        switch view.kind {
        case .number, .bool: return String(decodingUTF8: view.spelling)
        default: return nil
        }
    }

    private mutating func readInteger(_ view: JSONView, _ key: StaticString, _ scale: Int64) -> Int64? {
        var number = view.int64
        if number == nil {
            if let text = view.string, let value = Int64(text) {
                report(.numberAsText, at: key, "\(key) is a number in a string")
                number = value
            } else if let double = view.double {
                number = Int64(whole: double)
                if number == nil {
                    reportType(view, at: key, expected: "a whole number")
                    number = Int64(nearest: double)
                }
            } else if let flag = view.bool {
                reportType(view, at: key, expected: "a number")
                number = flag ? 1 : 0
            } else {
                reportType(view, at: key, expected: "a whole number")
            }
        }
        guard let number else { return nil }
        let (scaled, overflow) = number.multipliedReportingOverflow(by: scale)
        return overflow ? nil : scaled
    }

    private mutating func readFlag(_ view: JSONView, _ key: StaticString) -> Bool? {
        if let flag = view.bool { return flag }
        if let number = view.int64 {
            report(.boolAsNumber, at: key, "\(key) is \(number), a truth value was expected")
            return number != 0
        }
        switch view.string {
        case "true", "1":
            reportType(view, at: key, expected: "a truth value")
            return true
        case "false", "0":
            reportType(view, at: key, expected: "a truth value")
            return false
        default:
            reportType(view, at: key, expected: "a truth value")
            return nil
        }
    }
}

extension Int64 {
    /// Converts a whole number; `nil` if it has a fraction or is out of range.
    ///
    /// `Int64(exactly:)` calls a rounding function of a library that a program without platform imports does not link.
    fileprivate init?(whole value: Double) {
        guard value >= -0x1p63, value < 0x1p63, Double(Int64(value)) == value else { return nil }
        self = Int64(value)
    }

    /// Drops the fraction; clamps to the range.
    fileprivate init(nearest value: Double) {
        self = value >= 0x1p63 ? .max : value >= -0x1p63 ? Int64(value) : .min
    }
}
