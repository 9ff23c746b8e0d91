import LeanCloud

/// The words of HTTP and of the services' paths, which say nothing about who uses them.
enum HTTPWords {
    /// Segments of paths that stay.
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
    static let methods = ["GET", "POST", "PUT", "HEAD", "DELETE", "OPTIONS", "PATCH", "CONNECT", "TRACE"]

    static let reasons: Set<String> = [
        "OK", "Switching Protocols", "No Content", "Not Modified", "Found", "Moved Permanently", "Bad Request",
        "Unauthorized", "Forbidden", "Not Found", "Method Not Allowed", "Too Many Requests", "Internal Server Error",
        "Bad Gateway", "Service Unavailable", "Gateway Timeout", "Continue", "Created", "Accepted", "",
        "WebSocket Protocol Handshake", "Web Socket Protocol Handshake", "Partial Content", "Request Timeout",
    ]

    /// Fields whose values HTTP needs, and that are the same for everybody.
    static let plainFields: Set<String> = [
        "accept", "accept-charset", "accept-encoding", "accept-language", "accept-ranges", "age", "cache-control",
        "connection", "content-encoding", "content-language", "content-type", "date", "dnt", "expires", "keep-alive",
        "last-modified", "pragma", "sec-fetch-dest", "sec-fetch-mode", "sec-fetch-site", "sec-websocket-extensions",
        "sec-websocket-version", "te", "trailer", "transfer-encoding", "upgrade", "upgrade-insecure-requests", "vary",
        "sec-ch-ua-mobile", "access-control-allow-credentials", "access-control-allow-methods",
        "access-control-allow-headers", "access-control-max-age", "access-control-request-method", "content-length",
        "access-control-request-headers",
    ]

    /// All names of fields that stay.
    static let fields: Set<String> = plainFields.union([
        "host", "origin", "referer", "user-agent", "cookie", "set-cookie", "server", "authorization", "content-length",
        "sec-websocket-key", "sec-websocket-accept", "sec-websocket-protocol", "sec-ch-ua", "sec-ch-ua-platform",
        "access-control-allow-origin", "access-control-expose-headers", "access-control-request-headers", "via",
        "x-forwarded-for", "x-real-ip", "x-requested-with", "location", "etag", "if-none-match", "if-modified-since",
        "content-disposition", "content-md5", "proxy-authorization", "www-authenticate", "x-request-id", "x-powered-by",
        "token", "appid", "rc-app-key", "x-lc-id", "x-lc-key", "x-lc-session", "x-lc-sign", "x-lc-ua",
    ])

    /// What `Set-Cookie` may say behind a cookie.
    static let cookieAttributes: Set<String> = [
        "path", "domain", "expires", "max-age", "secure", "httponly", "samesite", "partitioned",
    ]

    static let sameSites: Set<String> = ["strict", "lax", "none"]

    /// Whether a value has only what values of plain fields are made of.
    static func isPlain(_ value: String) -> Bool {
        value.utf8.count <= 256 && value.utf8.allSatisfy { $0 < 0x80 }
            && value.split { !($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }.allSatisfy { word in
                isNumber(word) || word.utf8.count <= 32 && plainWords.contains(word.lowercased())
            }
    }

    /// Numbers of HTTP, such as seconds of a year; longer ones may be somebody's.
    static func isNumber(_ text: some StringProtocol) -> Bool {
        1...8 ~= text.utf8.count && text.utf8.allSatisfy { $0 &- 48 < 10 }
    }

    /// Whether a text is a point in time as HTTP spells it: `Wed, 09 Jun 2021 10:18:14 GMT`, or with dashes in the date.
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
