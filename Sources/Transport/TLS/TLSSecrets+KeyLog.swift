public import WireFormat

extension TLSSecrets {
    /// Adds the secrets of a key log (`SSLKEYLOGFILE`).
    ///
    /// A line is a label, the client random and the secret, the last two in hex of any letter case, with white space
    /// between. Lines end in LF or CRLF. Empty lines, lines that begin with `#`, and labels of secrets that protect no
    /// records of TLS over TCP are skipped. Source: RFC 9850.
    /// - Throws: an error with the path `key log` and the line number, and an offset in the text: `value` for a line
    ///   that is not a key log line and for invalid hex, `truncated` for a missing field, `length` for a random or a
    ///   secret whose length is wrong for its label, `trailing` for a fourth field. The error is that of the first such
    ///   line; all other lines are added.
    public mutating func add(keyLog text: Span<UInt8>) throws(WireError) {
        if let flaws = add(readableLinesOf: text) { throw flaws.first }
    }

    /// Adds the secrets of a key log, and skips unreadable lines.
    ///
    /// - Returns: the unreadable lines; `nil` when there are none.
    public mutating func add(readableLinesOf text: Span<UInt8>) -> KeyLogFlaws? {
        var flaws: KeyLogFlaws?
        var line = KeyLogLine(text)
        while line.advance() {
            do throws(WireError) {
                try add(line)
            } catch {
                let first = flaws?.first ?? error.inside("line \(line.number)").inside("key log")
                flaws = KeyLogFlaws(
                    lines: (flaws?.lines ?? 0) + 1,
                    first: first,
                    isUnfinished: flaws == nil && !line.hasEnd
                )
            }
        }
        return flaws
    }

    /// Returns the secrets of sessions as the text of a key log, in an order independent of insertion.
    ///
    /// - Parameter sessions: the client randoms of the sessions; sessions without secrets are left out.
    public func keyLog(of sessions: some Sequence<TLSClientRandom>) -> [UInt8] {
        let wanted = Set(sessions)
        var lines: [String] = []
        forEach { label, generation, random, secret in
            guard wanted.contains(random) else { return }
            lines.append("\(random) \(label.name(generation: Int(generation))) \(Hex.encode(secret))")
        }
        // Sorted by session, then reordered to the format's order: label first.
        return lines.sorted().flatMap { line in
            let fields = line.split(separator: " ")
            return Array("\(fields[1]) \(fields[0]) \(fields[2])\n".utf8)
        }
    }

    private mutating func add(_ line: borrowing KeyLogLine) throws(WireError) {
        var fields = line.fields
        guard let label = fields.next() else { return }
        guard line.text[label.lowerBound] != UInt8(ascii: "#") else { return }
        guard label.allSatisfy({ KeyLogLine.isLabelCharacter(line.text[$0]) }) else {
            throw WireError(.value, at: label.lowerBound, expected: "a label of a key log")
        }
        let name = String(decodingUTF8: line.text.extracting(label))
        var generation: UInt32 = 0
        guard let kind = TLSSecretLabel(label: name, generation: &generation) else {
            guard fields.next() != nil else {
                throw WireError(.truncated, at: label.upperBound, path: [name], expected: "a value")
            }
            return
        }
        let randomBytes = try line.hex(fields.next(), counts: [32], "client random")
        let secret = try line.hex(fields.next(), counts: kind == .master ? [48] : [32, 48], "secret")
        if let more = fields.next() { throw WireError(.trailing, at: more.lowerBound, available: more.count) }
        guard let random = TLSClientRandom(randomBytes.span) else { return }
        insert(secret, kind, generation: generation, for: random)
    }
}

/// Iterates over the lines of a text.
private struct KeyLogLine: ~Escapable {
    /// The fields of a line, separated by white space.
    struct Fields: ~Escapable {
        let text: Span<UInt8>
        var position: Int
        let end: Int

        @_lifetime(copy text)
        init(_ text: Span<UInt8>, _ range: Range<Int>) {
            self.text = text
            position = range.lowerBound
            end = range.upperBound
        }

        mutating func next() -> Range<Int>? {
            while position < end, Self.isBlank(text[position]) { position += 1 }
            let start = position
            while position < end, !Self.isBlank(text[position]) { position += 1 }
            return start < position ? start..<position : nil
        }

        static func isBlank(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 || byte == 13 }
    }

    let text: Span<UInt8>
    /// The line number from 1; 0 before the first line.
    var number = 0
    var range = 0..<0
    /// Whether a line feed ends the line.
    var hasEnd: Bool { range.upperBound < text.count }
    private var next = 0

    @_lifetime(copy text)
    init(_ text: Span<UInt8>) {
        self.text = text
        if text.count >= 3, text[0] == 0xEF, text[1] == 0xBB, text[2] == 0xBF { next = 3 }
    }

    mutating func advance() -> Bool {
        guard next < text.count else { return false }
        var end = next
        while end < text.count, text[end] != 10 { end += 1 }
        range = next..<end
        next = end + 1
        number += 1
        return true
    }

    var fields: Fields {
        @_lifetime(copy self)
        get { Fields(text, range) }
    }

    static func isLabelCharacter(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "_") || (byte >= 48 && byte <= 57) || (byte >= 65 && byte <= 90)
    }

    /// Parses a field of hex digits, whose length must be one of `counts` bytes.
    func hex(_ field: Range<Int>?, counts: [Int], _ name: String) throws(WireError) -> [UInt8] {
        guard let field else {
            throw WireError(.truncated, at: range.upperBound, path: [name], expected: "hex digits")
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(48)
        var high: UInt8?
        for place in field {
            guard let digit = Hex.value(ofDigit: text[place]) else {
                throw WireError(.value, at: place, path: [name], expected: "hex digits")
            }
            // An overlong field is measured, but not kept.
            guard bytes.count <= 48 else { break }
            if let first = high {
                bytes.append(first << 4 | digit)
                high = nil
            } else {
                high = digit
            }
        }
        guard field.count.isMultiple(of: 2), counts.contains(field.count / 2) else {
            let digits = counts.map { String($0 * 2) }.joined(separator: " or ")
            throw WireError(.length, at: field.lowerBound, path: [name], expected: "\(digits) hex digits")
        }
        return bytes
    }
}
