import RongCloud
import WireFormat
import WireJSON

extension LeafReplacer {
    /// Returns a JSON text of the same shape with other leaves, without white space; `nil` if the text is not JSON.
    ///
    /// - Parameter isScalar: `true` if an object or array must give `nil`, `false` if anything else must.
    func json(_ text: Span<UInt8>, _ place: LeafPlace, isScalar: Bool? = nil) -> [UInt8]? {
        var tape = JSONTape()
        exchange(&tape)
        defer { exchange(&tape) }
        guard let value = try? tape.parse(text, in: 0..<text.count) else { return nil }
        if let isScalar, isScalar == (value.kind == .object || value.kind == .array) { return nil }
        var writer = ByteWriter(capacity: text.count + 64)
        json(value, place, to: &writer)
        return writer.array
    }

    /// Returns a JSON value of the same shape with other leaves.
    func json(_ value: JSONValue, _ place: LeafPlace) -> JSONValue {
        switch value {
        case .string(let string): .string(JSONString(text(string.text, place)))
        case .bool, .null: value
        default: json(value.minified.span, place).flatMap { try? JSONValue(parsing: $0) } ?? .null
        }
    }

    /// Appends a JSON value of the same shape, with other leaves.
    func json(_ value: borrowing JSONView, _ place: LeafPlace, to writer: inout ByteWriter) {
        switch value.kind {
        case .object: object(value, place, to: &writer)
        case .array:
            if place.mayBeByteValues, let bytes = byteValues(value) {
                return append(byteValues: self.bytes(bytes.values, place), isSigned: bytes.isSigned, to: &writer)
            }
            writer.append(UInt8(ascii: "["))
            var isFirst = true
            var elements = value.elements
            while let element = elements.next() {
                if !isFirst { writer.append(UInt8(ascii: ",")) }
                isFirst = false
                json(element, place, to: &writer)
            }
            writer.append(UInt8(ascii: "]"))
        case .string:
            let spelling = value.spelling
            let start = writer.beginJSONString()
            if !value.hasEscapes {
                text(spelling.extracting(1..<spelling.count - 1), place, to: &writer)
            } else {
                let decoded = Array((value.string ?? "").utf8)
                text(decoded.span, place, to: &writer)
                // In the content, the text can only be found in its escaped spelling.
                let made = writer.span.extracting(start...)
                note(spelling.extracting(1..<spelling.count - 1), became: made, of: decoded.span)
            }
            writer.endJSONString(from: start)
        case .number: number(value.spelling, place, to: &writer)
        case .bool, .null: writer.append(value.spelling)
        }
    }

    private func object(_ value: borrowing JSONView, _ place: LeafPlace, to writer: inout ByteWriter) {
        var objectName: [UInt8]?
        var isDownstream = false
        if place.holdsMembers, place.scope.mayNameContent {
            let name = if let first = value["classname"] { first.string } else { value["objectName"]?.string }
            objectName = name.map { Array($0.utf8) }
            if name != nil { isDownstream = value["fromUserId"] != nil || value["msgId"] != nil }
        }
        let scope = places.members(of: place, namesContent: objectName != nil, isDownstream: isDownstream)
        writer.append(UInt8(ascii: "{"))
        var isFirst = true
        var members = value.members
        while members.moveOn() {
            if !isFirst { writer.append(UInt8(ascii: ",")) }
            isFirst = false
            let inner = key(members.key, in: scope, to: &writer)
            writer.append(UInt8(ascii: ":"))
            if inner.leaf == .content, let objectName {
                content(members.value, objectName, inner, to: &writer)
            } else {
                json(members.value, inner, to: &writer)
            }
        }
        writer.append(UInt8(ascii: "}"))
    }

    /// Appends a key, and returns its place; keys that the protocol knows stay.
    private func key(_ key: borrowing JSONView, in scope: LeafScope, to writer: inout ByteWriter) -> LeafPlace {
        let spelling = key.spelling
        if !key.hasEscapes {
            let name = spelling.extracting(1..<spelling.count - 1)
            let place = places.place(name, in: scope)
            append(name, spelling, place, to: &writer)
            return place
        }
        let name = Array((key.string ?? "").utf8)
        let place = places.place(name.span, in: scope)
        append(name.span, spelling, place, to: &writer)
        return place
    }

    private func append(
        _ name: Span<UInt8>,
        _ spelling: Span<UInt8>,
        _ place: LeafPlace,
        to writer: inout ByteWriter
    ) {
        if place.isKnownKey {
            if !place.isNoted {
                pseudonyms.originals.keep(name)
                place.isNoted = true
            }
            return writer.append(spelling)
        }
        let start = writer.beginJSONString()
        pseudonyms.text(name, to: &writer)
        writer.endJSONString(from: start)
    }

    /// Returns a key, or its pseudonym if the protocol does not know the key.
    func key(_ key: JSONString) -> JSONString {
        if Vocabulary.isKey(key.text) {
            pseudonyms.originals.keep(Array(key.text.utf8))
            return key
        }
        return JSONString(pseudonyms.text(key.text))
    }

    // MARK: Contents

    private func content(
        _ value: borrowing JSONView,
        _ objectName: [UInt8],
        _ place: LeafPlace,
        to writer: inout ByteWriter
    ) {
        switch value.kind {
        case .string:
            let text = Array((value.string ?? "").utf8)
            let start = writer.beginJSONString()
            content(text.span, objectName: objectName.span, place, to: &writer)
            writer.endJSONString(from: start)
        case .array:
            guard let bytes = byteValues(value) else { return json(value, places.unknownContent, to: &writer) }
            let made = content(bytes.values, objectName: objectName, place)
            append(byteValues: made, isSigned: bytes.isSigned, to: &writer)
        default: json(value, places.content(of: objectName.span), to: &writer)
        }
    }

    /// Returns the bytes that an array of numbers represents; `nil` for an empty array and for other arrays.
    private func byteValues(_ value: borrowing JSONView) -> (values: [UInt8], isSigned: Bool)? {
        var values: [UInt8] = []
        var isSigned = false
        var elements = value.elements
        while let element = elements.next() {
            guard let number = element.int64, -128...255 ~= number else { return nil }
            if number < 0 { isSigned = true }
            values.append(UInt8(truncatingIfNeeded: number))
        }
        return values.isEmpty ? nil : (values, isSigned)
    }

    private func append(byteValues bytes: [UInt8], isSigned: Bool, to writer: inout ByteWriter) {
        writer.append(UInt8(ascii: "["))
        for (index, byte) in bytes.enumerated() {
            if index > 0 { writer.append(UInt8(ascii: ",")) }
            writer.append(decimal: isSigned ? Int(Int8(bitPattern: byte)) : Int(byte))
        }
        writer.append(UInt8(ascii: "]"))
    }

    /// Returns the content of a chat message with other leaves.
    func content(_ value: [UInt8], objectName: [UInt8], _ place: LeafPlace) -> [UInt8] {
        var writer = ByteWriter(capacity: value.count + 64)
        content(value.span, objectName: objectName.span, place, to: &writer)
        return writer.array
    }

    /// Appends the content of a chat message with other leaves.
    func content(
        _ value: Span<UInt8>,
        objectName: Span<UInt8>,
        _ place: LeafPlace,
        to writer: inout ByteWriter
    ) {
        guard !value.isEmpty else { return }
        var tape = JSONTape()
        exchange(&tape)
        defer { exchange(&tape) }
        // JSON that is no object stays JSON of the same kind, since the decoder says which kind it is.
        do throws(WireError) {
            let parsed = try tape.parse(value, in: 0..<value.count)
            count(place)
            let before = searchedLeaves
            let start = writer.count
            json(parsed, places.content(of: objectName), to: &writer)
            if writer.count - start < value.count { writer.padJSON(from: start, parsed.range.count, value.count) }
            if writer.count - start > ContentRule.mostBytes, value.count <= ContentRule.mostBytes {
                madeContentTooLong = true
            }
            let made = writer.span.extracting(start...)
            // The search finds a content by any of its longer texts, so it is recorded only if it has none.
            if searchedLeaves == before || value.equals(made) { note(value, became: made) }
        } catch {
            let start = writer.count
            bytes(value, places.unknownContent, to: &writer)
            guard error.code == .limit else { return }
            // What has too many levels keeps too many.
            let end = min(start + JSONLimits().depth + 1, writer.count)
            for index in start..<end { writer.replaceByte(at: index, with: UInt8(ascii: "[")) }
        }
    }
}

extension ByteWriter {
    /// Lengthens a JSON value to the length that the original had with its blanks and escapes: a limit tells longer contents
    /// from others, and each packet of the original may have brought a single byte.
    ///
    /// - Parameters:
    ///   - start: the index where the value begins.
    ///   - count: the length of the original value, in bytes.
    ///   - whole: its length with the blanks around it.
    mutating func padJSON(from start: Int, _ count: Int, _ whole: Int) {
        let blank = UInt8(ascii: " ")
        let last = span[self.count - 1]
        if last == UInt8(ascii: "}") || last == UInt8(ascii: "]") {
            truncate(to: self.count - 1)
            append([UInt8](repeating: blank, count: max(0, count - (self.count - start) - 1)))
            append(last)
        }
        append([UInt8](repeating: blank, count: max(0, whole - (self.count - start))))
    }

    /// Begins a JSON string whose text is appended unescaped; returns the index where the text begins.
    @inline(__always)
    fileprivate mutating func beginJSONString() -> Int {
        append(UInt8(ascii: "\""))
        return count
    }

    /// Ends a JSON string whose text began at `start`, and escapes the text if necessary.
    @inline(__always)
    fileprivate mutating func endJSONString(from start: Int) {
        guard Self.hasSpecial(span.extracting(start...)) else { return append(UInt8(ascii: "\"")) }
        let copy = Array(copying: span.extracting(start...))
        truncate(to: start - 1)
        append(jsonString: copy.span)
    }

    /// Returns whether a character of a text must be escaped.
    @inline(__always)
    private static func hasSpecial(_ text: Span<UInt8>) -> Bool {
        var found: UInt64 = 0
        var index = 0
        while text.count &- index >= 8 {
            found |= special(in: text.loadUnaligned(at: index, as: UInt64.self))
            index &+= 8
        }
        // Checks the last eight bytes, some of which were checked before.
        if index < text.count, text.count >= 8 {
            found |= special(in: text.loadUnaligned(at: text.count &- 8, as: UInt64.self))
            index = text.count
        }
        while index < text.count {
            found |= special(in: UInt64(text[index]) | 0x2020_2020_2020_2000)
            index &+= 1
        }
        return found != 0
    }

    /// Returns a value that is not 0 if one of eight bytes is a control character, a quotation mark or a backslash.
    @inline(__always)
    private static func special(in word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word }
        let controls = (word &- ones &* 0x20) & ~word
        let marks = zeros(word ^ ones &* UInt64(UInt8(ascii: "\""))) | zeros(word ^ ones &* UInt64(UInt8(ascii: "\\")))
        return (controls | marks) & (ones &* 0x80)
    }
}
