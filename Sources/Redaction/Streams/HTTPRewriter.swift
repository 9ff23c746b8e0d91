import Crypto
import Inspection
import NIM
import Transport
import WireFormat
import WireJSON

/// Rewrites HTTP messages: the fields that HTTP itself needs stay, the rest is replaced.
struct HTTPRewriter {
    struct Made {
        var bytes: [UInt8]
        /// The old and new lengths of the parts in order: the head, then the body's units and the bytes between them.
        ///
        /// Only a unit that is mapped separately stays in the same packets.
        var parts: [(old: Int, new: Int)] = []
        /// The `Sec-WebSocket-Key` of the new request.
        var socketKey: String?
    }

    let context: RedactionContext
    let system: MessagingSystem
    private let table: LeafTable

    init(_ context: RedactionContext, _ system: MessagingSystem) {
        self.context = context
        self.system = system
        table = UnitTables.http(of: system)
    }

    func place(_ field: String) -> LeafPlace { context.leaves.place(field, of: "HTTP", in: table) }

    /// Rewrites a message; returns `nil` if its head does not end.
    ///
    /// - Parameters:
    ///   - raw: the message as it was sent.
    ///   - message: the parsed message.
    ///   - request: the request that the message answers; `nil` if the message is itself a request.
    func rewrite(_ raw: [UInt8], _ message: HTTPMessage, answering request: FlowRewriter.PendingRequest?) -> Made? {
        let blank = HTTPStream.emptyLines(raw.span)
        guard blank == 0 else {
            // Empty lines before a message stay.
            var made = rewrite(Array(raw[blank...]), message, answering: request)
            made?.bytes.insert(contentsOf: raw[..<blank], at: 0)
            made?.parts[0].old += blank
            made?.parts[0].new += blank
            return made
        }
        guard let end = Self.headEnd(raw) else { return nil }
        let lines = Self.lines(ofHead: raw[..<end])
        guard !lines.isEmpty else { return nil }
        let path = HTTPTarget(request?.target ?? message.target).path
        let body = body(message, of: path, from: request == nil ? .client : .server)
        var made = Made(bytes: [])
        let head = head(lines, bodyLength: message.isChunked ? nil : body.count, answering: request, &made)
        made.bytes = Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8)
        made.parts = [(end, made.bytes.count)]
        var units = units(of: message, body, path)
        let rest = (old: raw.count - end, start: made.bytes.count)
        let layout = HTTPBodyLayout(raw[end...], isChunked: message.isChunked)
        made.bytes += message.isChunked ? chunks(body, like: layout, units) : body
        if message.isChunked { made.bytes += Self.lastChunk(like: raw[(end + layout.end)...]) }
        let newLayout = HTTPBodyLayout(made.bytes[rest.start...], isChunked: message.isChunked)
        if units.old.isEmpty, layout.sizes.count > 1 { units = ([0, message.body.count], [0, body.count]) }
        let parts = HTTPBodyLayout.split(units, at: layout, newLayout)
        made.parts += Self.parts(
            layout.places(of: parts.old) + [rest.old],
            newLayout.places(of: parts.new) + [made.bytes.count - rest.start]
        )
        return made
    }

    /// Returns the lines of a head without their ends, each field on one line.
    ///
    /// A line that begins with white space continues the field before it; without one it is left out, since nothing
    /// reads it.
    private static func lines(ofHead head: ArraySlice<UInt8>) -> [String] {
        var lines: [String] = []
        // Whether the last line is a field.
        var continuesField = false
        // Splits bytes, since a string takes a carriage return and a line feed for one character.
        for line in head.split(separator: 10, omittingEmptySubsequences: false) {
            var end = line.endIndex
            while end > line.startIndex, line[end - 1] == 13 { end -= 1 }
            let text = String(decoding: line[..<end], as: UTF8.self)
            if !lines.isEmpty, line.first == 32 || line.first == 9 {
                let part = text.trimmingFieldBlanks
                if continuesField, !part.isEmpty { lines[lines.count - 1] += " " + part }
            } else {
                // The first line is no field.
                continuesField = !lines.isEmpty && line.contains(UInt8(ascii: ":"))
                lines.append(text)
            }
        }
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }

    /// Returns the new lines of a head.
    ///
    /// - Parameters:
    ///   - bodyLength: the length of the new body; `nil` if it is sent in chunks.
    ///   - made: gets the new key of an upgrade.
    private func head(
        _ lines: [String],
        bodyLength: Int?,
        answering request: FlowRewriter.PendingRequest?,
        _ made: inout Made
    ) -> [String] {
        let start = startLine(lines[0], isRequest: request == nil)
        if start == lines[0] { keep(line: start) }
        var head = [start]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            // Blanks before the colon are invalid, but the name is read all the same.
            let name = line[..<colon].droppingFieldBlanks
            let gap = line[..<colon].dropFirst(name.count)
            let value = line[line.index(after: colon)...].trimmingFieldBlanks
            let new: String
            switch (name.lowercased(), bodyLength) {
            case ("content-length", let length?): new = "\(name)\(gap): \(length)"
            case ("sec-websocket-key", _):
                let key = socketKey(like: value)
                made.socketKey = key
                new = "\(name)\(gap): \(key)"
            case ("sec-websocket-accept", _):
                context.pseudonyms.originals.record(Array(value.utf8))
                new = "\(name)\(gap): \(accept(request?.socketKey ?? value))"
            default: new = "\(fieldName(name))\(gap): \(field(name.lowercased(), value))"
            }
            if new == line { keep(line: new) }
            head.append(new)
        }
        return head
    }

    private func socketKey(like value: String) -> String {
        let key = Array(value.utf8)
        context.pseudonyms.originals.record(key)
        var random = KeyedBytes(key, key: context.pseudonyms.key, purpose: 0xC0)
        return base64((0..<16).map { _ in random.next() })
    }

    /// Returns the distances between consecutive borders; one distance if the borders are not in order.
    private static func parts(_ old: [Int], _ new: [Int]) -> [(old: Int, new: Int)] {
        var last = (old: 0, new: 0)
        var parts: [(old: Int, new: Int)] = []
        for border in zip(old, new) {
            guard border.0 >= last.old, border.1 >= last.new else { return [(old.last ?? 0, new.last ?? 0)] }
            parts.append((border.0 - last.old, border.1 - last.new))
            last = border
        }
        return parts
    }

    /// Returns the start and end of each unit in the old and in the new body, in order; none if they do not correspond.
    private func units(of message: HTTPMessage, _ body: [UInt8], _ path: String) -> (old: [Int], new: [Int]) {
        guard message.bodyCodings.isEmpty else { return ([], []) }
        let (old, new) = (borders(of: message.body, path), borders(of: body, path))
        return old.count == new.count ? (old, new) : ([], [])
    }

    /// Returns the start and end of each unit in a body: elements of a JSON array or packets of NIM; empty otherwise.
    private func borders(of body: [UInt8], _ path: String) -> [Int] {
        if system == .nim {
            guard NIMHandshake.session(inPath: path) != nil,
                let polling = try? NIMPollingBody(decoding: body.span, limits: context.limits.nim)
            else { return [] }
            return polling.ranges.flatMap { [$0.lowerBound, $0.upperBound] }
        }
        var tape = JSONTape()
        guard let root = try? tape.parse(body.span, in: 0..<body.count), root.kind == .array else { return [] }
        var result: [Int] = []
        var elements = root.elements
        while let element = elements.next() { result += [element.range.lowerBound, element.range.upperBound] }
        return result
    }

    /// Records the words of a line that stays: a value that equals one of them is not a find.
    private func keep(line: String) {
        let pseudonyms = context.pseudonyms
        pseudonyms.originals.keep(Array(line.utf8))
        for word in line.split(whereSeparator: { " ,;:=".contains($0) }) where word.utf8.count >= Originals.shortest {
            pseudonyms.originals.keep(Array(word.utf8))
        }
        if let colon = line.firstIndex(of: ":") {
            pseudonyms.originals.keep(Array(line[line.index(after: colon)...].trimmingSpaces.utf8))
        }
    }

    /// Returns the index where the body begins; `nil` if the head does not end.
    static func headEnd(_ raw: [UInt8]) -> Int? {
        var start = 0
        for index in raw.indices where raw[index] == 10 {
            let isEmpty = index == start || (index == start + 1 && raw[start] == 13)
            if isEmpty, index > 1 { return index + 1 }
            start = index + 1
        }
        return nil
    }

    private func accept(_ key: String) -> String {
        base64(Array(Insecure.SHA1.hash(data: Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8))))
    }

    private func base64(_ bytes: [UInt8]) -> String {
        var writer = ByteWriter(capacity: 64)
        writer.append(base64: bytes.span)
        return String(decodingUTF8: writer.span)
    }

    // MARK: Fields

    private func fieldName(_ name: String) -> String {
        guard HTTPWords.fields.contains(name.lowercased()) else { return context.pseudonyms.text(name) }
        context.pseudonyms.originals.keep(Array(name.utf8))
        return name
    }

    private func field(_ name: String, _ value: String) -> String {
        guard !value.isEmpty else { return value }
        if HTTPWords.plainFields.contains(name) {
            // Words of HTTP identify nobody; in a list, each of them stays beside other elements.
            if HTTPWords.isPlain(value) || HTTPWords.isDate(value) { return value }
            var numbers = HTTPWords.Numbers()
            return list(value) { numbers.allows($0) }
        }
        let made = freeField(name, value)
        if made == value {
            context.pseudonyms.originals.keep(Array(value.utf8))
        } else {
            context.pseudonyms.originals.record(Array(value.utf8))
        }
        return made
    }

    /// Returns a list in which all elements are replaced except those that stay.
    private func list(_ value: String, keeping stays: (String) -> Bool) -> String {
        value.split(separator: ",").map { part in
            let word = part.trimmingSpaces
            return stays(word) ? word : context.pseudonyms.text(word)
        }.joined(separator: ", ")
    }

    private func freeField(_ name: String, _ value: String) -> String {
        switch name {
        case "cookie": return cookies(value)
        case "set-cookie": return newCookie(value)
        case "sec-websocket-protocol": return list(value, keeping: HTTPWords.isSubprotocol)
        // The name of an HTTP field says nothing about its value: the tables are those of JSON and of parameters.
        default: return context.leaves.text(value, context.leaves.place(name, of: "HTTP", in: .none))
        }
    }
}

extension StringProtocol {
    /// The text without spaces and tabs at both ends.
    var trimmingSpaces: String {
        var rest = self[...]
        while let first = rest.first, first == " " || first == "\t" { rest.removeFirst() }
        while let last = rest.last, last == " " || last == "\t" { rest.removeLast() }
        return String(rest)
    }

    /// The text without the blanks at its end that readers ignore in fields of HTTP, carriage returns among them.
    fileprivate var droppingFieldBlanks: String {
        var rest = self[...]
        while let last = rest.last, " \t\r".contains(last) { rest.removeLast() }
        return String(rest)
    }

    /// The text without the blanks at both ends that readers ignore in fields of HTTP.
    fileprivate var trimmingFieldBlanks: String { String(droppingFieldBlanks.drop { " \t\r".contains($0) }) }
}
