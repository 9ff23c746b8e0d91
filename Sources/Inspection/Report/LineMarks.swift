import WireFormat

/// Marks in a line of JSON for what the unit's bytes tell already.
///
/// A mark begins with U+2066, which a line never holds: it is escaped there. Alone it stands for the hex of the unit as on
/// the wire; with `b` or `x`, two decimal numbers and their signs, as in `b120,64;`, for base64 or hex of 64 bytes of the
/// decoded unit from byte 120 on.
enum LineMarks {
    /// What begins a mark.
    static let sign: [UInt8] = [0xE2, 0x81, 0xA6]
    /// Shorter texts are left as they are.
    private static let shortest = 64

    /// A line with the unit's hex, and with marks in place of it and of its parts.
    ///
    /// - Parameter line: an event's line without hex, from brace to brace.
    static func packed(_ line: [UInt8], unit: [UInt8]) -> [UInt8] {
        // Behind the last `"bytes":` come only numbers and hex.
        let key = Array(",\"bytes\":".utf8)
        guard let place = lastPlace(of: key, in: line) else { return line }
        var end = place + key.count
        while end < line.count, line[end] >= 0x30, line[end] <= 0x39 { end += 1 }
        var packed: [UInt8] = []
        packed.reserveCapacity(line.count + 16)
        appendParts(line[..<end], unit, &packed)
        packed += Array(",\"hex\":\"".utf8) + sign + [UInt8(ascii: "\"")]
        appendParts(line[end...], unit, &packed)
        return packed
    }

    private static func lastPlace(of key: [UInt8], in line: [UInt8]) -> Int? {
        var place = line.count - key.count
        while place >= 0 {
            if line[place] == key[0], line[place..<place + key.count].elementsEqual(key) { return place }
            place -= 1
        }
        return nil
    }

    /// Appends a part of a line, with marks in place of long texts of base64 or hex whose bytes the unit holds.
    private static func appendParts(_ part: ArraySlice<UInt8>, _ unit: [UInt8], _ packed: inout [UInt8]) {
        guard part.count > shortest else {
            packed += part
            return
        }
        var start = part.startIndex
        var index = part.startIndex
        while index < part.endIndex {
            guard part[index] == UInt8(ascii: "\"") else {
                index += 1
                continue
            }
            let first = index + 1
            var end = first
            while end < part.endIndex, isDigit(part[end]) { end += 1 }
            index = max(end, first)
            guard end < part.endIndex, part[end] == UInt8(ascii: "\""), end - first >= shortest,
                let mark = mark(part[first..<end], unit)
            else { continue }
            packed += part[start..<first]
            packed += sign + Array(mark.utf8)
            start = end
        }
        packed += part[start...]
    }

    /// Whether a byte is one of base64, hex among them.
    private static func isDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="):
            true
        default: false
        }
    }

    private static func mark(_ text: ArraySlice<UInt8>, _ unit: [UInt8]) -> String? {
        let array = Array(text)
        if let bytes = try? Hex.decode(String(decoding: array, as: UTF8.self)), let place = place(of: bytes, in: unit),
            Hex.encode(bytes).utf8.elementsEqual(array)
        {
            return "x\(place),\(bytes.count);"
        }
        guard let bytes = Base64.decode(array.span), let place = place(of: bytes, in: unit) else { return nil }
        // The same spelling must come out again.
        var writer = ByteWriter(capacity: array.count)
        writer.append(base64: bytes.span)
        return writer.span.equals(array.span) ? "b\(place),\(bytes.count);" : nil
    }

    private static func place(of bytes: [UInt8], in unit: [UInt8]) -> Int? {
        guard bytes.count >= 8, unit.count >= bytes.count else { return nil }
        let wanted = bytes.span.loadUnaligned(at: 0, as: UInt64.self)
        let span = unit.span
        for place in 0...unit.count - bytes.count
        where span.loadUnaligned(at: place, as: UInt64.self) == wanted
            && span.extracting(place..<place + bytes.count).equals(bytes.span)
        {
            return place
        }
        return nil
    }

    /// The line that a packed one stands for.
    ///
    /// - Parameters:
    ///   - unit: the bytes as decoded.
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
