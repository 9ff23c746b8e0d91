import WireFormat

/// Marks in a line of JSON in place of texts that repeat the unit's bytes.
///
/// A mark begins with U+2066, which a line never contains, because it is escaped there. U+2066 alone stands for the hex
/// of the unit as on the wire; with `b` or `x` and two decimal numbers, as in `b120,64;`, the mark stands for the
/// base64 or hex of 64 bytes of the decoded unit from byte 120 on.
enum LineMarks {
    /// The UTF-8 of U+2066, which begins a mark.
    static let sign: [UInt8] = [0xE2, 0x81, 0xA6]
    /// The length in bytes of the shortest text that a mark replaces.
    private static let shortest = 64

    /// Appends a line, with marks in place of the unit's hex and of texts that repeat parts of the unit.
    ///
    /// - Parameters:
    ///   - line: an event's line without hex, to its last brace.
    ///   - split: an offset in the line between two members, or just before a value.
    /// - Returns: the number of bytes appended to `packed` for the line up to `split`.
    static func append(_ line: Span<UInt8>, split: Int, unit: Span<UInt8>, to packed: inout [UInt8]) -> Int {
        let start = packed.count
        appendParts(line.extracting(..<split), unit, &packed)
        let place = packed.count - start
        let rest = line.extracting(split...)
        // After the last `"bytes":` there are only numbers and hex.
        guard var end = endOfBytesKey(in: rest) else {
            packed.append(contentsOf: rest)
            return place
        }
        while end < rest.count, rest[end] >= 0x30, rest[end] <= 0x39 { end += 1 }
        appendParts(rest.extracting(..<end), unit, &packed)
        packed.append(contentsOf: hexMember)
        appendParts(rest.extracting(end...), unit, &packed)
        return place
    }

    /// Inserts the mark of the unit's hex into the line at the end of a writer.
    ///
    /// - Parameter start: an offset in the writer, in the line and before its member `bytes`.
    static func appendHexMark(toLineFrom start: Int, in writer: inout ByteWriter) {
        guard let (end, rest) = lengthAndRest(of: writer.span.extracting(start..<writer.count)) else { return }
        writer.truncate(to: start + end)
        writer.append(hexMember)
        writer.append(rest)
    }

    /// Returns the offset at which the value of `bytes` ends in a line, and the bytes after it.
    private static func lengthAndRest(of line: Span<UInt8>) -> (end: Int, rest: [UInt8])? {
        guard var end = endOfBytesKey(in: line) else { return nil }
        while end < line.count, line[end] >= 0x30, line[end] <= 0x39 { end += 1 }
        return (end, [UInt8](copying: line.extracting(end...)))
    }

    private static let bytesKey: StaticString = ",\"bytes\":"
    private static let hexMember = Array(",\"hex\":\"".utf8) + sign + [UInt8(ascii: "\"")]

    private static func endOfBytesKey(in line: Span<UInt8>) -> Int? {
        let length = bytesKey.utf8CodeUnitCount
        var place = line.count - length
        while place >= 0 {
            if line[place] == UInt8(ascii: ","), line.extracting(place..<place + length).equals(bytesKey) {
                return place + length
            }
            place -= 1
        }
        return nil
    }

    /// Appends a part of a line, with marks in place of long base64 or hex texts whose bytes the unit contains.
    private static func appendParts(_ part: Span<UInt8>, _ unit: Span<UInt8>, _ packed: inout [UInt8]) {
        var start = 0
        // Only every 64th byte is examined: a text long enough for a mark covers at least one of them.
        var place = shortest - 1
        while place < part.count {
            guard isDigit(part[place]) else {
                place += shortest
                continue
            }
            var first = place
            while first > start, isDigit(part[first - 1]) { first -= 1 }
            var end = place + 1
            while end < part.count, isDigit(part[end]) { end += 1 }
            if end - first >= shortest, first > 0, part[first - 1] == UInt8(ascii: "\""),
                end < part.count, part[end] == UInt8(ascii: "\""), let mark = mark(part.extracting(first..<end), unit)
            {
                packed.append(contentsOf: part.extracting(start..<first))
                packed += sign
                packed += Array(mark.utf8)
                start = end
            }
            place = end + shortest
        }
        packed.append(contentsOf: part.extracting(start...))
    }

    /// Returns whether a byte is a digit of base64, which includes those of hex.
    private static func isDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="):
            true
        default: false
        }
    }

    private static func mark(_ text: Span<UInt8>, _ unit: Span<UInt8>) -> String? {
        let spelling = String(decodingUTF8: text)
        if let bytes = try? Hex.decode(spelling), let place = place(of: bytes, in: unit), Hex.encode(bytes) == spelling
        {
            return "x\(place),\(bytes.count);"
        }
        guard let bytes = Base64.decode(text), let place = place(of: bytes, in: unit) else { return nil }
        // The text must be exactly what the page will spell again.
        var writer = ByteWriter(capacity: text.count)
        writer.append(base64: bytes.span)
        return writer.span.equals(text) ? "b\(place),\(bytes.count);" : nil
    }

    private static func place(of bytes: [UInt8], in unit: Span<UInt8>) -> Int? {
        guard bytes.count >= 8, unit.count >= bytes.count else { return nil }
        let wanted = bytes.span.loadUnaligned(at: 0, as: UInt64.self)
        for place in 0...unit.count - bytes.count
        where unit.loadUnaligned(at: place, as: UInt64.self) == wanted
            && unit.extracting(place..<place + bytes.count).equals(bytes.span)
        {
            return place
        }
        return nil
    }

    /// Appends the line from which a packed line was made.
    ///
    /// - Parameters:
    ///   - unit: the decoded bytes.
    ///   - wire: the bytes on the wire.
    static func unpacked(_ packed: Span<UInt8>, unit: Span<UInt8>, wire: Span<UInt8>, into line: inout ByteWriter)
        throws(WireError)
    {
        var index = 0
        while let place = packed.firstIndex(of: sign[0], from: index) {
            line.append(packed.extracting(index..<place))
            index = place
            guard packed.count - place > 3, packed[place + 1] == sign[1], packed[place + 2] == sign[2] else {
                line.append(sign[0])
                index += 1
                continue
            }
            index += 3
            let kind = packed[index]
            guard kind != UInt8(ascii: "\"") else {
                line.append(hex: wire)
                continue
            }
            var numbers = [0, 0]
            var number = 0
            index += 1
            while index < packed.count, packed[index] != UInt8(ascii: ";") {
                if packed[index] == UInt8(ascii: ",") {
                    number = 1
                } else if packed[index] >= 0x30, packed[index] <= 0x39, numbers[number] <= Int(Int32.max) {
                    numbers[number] = numbers[number] * 10 + Int(packed[index] - 0x30)
                } else {
                    throw WireError(.value, at: index, path: ["mark"], expected: "two numbers")
                }
                index += 1
            }
            index += 1
            guard numbers[0] <= unit.count, numbers[1] <= unit.count - numbers[0], index <= packed.count else {
                throw WireError(.length, at: place, path: ["mark"], expected: "a part of the unit")
            }
            let part = unit.extracting(numbers[0]..<numbers[0] + numbers[1])
            if kind == UInt8(ascii: "b") { line.append(base64: part) } else { line.append(hex: part) }
        }
        line.append(packed.extracting(index..<packed.count))
    }
}
