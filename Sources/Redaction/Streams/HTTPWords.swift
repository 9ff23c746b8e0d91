import LeanCloud
import Transport
import WireFormat

/// The words of HTTP and of the services' paths, which reveal nothing about the users.
enum HTTPWords {
    /// Returns whether a segment of a path stays.
    static func isSegment(_ text: String) -> Bool {
        segments.contains(text)
            || (text.utf8.count <= 3 && text.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") })
    }

    private static let segments: Set<String> = [
        "websocket", "ping", "navi.js", "navi.xml", "cometnavi.js", "pullmsg.js", "socket.io", "xhr-polling", "v1",
        "v2",
        "route", "rtm", "notifications", "lbs", "webconf.jsp", "1.1",
    ]

    static let versions = ["HTTP/1.1", "HTTP/1.0"]
    static let methods = HTTPBeginning.commonMethods.map { String($0.description.dropLast()) }

    static let reasons: Set<String> = [
        "OK", "Switching Protocols", "No Content", "Not Modified", "Found", "Moved Permanently", "Bad Request",
        "Unauthorized", "Forbidden", "Not Found", "Method Not Allowed", "Too Many Requests", "Internal Server Error",
        "Bad Gateway", "Service Unavailable", "Gateway Timeout", "Continue", "Created", "Accepted", "",
        "WebSocket Protocol Handshake", "Web Socket Protocol Handshake", "Partial Content", "Request Timeout",
    ]

    /// The fields whose values HTTP needs, and which identify nobody.
    static let plainFields: Set<String> = [
        "accept", "accept-charset", "accept-encoding", "accept-language", "accept-ranges", "age", "cache-control",
        "connection", "content-encoding", "content-language", "content-type", "date", "dnt", "expires", "keep-alive",
        "last-modified", "pragma", "sec-fetch-dest", "sec-fetch-mode", "sec-fetch-site", "sec-websocket-extensions",
        "sec-websocket-version", "te", "trailer", "transfer-encoding", "upgrade", "upgrade-insecure-requests", "vary",
        "sec-ch-ua-mobile", "access-control-allow-credentials", "access-control-allow-methods",
        "access-control-allow-headers", "access-control-max-age", "access-control-request-method", "content-length",
        "access-control-request-headers",
    ]

    /// The names of all fields whose names stay.
    static let fields: Set<String> = plainFields.union([
        "host", "origin", "referer", "user-agent", "cookie", "set-cookie", "server", "authorization",
        "sec-websocket-key", "sec-websocket-accept", "sec-websocket-protocol", "sec-ch-ua", "sec-ch-ua-platform",
        "access-control-allow-origin", "access-control-expose-headers", "via", "x-forwarded-for", "x-real-ip",
        "x-requested-with", "location", "etag", "if-none-match", "if-modified-since", "content-disposition",
        "content-md5", "proxy-authorization", "www-authenticate", "x-request-id", "x-powered-by", "token", "appid",
        "rc-app-key", "x-lc-id", "x-lc-key", "x-lc-session", "x-lc-sign", "x-lc-ua",
    ])

    /// The attributes that may follow a cookie in `Set-Cookie`.
    static let cookieAttributes: Set<String> = [
        "path", "domain", "expires", "max-age", "secure", "httponly", "samesite", "partitioned",
    ]

    static let sameSites: Set<String> = ["strict", "lax", "none"]

    /// The maximum number of digits in a value that stays.
    private static let mostDigits = 8
    private static let longestPlain = 256
    private static let longestWord = 32

    /// Returns whether a value consists only of words and numbers of plain fields.
    static func isPlain(_ value: String) -> Bool { plain(value).map { $0.digits <= mostDigits } ?? false }

    /// Returns the number of digits in a plain value, and whether it is only a number; `nil` for another value.
    ///
    /// A number must be alone or after `=`, since a row of numbers could hold any other number.
    fileprivate static func plain(_ value: String) -> (digits: Int, isNumber: Bool)? {
        let bytes = Array(value.utf8)
        guard bytes.count <= longestPlain, bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
        var words = 0
        var numbers = 0
        var digits = 0
        var index = 0
        while index < bytes.count {
            let start = index
            while index < bytes.count, isOfWord(bytes[index]) { index += 1 }
            guard index > start else {
                index += 1
                continue
            }
            words += 1
            let word = String(decoding: bytes[start..<index], as: UTF8.self)
            guard isNumber(word) else {
                guard word.utf8.count <= longestWord, plainWords.contains(word.lowercased()) else { return nil }
                continue
            }
            if !isValue(bytes, from: start) { numbers += 1 }
            // A digit as in `q=0.9` is only a weight.
            if word.utf8.count > 1 || !isWeight(bytes[..<start]) { digits += word.utf8.count }
        }
        return numbers == 0 || words == 1 ? (digits, numbers > 0) : nil
    }

    private static func isOfWord(_ byte: UInt8) -> Bool {
        byte &- 48 < 10 || (byte | 0x20) &- 97 < 26 || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }

    /// Returns whether a number follows `=`, also in quotes or after blanks, or the point of a number after `=`.
    private static func isValue(_ bytes: [UInt8], from start: Int) -> Bool {
        let name = bytes[..<start].last { !" \t\"".utf8.contains($0) }
        if name == UInt8(ascii: "=") { return true }
        return start > 2 && bytes[start - 1] == UInt8(ascii: ".") && bytes[start - 2] &- 48 < 10
            && bytes[start - 3] == UInt8(ascii: "=")
    }

    private static func isWeight(_ before: ArraySlice<UInt8>) -> Bool {
        let end = before.suffix(2)
        if end.elementsEqual("q=".utf8) { return true }
        return end.elementsEqual("0.".utf8) && before.dropLast(2).suffix(2).elementsEqual("q=".utf8)
    }

    /// Returns whether a part of a line in a head identifies nobody.
    ///
    /// This holds for a status line with a standard reason, for the method and path of a request, and for the parts of
    /// a plain field that stay.
    static func isPlain(line: Span<UInt8>, at range: Range<Int>) -> Bool {
        if isRequest(String(decodingUTF8: line.extracting(first: range.upperBound)), line) { return true }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":"), from: 0) else {
            return isStatusLine(String(decodingUTF8: line))
        }
        let name = String(decodingUTF8: line.extracting(first: colon)).lowercased()
        guard plainFields.contains(name) else { return false }
        let value = String(decodingUTF8: line.extracting(droppingFirst: colon + 1)).trimmingSpaces
        if isPlain(value) || isDate(value) { return true }
        // The element of the list that contains the part.
        let comma = UInt8(ascii: ",")
        var (start, end) = (max(range.lowerBound, colon + 1), max(range.upperBound, colon + 1))
        while start > colon + 1, line[start - 1] != comma { start -= 1 }
        while end < line.count, line[end] != comma { end += 1 }
        return isPlain(String(decodingUTF8: line.extracting(start..<end)).trimmingSpaces)
    }

    /// Returns whether the start of a line is that of a request whose target has only segments that stay.
    private static func isRequest(_ start: String, _ line: Span<UInt8>) -> Bool {
        let words = start.split(separator: " ", omittingEmptySubsequences: false)
        guard let method = words.first, methods.contains(String(method)), start.utf8.count < line.count else {
            return false
        }
        let next = line[start.utf8.count]
        if words.count == 1 { return next == UInt8(ascii: " ") }
        guard words.count == 2 else { return false }
        if words[1].isEmpty { return next == UInt8(ascii: "/") }
        // A segment that continues is another segment.
        return words[1].first == "/" && [UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: " ")].contains(next)
            && words[1].split(separator: "/").allSatisfy { isSegment(String($0)) }
    }

    private static func isStatusLine(_ line: String) -> Bool {
        let words = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        return words.count == 3 && versions.contains(words[0]) && words[1].utf8.count == 3 && isNumber(words[1])
            && reasons.contains(words[2])
    }

    /// The number of digits that the elements of a list may still have to stay.
    struct Numbers {
        private var left = mostDigits

        /// Returns whether an element stays.
        mutating func allows(_ element: String) -> Bool {
            guard let plain = plain(element), !plain.isNumber, plain.digits <= left else { return false }
            left -= plain.digits
            return true
        }
    }

    /// Returns whether a text is a number of HTTP, such as the seconds of a year; a longer one may identify somebody.
    static func isNumber(_ text: some StringProtocol) -> Bool {
        1...8 ~= text.utf8.count && text.utf8.allSatisfy { $0 &- 48 < 10 }
    }

    /// Returns whether a text is a date as HTTP spells it: `Wed, 09 Jun 2021 10:18:14 GMT`, or with dashes in the date.
    static func isDate(_ text: String) -> Bool {
        let words = text.split { " ,-:".contains($0) }
        let lengths = [3, 2, 3, 4, 2, 2, 2, 3]
        return words.count == lengths.count && words.last == "GMT"
            && zip(words, lengths).allSatisfy { word, length in
                word.utf8.count == length && (length == 3 ? plainWords.contains(word.lowercased()) : isNumber(word))
            }
    }

    private static let plainWords: Set<String> = Set(
        """
        text plain html json javascript xml css application octet-stream x-www-form-urlencoded form-data multipart \
        charset utf-8 utf8 iso-8859-1 gzip deflate br zstd identity keep-alive close upgrade websocket no-cache \
        no-store max-age must-revalidate public private no-transform proxy-revalidate s-maxage en en-us us zh zh-cn cn \
        zh-tw tw q v b0 b3 b4 signed-exchange image avif webp apng png svg gif jpeg same-origin same-site cross-site \
        none cors no-cors navigate empty document script permessage-deflate client_max_window_bits \
        server_max_window_bits client_no_context_takeover server_no_context_takeover chunked trailers timeout max true \
        false get post put delete options head patch content-type token appid rc-app-key origin accept-encoding accept \
        x-requested-with authorization cookie user-agent mon tue wed thu fri sat sun jan feb mar apr may jun jul aug \
        sep oct nov dec gmt utc bytes x-javascript x-gzip ecmascript x-webkit-deflate-frame x-lc-id x-lc-key \
        x-lc-session x-lc-sign x-lc-ua x-lc-prod date boundary
        """.split { $0 == " " || $0 == "\n" }.map(String.init)
    )

    static func isSubprotocol(_ word: String) -> Bool {
        LeanCloudSubprotocol.named(word) != nil
    }
}
