import LeanCloud
import NIM
import RongCloud
import WireProtobuf

/// The words of the protocols: what is public, and says nothing about who uses them.
enum Vocabulary {
    /// Keys of JSON objects that stay.
    static func isKey(_ key: String) -> Bool { keys.contains(key) }

    /// A word, a small number or a version, as protocols have them.
    static func isWord(_ text: String) -> Bool {
        text.utf8.count <= 40 && (words.contains(text) || isShortNumber(text) || isVersion(text))
    }

    /// A whole number of at most five digits.
    static func isShortNumber(_ text: String) -> Bool {
        let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
        return 1...5 ~= digits.count && digits.allSatisfy { $0 &- 48 < 10 }
    }

    /// `2.5.10`, `js/5.0.0-rc.7`.
    private static func isVersion(_ text: String) -> Bool {
        guard text.utf8.contains(UInt8(ascii: ".")) else { return false }
        var rest = text[...]
        if let slash = rest.firstIndex(of: "/") {
            guard words.contains(String(rest[..<slash])) else { return false }
            rest = rest[rest.index(after: slash)...]
        }
        guard rest.utf8.count <= 20 else { return false }
        let parts = rest.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count >= 2 && parts.count <= 5
            && parts.allSatisfy { part in
                let pieces = part.split(separator: "-", omittingEmptySubsequences: false)
                return pieces.count <= 2
                    && pieces.allSatisfy { piece in
                        versionSuffixes.contains(piece)
                            || (!piece.isEmpty && piece.utf8.count <= 5
                                && piece.allSatisfy { $0.isASCII && $0.isNumber })
                    }
            }
    }

    private static let versionSuffixes: Set<Substring> = ["rc", "alpha", "beta", "dev", "preview"]

    /// A few digits, seconds since 1970 or thousandths of them (10, 13, 16 or 19 digits), or a date and time of RFC 3339.
    static func isTime(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        if bytes.count <= 19, bytes.allSatisfy({ $0 &- 48 < 10 || $0 == 46 }) {
            // A mobile number of China has 11 digits and begins with 1.
            let whole = bytes.prefix { $0 != 46 }.count
            return bytes.count <= 6 || [10, 13, 16, 19].contains(whole) && bytes[0] == 49
        }
        guard (10...35).contains(bytes.count), bytes[4] == 45, bytes[7] == 45 else { return false }
        return bytes.allSatisfy { $0 &- 48 < 10 || [45, 58, 46, 84, 90, 43, 32].contains($0) }
    }

    /// `RC:TxtMsg`, or another name that a program could have for a type.
    static func isObjectName(_ text: String) -> Bool {
        if isWord(text) || MessageCatalogue.shared.entry(text) != nil { return true }
        guard let first = text.utf8.first, first &- 65 < 26 || first &- 97 < 26 else { return false }
        return text.utf8.count <= 64
            && text.utf8.allSatisfy { byte in
                byte &- 48 < 10 || byte &- 65 < 26 || byte &- 97 < 26 || [45, 46, 58, 95].contains(byte)
            }
    }

    /// A name of a protocol's topic, known or not.
    static func isTopic(_ text: String) -> Bool {
        isWord(text)
            || (text.utf8.count <= 32 && text.first?.isLetter == true
                && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") })
    }

    static let keys: Set<String> = {
        var all: Set<String> = []
        for table in [
            RongCloudLeaves.payloads, RongCloudLeaves.contents, RongCloudLeaves.http, LeanCloudLeaves.payloads,
            LeanCloudLeaves.contents, LeanCloudLeaves.http, NIMLeaves.bodies, NIMLeaves.packets, NIMLeaves.contents,
            NIMLeaves.http, YCLeaves.replies,
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

    static let words: Set<String> = {
        var all: Set<String> = [
            "true", "false", "null", "undefined", "normal", "js", "web", "ios", "android", "iOS", "Android", "Web",
            "RCloud", "clientInfo", "getServerEndpoint", "json", "WebSocket", "websocket", "xhr-polling", "nim",
            "txt", "png", "jpg", "jpeg", "gif", "csv", "pdf", "mp3", "mp4", "amr", "external", "unknown", "put", "get",
            "GET", "POST", "PUT", "IsTop", "MCPush", "swift", "java", "flash", "jsonp", "open", "close", "user",
            "robot",
        ]
        for topic in TopicTable.shared { all.insert(topic.name) }
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
