import Capture
import Transport
import WireFormat

// HTTP messages that cannot be read. The inspector reports the first of a connection and reads nothing after it, in
// either direction.
extension FlowRewriter {
    /// A byte that begins neither a WebSocket frame nor the end of a line.
    private static let unread = UInt8(ascii: "x")

    /// Replaces the waiting message by one that cannot be read for the same reason, and everything after it by bytes that
    /// nobody reads; returns `false` if that is not possible.
    ///
    /// - Parameters:
    ///   - failure: the reason.
    ///   - position: the number of waiting bytes that were read as a part of the message.
    func passBrokenHTTP(_ failure: WireError, at position: Int, _ side: FlowSide) throws(RedactionError) -> Bool {
        guard seeksItsWay, let made = brokenHTTP(like: failure, at: position, side) else { return false }
        foundItsWay = true
        phase = .unread
        for side in [sides.first, sides.second] { side.http = HTTPSide() }
        try replace(side, made.parts.reduce(0) { $0 + $1.old }, by: made)
        try fillUnread()
        return true
    }

    /// Replaces the waiting bytes of both directions after a message that cannot be read.
    func fillUnread() throws(RedactionError) {
        for side in [FlowSide.first, .second] {
            let count = sides[side].waiting.count
            // Without room, the rest was cut.
            guard case .unread = phase, count > 0 else { continue }
            try replace(side, count, by: [UInt8](repeating: Self.unread, count: count))
        }
    }

    /// Returns a message that cannot be read for the same reason as the waiting one, up to the fault; `nil` for other
    /// reasons than a wrong first line, a wrong length, wrong chunks, or a head that is too long.
    private func brokenHTTP(like failure: WireError, at position: Int, _ side: FlowSide) -> HTTPRewriter.Made? {
        let waiting = sides[side].waiting.array
        let blank = HTTPStream.emptyLines(waiting.span)
        let message = Array(waiting[blank...])
        if failure.code == .limit, position == 0 { return longHead(waiting, blank, side) }
        guard let end = HTTPRewriter.headEnd(message), let lineEnd = message.firstIndex(of: 10) else { return nil }
        switch (failure.code, failure.path.last) {
        case (.value, _) where position == 0:
            // The first byte is shown as undecoded.
            var made = Array(waiting[...blank])
            made += [UInt8](repeating: Self.unread, count: max(0, end - 5)) + Array("\r\n\r\n".utf8)
            return HTTPRewriter.Made(bytes: made, parts: [(blank + end, made.count)])
        case (.length, let field?) where position == 0:
            let head = "\(startLine(ofHTTP: message[..<lineEnd], side))\r\n\(field): \(Character(Self.unread))\r\n\r\n"
            let made = Array(waiting[..<blank]) + head.utf8
            return HTTPRewriter.Made(bytes: made, parts: [(blank + end, made.count)])
        case (.length, let part?):
            guard let wrongEnd = waiting[position...].firstIndex(of: 10) else { return nil }
            // A wrong size follows a whole chunk, another wrong line its bytes.
            let chunk = part == "chunk" ? "1\r\n\(Character(Self.unread))" : "1\r\n\(Character(Self.unread))\r\n"
            let line = startLine(ofHTTP: message[..<lineEnd], side)
            let read = Array(waiting[..<blank]) + "\(line)\r\nTransfer-Encoding: chunked\r\n\r\n\(chunk)".utf8
            let wrong = [Self.unread, 13, 10]
            return HTTPRewriter.Made(
                bytes: read + wrong,
                parts: [(position, read.count), (wrongEnd + 1 - position, wrong.count)]
            )
        default: return nil
        }
    }

    /// Returns a head as long as the waiting bytes, which exceed the limit as well.
    ///
    /// - Parameter blank: the number of bytes of empty lines before the head.
    private func longHead(_ waiting: [UInt8], _ blank: Int, _ side: FlowSide) -> HTTPRewriter.Made? {
        let head = waiting[blank...]
        var made = Array(waiting[..<blank])
        if let lineEnd = head.firstIndex(of: 10) {
            made += "\(startLine(ofHTTP: head[..<lineEnd], side))\r\nX: ".utf8
        } else if side == server {
            made += Self.statusLine(Array(head)).utf8
        } else if let method = HTTPWords.methods.first(where: { head.starts(with: "\($0) ".utf8) }) {
            made += "\(method) /".utf8
        }
        guard made.count > blank, made.count <= waiting.count else { return nil }
        made += [UInt8](repeating: Self.unread, count: waiting.count - made.count)
        return HTTPRewriter.Made(bytes: made, parts: [(waiting.count, made.count)])
    }

    private func startLine(ofHTTP line: ArraySlice<UInt8>, _ side: FlowSide) -> String {
        let line = String(decoding: line.filter { $0 != 13 }, as: UTF8.self)
        return HTTPRewriter(context, system).startLine(line, isRequest: side == client)
    }
}

extension Character {
    fileprivate init(_ byte: UInt8) { self.init(Unicode.Scalar(byte)) }
}
