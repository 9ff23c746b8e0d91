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
        // Where the beginning was not captured, the bytes may be the rest of a message.
        guard seeksItsWay, flow.sawSYN, let made = brokenHTTP(like: failure, at: position, side) else { return false }
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
    /// reasons than a wrong first line, a wrong length, or wrong chunks.
    private func brokenHTTP(like failure: WireError, at position: Int, _ side: FlowSide) -> HTTPRewriter.Made? {
        let waiting = sides[side].waiting.array
        let blank = HTTPStream.emptyLines(waiting.span)
        let message = Array(waiting[blank...])
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

    private func startLine(ofHTTP line: ArraySlice<UInt8>, _ side: FlowSide) -> String {
        let line = String(decoding: line.filter { $0 != 13 }, as: UTF8.self)
        return HTTPRewriter(context, system).startLine(line, isRequest: side == client)
    }
}

extension Character {
    fileprivate init(_ byte: UInt8) { self.init(Unicode.Scalar(byte)) }
}
