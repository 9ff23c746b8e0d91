extension PlannedJSON {
    /// Parses JSON as plans write it: valid, without whitespace and without needless escapes.
    ///
    /// A string that is an object or an array itself is parsed, too; other strings keep their spelling.
    init(reading text: String) {
        var reader = Reader(Array(text.utf8))
        self = reader.value()
    }

    /// A position in the text.
    private struct Reader {
        private let bytes: [UInt8]
        private var place = 0

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        private var next: UInt8 { place < bytes.count ? bytes[place] : 0 }

        mutating func value() -> PlannedJSON {
            switch next {
            case UInt8(ascii: "{"):
                var members: [(String, PlannedJSON)] = []
                elements(until: UInt8(ascii: "}")) { reader in
                    let key = reader.string().dropFirst().dropLast()
                    reader.place += 1
                    members.append((String(decoding: key, as: UTF8.self), reader.value()))
                }
                return .object(members)
            case UInt8(ascii: "["):
                var list: [PlannedJSON] = []
                elements(until: UInt8(ascii: "]")) { list.append($0.value()) }
                return .list(list)
            case UInt8(ascii: "\""): return Self.text(string())
            default:
                let start = place
                while place < bytes.count, !",]}".utf8.contains(bytes[place]) { place += 1 }
                return .number(String(decoding: bytes[start..<place], as: UTF8.self))
            }
        }

        /// Reads the elements between two brackets, separated by commas.
        private mutating func elements(until end: UInt8, _ element: (inout Reader) -> Void) {
            place += 1
            while place < bytes.count, next != end {
                element(&self)
                if next == UInt8(ascii: ",") { place += 1 }
            }
            place += 1
        }

        /// Reads a string with its quotes.
        private mutating func string() -> ArraySlice<UInt8> {
            let start = place
            place += 1
            while place < bytes.count, next != UInt8(ascii: "\"") { place += next == UInt8(ascii: "\\") ? 2 : 1 }
            place += 1
            return bytes[start..<place]
        }

        private static func text(_ spelling: ArraySlice<UInt8>) -> PlannedJSON {
            let word = PlannedJSON.word(String(decoding: spelling, as: UTF8.self))
            let inner = spelling.dropFirst().dropLast()
            guard inner.first == UInt8(ascii: "{") || inner.first == UInt8(ascii: "[") else { return word }
            // Plans write escapes as \u and four digits.
            let parts = String(decoding: inner, as: UTF8.self).split(separator: "\\u", omittingEmptySubsequences: false)
            let plain = parts.dropFirst().reduce(String(parts[0])) { text, part in
                let sign = UInt32(part.prefix(4), radix: 16).flatMap(Unicode.Scalar.init).map(Character.init)
                return text + (sign.map(String.init) ?? "") + part.dropFirst(4)
            }
            return .nested(PlannedJSON(reading: plain))
        }
    }
}
