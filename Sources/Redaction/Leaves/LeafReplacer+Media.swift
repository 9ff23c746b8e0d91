import WireFormat

// Pictures, voices and other files.
extension LeafReplacer {
    /// Returns an image or voice without content; `nil` for other formats.
    func media(_ bytes: [UInt8]) -> [UInt8]? {
        var random = KeyedBytes(bytes, key: pseudonyms.key, purpose: 0xD5)
        guard let made = Media.replacement(for: bytes, mark: (0..<16).map { _ in 97 + random.next() % 26 }) else {
            return nil
        }
        pseudonyms.originals.record(bytes)
        return made
    }

    /// The beginnings of data URLs that stay; any other one becomes the last of these.
    private static let dataPrefixes = ["data:image/jpeg;base64,", "data:image/png;base64,", "data:,"]

    /// Appends the new beginning of a data URL; returns the length of the old one, which is 0 for other texts.
    private func appendDataPrefix(of value: Span<UInt8>, to writer: inout ByteWriter) -> Int {
        let scheme = "data:"
        let length = scheme.utf8.count
        guard value.count >= length, value.extracting(first: length).equals(scheme.utf8.span) else { return 0 }
        guard let comma = value.firstIndex(of: UInt8(ascii: ","), from: length) else {
            writer.append(text: scheme)
            return length
        }
        let prefix = String(decodingUTF8: value.extracting(first: comma + 1))
        writer.append(text: Self.dataPrefixes.first { $0 == prefix } ?? Self.dataPrefixes[2])
        return comma + 1
    }

    /// Returns random bytes for media in another format; an image that is cut off or has no size still begins as JPEG.
    private func otherMedia(_ bytes: [UInt8]) -> [UInt8] {
        var made = pseudonyms.bytes(bytes)
        if bytes.starts(with: [0xFF, 0xD8]), made.count > 2 {
            made[0] = 0xFF
            made[1] = 0xD8
            // No marker follows, so no reader finds a size.
            made[2] &= 0x7F
        }
        return made
    }

    /// Appends a picture, voice or other file in base64, or whatever text stands in its place.
    func media(base64 whole: Span<UInt8>, to writer: inout ByteWriter) {
        let beginning = writer.count
        let value = whole.extracting(droppingFirst: appendDataPrefix(of: whole, to: &writer))
        let start = writer.count
        guard !value.isEmpty else { return note(whole, became: writer.span.extracting(beginning...)) }
        pseudonyms.originals.record(whole)
        guard let bytes = Base64.decode(value, ignoringWhitespace: true) else {
            pseudonyms.text(value, to: &writer)
            // A text that is no base64 is reported, so its pseudonym must be none.
            let isBase64 = Base64.decode(writer.span.extracting(start...), ignoringWhitespace: true) != nil
            if isBase64 { writer.append(Self.noPartOfNames) }
            return
        }
        var made = media(bytes) ?? otherMedia(bytes)
        if made == bytes { made = pseudonyms.bytes(bytes) }
        pseudonyms.originals.record(bytes)
        var isForURLs = false
        var hasBlanks = false
        for index in value.indices {
            switch value[index] {
            case UInt8(ascii: "-"), UInt8(ascii: "_"): isForURLs = true
            case ...32: hasBlanks = true
            default: break
            }
        }
        // Such a text is reported, so one of its letters must be among the two that differ.
        if isForURLs, made.count > 2 { made[made.count / 3 * 3 - 1] |= 0x3F }
        writer.append(base64: made.span)
        if isForURLs { Self.writeForURLs(&writer, from: start) }
        guard hasBlanks else { return }
        // Line breaks stay at their old positions, as far as there are new letters.
        let letters = Array(copying: writer.span.extracting(start...))
        writer.truncate(to: start)
        var next = 0
        for index in value.indices where next < letters.count {
            if value[index] <= 32 {
                writer.append(value[index])
            } else {
                writer.append(letters[next])
                next += 1
            }
        }
        writer.append(letters.span.extracting(droppingFirst: next))
    }

    /// Changes base64 from the index on to the alphabet for URLs (RFC 4648 section 5).
    private static func writeForURLs(_ writer: inout ByteWriter, from start: Int) {
        let letters = Array(copying: writer.span.extracting(start...))
        for (index, letter) in letters.enumerated() {
            if letter == UInt8(ascii: "+") { writer.replaceByte(at: start + index, with: UInt8(ascii: "-")) }
            if letter == UInt8(ascii: "/") { writer.replaceByte(at: start + index, with: UInt8(ascii: "_")) }
        }
    }
}
