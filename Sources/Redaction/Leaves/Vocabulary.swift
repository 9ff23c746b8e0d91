import LeanCloud
import RongCloud
import WireProtobuf

/// The words of the protocols, which are public and reveal nothing about the users.
enum Vocabulary {
    /// Returns whether a key of a JSON object stays: one that a protocol has, in any letter case.
    ///
    /// A key of a content in another letter case is reported, and has to stay reported.
    static func isKey(_ key: String) -> Bool { keys.contains(key) || foldedKeys.contains(folded(key)) }

    /// Returns a name with its ASCII letters in lower case.
    static func folded(_ name: String) -> String {
        String(decoding: name.utf8.map { $0 &- 65 < 26 ? $0 | 0x20 : $0 }, as: UTF8.self)
    }

    /// Returns whether a text is a word of a protocol, a small number or a version.
    static func isWord(_ text: String) -> Bool {
        text.utf8.count <= 40 && (words.contains(text) || isShortNumber(text) || isVersion(text))
    }

    /// The number of digits of the longest number that identifies nobody.
    private static let mostDigits = 5

    /// Returns whether a text is a whole number of at most five digits, perhaps with a sign.
    static func isShortNumber(_ text: String) -> Bool { isShortNumber(text.utf8.span) }

    /// Returns whether a text in UTF-8 is a whole number of at most five digits, perhaps with a sign.
    static func isShortNumber(_ text: Span<UInt8>) -> Bool {
        let hasSign = !text.isEmpty && (text[0] == UInt8(ascii: "-") || text[0] == UInt8(ascii: "+"))
        let start = hasSign ? 1 : 0
        guard 1...mostDigits ~= text.count - start else { return false }
        for index in start..<text.count where text[index] &- 48 >= 10 { return false }
        return true
    }

    /// Returns whether the spelling of a JSON number has at most five digits, including those after a point and those of
    /// an exponent; zeros at the end of a fraction do not count.
    static func isSmallNumber(_ spelling: Span<UInt8>) -> Bool {
        var digits = 0
        var zeros = 0
        var isFraction = false
        for index in spelling.indices {
            switch spelling[index] {
            case UInt8(ascii: "0") where isFraction: zeros += 1
            case 48...57:
                digits += zeros + 1
                zeros = 0
            case UInt8(ascii: "."): isFraction = true
            case UInt8(ascii: "e"), UInt8(ascii: "E"):
                isFraction = false
                zeros = 0
            default: break
            }
        }
        return digits <= mostDigits
    }

    // MARK: Versions

    private static let longestVersion = 20
    /// The maximum digits of one group of a version, and of all groups: IP addresses and personal numbers have more.
    private static let mostDigitsOfGroup = 3
    private static let mostDigitsOfVersion = 8
    private static let versionSuffixes: Set<Substring> = ["rc", "alpha", "beta", "dev", "preview"]

    /// Returns whether a text is a version, such as `2.5.10` or `js/5.0.0-rc.7`; four numbers could be an IP address.
    private static func isVersion(_ text: String) -> Bool {
        guard let groups = groups(ofVersion: text) else { return false }
        return groups.hasSuffix || 2...3 ~= groups.numbers.count
    }

    /// Returns whether a text is a version of four numbers; a client's version may decide how it is decoded.
    static func isLongVersion(_ text: String) -> Bool {
        // With a number of three digits, the text is more likely an IP address.
        guard let groups = groups(ofVersion: text), groups.numbers.count == 4 else { return false }
        return groups.numbers.allSatisfy { $0.utf8.count < mostDigitsOfGroup }
    }

    /// Returns the numbers of a possible version, and whether it has a suffix such as `rc`.
    private static func groups(ofVersion text: String) -> (numbers: [Substring], hasSuffix: Bool)? {
        guard text.utf8.contains(UInt8(ascii: ".")) else { return nil }
        var rest = text[...]
        if let slash = rest.firstIndex(of: "/") {
            guard words.contains(String(rest[..<slash])) else { return nil }
            rest = rest[rest.index(after: slash)...]
        }
        guard rest.utf8.count <= longestVersion else { return nil }
        var numbers: [Substring] = []
        var hasSuffix = false
        for part in rest.split(separator: ".", omittingEmptySubsequences: false) {
            let pieces = part.split(separator: "-", omittingEmptySubsequences: false)
            let suffixes = pieces.count { versionSuffixes.contains($0) }
            // Numbers with a dash between them are no version.
            guard pieces.count - suffixes <= 1, suffixes <= 1 else { return nil }
            hasSuffix = hasSuffix || suffixes > 0
            for piece in pieces where !versionSuffixes.contains(piece) {
                guard 1...mostDigitsOfGroup ~= piece.utf8.count, piece.utf8.allSatisfy({ $0 &- 48 < 10 }) else {
                    return nil
                }
                numbers.append(piece)
            }
        }
        let digits = numbers.reduce(0) { $0 + $1.utf8.count }
        return digits <= mostDigitsOfVersion ? (numbers, hasSuffix) : nil
    }

    /// The fields that hold the version of a client.
    static let versionFields: Set<String> = [
        "v", "ver", "sdkVer", "apiVer", "ua", "sdkVersion", "sdkHumanVersion", "protocolVersion", "version",
    ]

    // MARK: Times and names

    /// Returns whether a text is a few digits, the seconds since 1970 or thousandths of them (10, 13, 16 or 19 digits),
    /// or a date and time of RFC 3339.
    static func isTime(_ text: String) -> Bool { isTime(text.utf8.span) }

    /// Returns whether a text in UTF-8 is a time.
    static func isTime(_ text: Span<UInt8>) -> Bool {
        var whole = -1
        var isNumber = text.count <= 19
        for index in text.indices where isNumber {
            if text[index] == UInt8(ascii: ".") {
                if whole < 0 { whole = index }
            } else if text[index] &- 48 >= 10 {
                isNumber = false
            }
        }
        if isNumber {
            // A mobile number of China has 11 digits and begins with 1.
            let digits = whole < 0 ? text.count : whole
            return text.count <= 6 || [10, 13, 16, 19].contains(digits) && text[0] == UInt8(ascii: "1")
        }
        return isDate(text)
    }

    /// Returns whether a text is a date of RFC 3339, perhaps with a time; a group has at most the digits of a date.
    private static func isDate(_ text: Span<UInt8>) -> Bool {
        guard 10...35 ~= text.count, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-") else { return false }
        // A second's fraction has up to nine digits.
        var (digits, most) = (0, 4)
        for index in text.indices {
            switch text[index] {
            case 48...57:
                digits += 1
                if digits > most { return false }
            // `-:.TZ+` and a space.
            case 45, 58, 46, 84, 90, 43, 32:
                digits = 0
                most = text[index] == UInt8(ascii: ".") ? 9 : 2
            default: return false
            }
        }
        return true
    }

    /// Returns whether a text is spelt like the name of a message type, such as `RC:TxtMsg`.
    static func isObjectName(_ text: String) -> Bool {
        if isWord(text) || MessageCatalogue.shared.entry(text) != nil { return true }
        guard let first = text.utf8.first, first &- 65 < 26 || first &- 97 < 26 else { return false }
        return text.utf8.count <= 64
            && text.utf8.allSatisfy { byte in
                byte &- 48 < 10 || byte &- 65 < 26 || byte &- 97 < 26 || [45, 46, 58, 95].contains(byte)
            }
    }

    /// Returns whether a text is spelt like the name of a topic, known or not.
    static func isTopic(_ text: String) -> Bool { isWord(text) || isName(text, orDashes: false) }

    /// Returns whether a text is spelt like the name of a command or operation, known or not: such as `members-joined`.
    static func isCommand(_ text: String) -> Bool { isWord(text) || isName(text, orDashes: true) }

    /// Returns whether a text is spelt like a command, alone or with its operation: `session/open`.
    static func isOperation(_ text: String) -> Bool {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count <= 2 && parts.allSatisfy { isCommand(String($0)) }
    }

    /// The length of the longest name of a topic or command that no table has, in bytes: a longer one may be an id.
    static let longestName = 32

    private static func isName(_ text: String, orDashes hasDashes: Bool) -> Bool {
        text.utf8.count <= longestName && text.first?.isLetter == true
            && text.allSatisfy { letter in
                letter.isASCII && (letter.isLetter || letter.isNumber || letter == "_" || hasDashes && letter == "-")
            }
    }

    static let keys: Set<String> = {
        var all: Set<String> = []
        for table in [
            RongCloudLeaves.payloads, RongCloudLeaves.contents, RongCloudLeaves.http, LeanCloudLeaves.payloads,
            LeanCloudLeaves.contents, LeanCloudLeaves.http, NIMLeaves.bodies, NIMLeaves.packets, NIMLeaves.contents,
            NIMLeaves.demos, NIMLeaves.http, YCLeaves.replies, YCLeaves.contents,
        ] {
            all.formUnion(table.names)
        }
        for schema in [RongCloudSchema.shared, LeanCloudSchema.shared] {
            for message in schema.messageIndices {
                for field in schema.fieldIndices(of: message) { all.insert(schema.name(of: field)) }
            }
        }
        return all
    }()

    private static let foldedKeys = Set(keys.map(folded))

    static let words: Set<String> = {
        var all: Set<String> = [
            "true", "false", "null", "undefined", "normal", "js", "web", "ios", "android", "iOS", "Android", "Web",
            "clientInfo", "getServerEndpoint", "json", "WebSocket", "websocket", "xhr-polling", "nim",
            "txt", "png", "jpg", "jpeg", "gif", "csv", "pdf", "mp3", "mp4", "amr", "external", "unknown", "put", "get",
            "GET", "POST", "PUT", "IsTop", "MCPush", "swift", "java", "flash", "jsonp", "open", "close", "user",
            "robot",
        ]
        for topic in TopicTable.shared { all.insert(topic.name) }
        // Without them, no key could be recovered from the output.
        all.formUnion(Connect.protocolNames)
        // An operation or direction that is none of these constants is reported.
        all.formUnion(GroupNotificationMessage.operations)
        all.formUnion(ContactNotificationMessage.operations)
        all.formUnion(CallSTerminateMessage.directions)
        for subprotocol in LeanCloudSubprotocol.all { all.insert(subprotocol.name) }
        for schema in [RongCloudSchema.shared, LeanCloudSchema.shared] {
            for message in schema.messageIndices {
                all.insert(schema.name(of: message))
                for field in schema.fieldIndices(of: message) {
                    let kind = schema[field]
                    guard kind.kind == .enumeration else { continue }
                    for value in Int32(0)...64 {
                        guard let name = schema.valueName(value, in: kind.enumeration) else { continue }
                        all.insert(name)
                        // The JSON forms of LeanCloud spell `query-result`.
                        all.insert(String(name.map { $0 == "_" ? "-" : $0 }))
                    }
                }
            }
        }
        all.formUnion(keys)
        return all
    }()
}
