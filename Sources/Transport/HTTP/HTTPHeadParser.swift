import WireFormat

/// Reads the head of an HTTP/1.1 message (RFC 9112 sections 2 to 5).
enum HTTPHeadParser {
    /// Returns the start of a message: after any empty lines that precede it (RFC 9112 section 2.2).
    static func begin(_ bytes: Span<UInt8>, from start: Int) -> Int {
        var index = start
        while index < bytes.count, bytes[index] == 13 || bytes[index] == 10 { index += 1 }
        return index
    }

    /// Returns the end of the head that begins at `start`: after its empty line.
    ///
    /// `nil` when the empty line has not arrived yet.
    ///
    /// - Parameters:
    ///   - scanned: the number of bytes from `start` on that were examined before; updated.
    ///   - examined: incremented by the number of bytes examined.
    static func end(_ bytes: Span<UInt8>, from start: Int, scanned: inout Int, examined: inout Int) -> Int? {
        let first = start + max(0, scanned - 3)
        var index = first
        defer { examined += index - first }
        while let line = bytes.firstIndex(of: 10, from: index) {
            index = line
            if index + 1 < bytes.count, bytes[index + 1] == 10 { return index + 2 }
            if index + 2 < bytes.count, bytes[index + 1] == 13, bytes[index + 2] == 10 { return index + 3 }
            index += 1
        }
        index = bytes.count
        scanned = bytes.count - start
        return nil
    }

    /// Parses a head into a message without a body.
    static func parse(_ bytes: Span<UInt8>, _ head: Range<Int>) throws(WireError) -> HTTPMessage {
        guard let lineEnd = bytes.firstIndex(of: 10, from: head.lowerBound), lineEnd < head.upperBound else {
            throw WireError(.value, at: head.lowerBound, path: ["HTTP"], expected: "a request or status line")
        }
        let end = lineEnd > head.lowerBound && bytes[lineEnd - 1] == 13 ? lineEnd - 1 : lineEnd
        let fields = HTTPFields(bytes.extracting(lineEnd + 1..<head.upperBound))
        return HTTPMessage(start: try start(bytes, head.lowerBound..<end), fields: fields)
    }

    /// The first line of a client's connection preface (RFC 9113 section 3.4).
    static let http2Preface: StaticString = "PRI * HTTP/2.0\r\n"

    /// Returns whether bytes may begin HTTP/2: all of them agree with the client's connection preface.
    static func looksLikeHTTP2(_ bytes: Span<UInt8>, from start: Int) -> Bool {
        let count = min(http2Preface.utf8CodeUnitCount, bytes.count - start)
        guard count > 0 else { return false }
        for index in 0..<count where bytes[start + index] != (unsafe http2Preface.utf8Start[index]) { return false }
        return true
    }

    private static func start(_ bytes: Span<UInt8>, _ line: Range<Int>) throws(WireError) -> HTTPMessage.Start {
        let first = word(bytes, from: line.lowerBound, to: line.upperBound)
        let second = word(bytes, from: first.upperBound, to: line.upperBound)
        if isVersion(bytes, at: first.lowerBound, to: first.upperBound), let status = status(bytes, second) {
            return .response(status: status)
        }
        // One space, then the version.
        if !second.isEmpty, isVersion(bytes, at: second.upperBound + 1, to: line.upperBound) {
            return .request(
                method: String(decodingUTF8: bytes.extracting(first)),
                target: String(decodingUTF8: bytes.extracting(second))
            )
        }
        throw WireError(.value, at: line.lowerBound, path: ["HTTP"], expected: "a request or status line")
    }

    /// Returns the next run of bytes other than spaces; empty at `end` when there is none.
    private static func word(_ bytes: Span<UInt8>, from start: Int, to end: Int) -> Range<Int> {
        var first = start
        while first < end, bytes[first] == UInt8(ascii: " ") { first += 1 }
        var last = first
        while last < end, bytes[last] != UInt8(ascii: " ") { last += 1 }
        return first..<last
    }

    private static func isVersion(_ bytes: Span<UInt8>, at start: Int, to end: Int) -> Bool {
        let name: StaticString = "HTTP/"
        return end - start >= name.utf8CodeUnitCount
            && bytes.extracting(start..<start + name.utf8CodeUnitCount).equals(name)
    }

    /// Returns a status code of three digits, the first of them not 0.
    private static func status(_ bytes: Span<UInt8>, _ word: Range<Int>) -> Int? {
        guard word.count == 3, bytes[word.lowerBound] != UInt8(ascii: "0") else { return nil }
        var status = 0
        for index in word {
            guard bytes[index] &- 48 < 10 else { return nil }
            status = status * 10 + Int(bytes[index] &- 48)
        }
        return status
    }
}
