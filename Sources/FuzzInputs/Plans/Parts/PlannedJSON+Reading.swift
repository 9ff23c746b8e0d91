extension PlannedJSON {
    /// Reads JSON as plans write it: right, without white space, and nothing escaped that need not be.
    ///
    /// A text that is an object or a list itself is read, too; others stay as they are spelt.
    init(reading text: String) {
        var reader = Reader(Array(text.utf8))
        self = reader.value()
    }

    /// A place in a text.
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

        /// What stands between two brackets, with commas between.
        private mutating func elements(until end: UInt8, _ element: (inout Reader) -> Void) {
            place += 1
            while place < bytes.count, next != end {
                element(&self)
                if next == UInt8(ascii: ",") { place += 1 }
            }
            place += 1
        }

        /// A text with its quotes.
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
            // Plans escape a sign by its number.
            let parts = String(decoding: inner, as: UTF8.self).split(separator: "\\u", omittingEmptySubsequences: false)
            let plain = parts.dropFirst().reduce(String(parts[0])) { text, part in
                let sign = UInt32(part.prefix(4), radix: 16).flatMap(Unicode.Scalar.init).map(Character.init)
                return text + (sign.map(String.init) ?? "") + part.dropFirst(4)
            }
            return .nested(PlannedJSON(reading: plain))
        }
    }
}
