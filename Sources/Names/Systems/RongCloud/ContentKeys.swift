/// Finds the keys that the class of a content writes and reads.
///
/// The sources of keys are: `put("key", …)` and `optString("key")` of Java and Kotlin, and dictionaries with literal
/// keys in Swift, Objective-C and Dart.
struct ContentKeys {
    /// The keys of each class, with the kind of their values if the code shows it.
    private var classes: [String: [String: ContentKeyKind]] = [:]
    /// The variables whose keys a class reads and writes, and the variables that are values of keys.
    private var receivers: [String: Set<String>] = [:]
    private var values: [String: Set<String>] = [:]
    /// The classes that access an object inside another one directly.
    private var nested: Set<String> = []

    /// The keys that every content may have; the SDKs' own classes write them.
    private static let envelope: Set<String> = [
        "user", "mentionedInfo", "extra", "isBurnAfterRead", "burnDuration", "auditInfo",
    ]
    /// The maximum number of keys of a class.
    private static let limit = 256

    private mutating func add(_ key: String, _ kind: ContentKeyKind, _ owner: String) {
        guard !key.isEmpty, key.utf8.count <= 64, !Self.envelope.contains(key) else { return }
        let known = classes[owner]?[key]
        guard known != nil || classes[owner, default: [:]].count < Self.limit else { return }
        classes[owner, default: [:]][key] = known.map { Self.joined($0, kind) } ?? kind
    }

    /// Returns the kind that two places agree on; `unknown` if they contradict each other.
    private static func joined(_ one: ContentKeyKind, _ other: ContentKeyKind) -> ContentKeyKind {
        if one == .unknown || other == .unknown { return one == .unknown ? other : one }
        return one == other ? one : .unknown
    }

    /// Returns the keys of a class; empty if some are in nested objects, which each platform builds differently.
    func keys(of owner: String) -> [String: ContentKeyKind] {
        let isNested =
            nested.contains(owner) || !receivers[owner, default: []].isDisjoint(with: values[owner, default: []])
        return isNested ? [:] : classes[owner] ?? [:]
    }

    /// Records the variables that have a key or are its value; a variable that is both holds a nested object.
    private mutating func noteObjects(_ index: Int, _ tokens: [SourceToken], _ owner: String) {
        func word(_ place: Int) -> String? {
            tokens.indices.contains(place) && tokens[place].kind == .word ? tokens[place].text : nil
        }
        func isSign(_ place: Int, _ sign: String) -> Bool {
            tokens.indices.contains(place) && tokens[place].isSign(sign)
        }
        func note(_ word: String?, _ names: inout [String: Set<String>]) {
            if let word { names[owner, default: []].insert(word) }
        }
        if isSign(index - 1, "[") {
            // `m["k"]["l"]`, `v = m["k"]`, `m["k"] = v`
            if isSign(index - 2, "]") { nested.insert(owner) }
            note(word(index - 2), &receivers)
            if isSign(index - 3, "=") { note(word(index - 4), &values) }
            if isSign(index + 1, "]"), isSign(index + 2, "="), !isSign(index + 3, "=") {
                note(word(index + 3), &values)
            }
        } else if isSign(index - 1, "("), isSign(index - 3, ".") {
            // `m.put("k", v)`, `v = m.optJSONObject("k")`
            note(word(index - 4), &receivers)
            if isSign(index - 5, "=") { note(word(index - 6), &values) }
            if isSign(index + 1, ","), isSign(index + 3, ")") { note(word(index + 2), &values) }
        } else if isSign(index - 1, ":"), let method = word(index - 2) {
            // `[m setObject:v forKey:@"k"]`, `v = [m objectForKey:@"k"]`
            if method == "forKey", isSign(index - 4, ":") { note(word(index - 3), &values) }
            for place in stride(from: index - 1, to: max(0, index - 24), by: -1) where !isSign(place, ";") {
                guard isSign(place, "["), word(place + 2) == "setObject" || word(place + 2) == method else { continue }
                note(word(place + 1), &receivers)
                if isSign(place - 1, "=") { note(word(place - 2), &values) }
                break
            }
        }
    }

    /// Reads the next token.
    mutating func step(_ index: Int, _ tokens: [SourceToken], _ owner: String?, _ language: SourceLanguage) {
        guard let owner, index > 1 else { return }
        if tokens[index].kind == .string { noteObjects(index, tokens, owner) }
        let token = tokens[index]
        func at(_ place: Int) -> SourceToken? { tokens.indices.contains(place) ? tokens[place] : nil }
        switch language {
        case .java, .kotlin:
            guard token.kind == .string, tokens[index - 1].isSign("("), tokens[index - 2].kind == .word else { return }
            let method = tokens[index - 2].text
            if method == "put" || method == "putOpt" {
                guard at(index + 1)?.isSign(",") == true, let value = at(index + 2) else { return }
                let isWhole = at(index + 3)?.isSign(")") == true
                add(token.text, isWhole ? Self.kind(of: value) : .unknown, owner)
            } else if let kind = Self.kind(ofAccessor: method) {
                add(token.text, kind, owner)
            }
        case .objectiveC:
            guard token.kind == .string else { return }
            if tokens[index - 1].isSign(":"),
                ["forKey", "objectForKey", "valueForKey"].contains(tokens[index - 2].text)
            {
                guard !Self.isArchiving(index, tokens) else { return }
                add(token.text, .unknown, owner)
            } else if tokens[index - 1].isSign("["), at(index + 1)?.isSign("]") == true,
                tokens[index - 2].kind == .word || tokens[index - 2].isSign(")")
            {
                add(token.text, at(index + 2).flatMap { Self.kind(ofAccessor: $0.text) } ?? .unknown, owner)
            } else if at(index + 1)?.isSign(":") == true, tokens[index - 1].isSign("{") || tokens[index - 1].isSign(",")
            {
                add(token.text, .unknown, owner)
            }
        case .swift, .dart:
            guard token.kind == .string else { return }
            if tokens[index - 1].isSign("["), at(index + 1)?.isSign("]") == true, tokens[index - 2].kind == .word {
                var next = index + 2
                while at(next)?.isSign("?") == true || at(next)?.isSign("!") == true { next += 1 }
                var kind = ContentKeyKind.unknown
                if at(next)?.isWord("as") == true {
                    next += 1
                    while at(next)?.isSign("?") == true || at(next)?.isSign("!") == true { next += 1 }
                    kind = at(next).map { Self.kind(ofType: $0) } ?? .unknown
                } else if at(next)?.isSign("=") == true, at(next + 1)?.isSign("=") != true, let value = at(next + 1),
                    at(next + 2).map({ $0.isSign(";") || $0.isSign("}") }) ?? true
                        || language == .swift && value.kind == .string
                {
                    kind = Self.kind(of: value)
                }
                add(token.text, kind, owner)
            } else if at(index + 1)?.isSign(":") == true,
                tokens[index - 1].isSign(language == .swift ? "[" : "{") || tokens[index - 1].isSign(",")
            {
                let isWhole = at(index + 3).map { $0.isSign(",") || $0.isSign("]") || $0.isSign("}") } ?? false
                add(token.text, isWhole ? at(index + 2).map(Self.kind(of:)) ?? .unknown : .unknown, owner)
            }
        default: return
        }
    }

    /// Adds the keys that a registration lists.
    mutating func add(_ keys: [String], to owner: String) { for key in keys { add(key, .unknown, owner) } }

    /// Returns whether a statement archives an object on the device, as `NSCoder` does.
    private static func isArchiving(_ index: Int, _ tokens: [SourceToken]) -> Bool {
        var place = index - 1
        while place >= 0, index - place < 24, !tokens[place].isSign(";"), !tokens[place].isSign("{") {
            let token = tokens[place]
            if token.kind == .word, token.text.hasPrefix("encode") || token.text.hasPrefix("decode") { return true }
            place -= 1
        }
        return false
    }

    private static func kind(of value: SourceToken) -> ContentKeyKind {
        switch value.kind {
        case .string, .partialString: .text
        case .number: .number
        case .word: value.text == "true" || value.text == "false" ? .flag : .unknown
        case .sign: .unknown
        }
    }

    private static func kind(ofAccessor name: String) -> ContentKeyKind? {
        switch name {
        case "optString", "getString", "stringValue": .text
        case "optInt", "getInt", "optLong", "getLong", "optDouble", "getDouble", "intValue", "integerValue",
            "longValue",
            "longLongValue", "floatValue", "doubleValue", "unsignedIntegerValue":
            .number
        case "optBoolean", "getBoolean", "boolValue": .flag
        case "optJSONObject", "getJSONObject": .object
        case "optJSONArray", "getJSONArray": .list
        default: nil
        }
    }

    private static func kind(ofType type: SourceToken) -> ContentKeyKind {
        switch type.text {
        case "String", "NSString": .text
        case "Int", "Int32", "Int64", "Double", "Float", "NSNumber", "int", "double", "num", "UInt": .number
        case "Bool", "bool": .flag
        case "Map", "NSDictionary": .object
        case "List", "NSArray", "Array": .list
        default: .unknown
        }
    }
}
