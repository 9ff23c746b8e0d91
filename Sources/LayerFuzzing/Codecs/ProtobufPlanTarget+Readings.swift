import FuzzInputs
import Fuzzer
import WireFormat
import WireProtobuf

// Errors of broken messages, and readings of fields that the schema lacks.
extension ProtobufPlanTarget {
    /// Checks that the error about a text longer than its message has the index of the list's element in its path.
    static func broken(_ before: Int, _ type: MessageIndex, _ schema: ProtobufSchema) throws(Violation) {
        func number(_ name: String) -> Int { (kinds.firstIndex { $0.name == name } ?? 0) + 1 }
        let tag = varint(UInt64((repeated + number("message")) << 3 | 2))
        let text = varint(UInt64((single + number("string")) << 3 | 2)) + [50, 0x61]
        let bytes = (0..<before).flatMap { _ in tag + [0] } + tag + varint(UInt64(text.count)) + text
        var tape = ProtobufTape()
        do throws(WireError) {
            try tape.decode(bytes.span, in: 0..<bytes.count, as: type, schema: schema)
        } catch {
            let expected = ["All", "r_message[\(before)]", "s_string"]
            return try PlanMeaning.compare(error.path, expected, list: "names on the way to what is broken")
        }
        throw Violation(.meaning, "a text that is longer than its message is read")
    }

    /// Checks the possible readings of an unknown field's value.
    static func readings(_ choice: Int, _ place: Int) throws(Violation) {
        // Up to 64 characters are shown.
        let some = place & 4 == 0 ? PlanText.text(choice, choice >> 3) : PlanText.plain(choice, 60 + choice & 7)
        let text = some + ["", "\r", "\u{7F}", "x"][(choice + place) & 3]
        // Text may have tabs and line breaks, but no other control characters.
        let isText = text.unicodeScalars.allSatisfy {
            $0.value >= 32 && $0.value != 127 || ["\t", "\n", "\r"].contains($0)
        }
        let bytes = Array(text.utf8)
        let found = ProtobufReadings.bytes(bytes.span)
        let shown = text.count > 64 ? "\(text.prefix(64))…" : text
        let expected = isText && !text.isEmpty ? ["text \"\(shown)\""] : []
        try PlanMeaning.compare(found.filter { $0.hasPrefix("text ") }, expected, list: "readings of an unknown field")
        let large = unsigned[choice % unsigned.count]
        let signed = large > 0x7FFF_FFFF_FFFF_FFFF ? ["signed \(Int64(truncatingIfNeeded: large))"] : []
        let half = Int64(large / 2)
        let zigzag = large % 2 == 0 ? half : -half - 1
        let word = large < 2 ? [large == 1 ? "true" : "false"] : []
        let numbers = ["\(large)"] + signed + ["zigzag \(zigzag)"] + word
        try PlanMeaning.compare(ProtobufReadings.varint(large), numbers, list: "readings of a number")
        try fixed(large)
        try message(choice, place)
    }

    /// Checks the readings of numbers of a fixed width.
    private static func fixed(_ large: UInt64) throws(Violation) {
        func real(_ number: some BinaryFloatingPoint & CustomStringConvertible) -> String {
            number == number ? "\(number)" : "nan"
        }
        let wide = large > 0x7FFF_FFFF_FFFF_FFFF ? ["signed \(Int64(truncatingIfNeeded: large))"] : []
        try PlanMeaning.compare(
            ProtobufReadings.fixed64(large),
            ["\(large)"] + wide + ["double \(real(Double(bitPattern: large)))"],
            list: "readings of eight bytes"
        )
        let small = UInt32(truncatingIfNeeded: large)
        let narrow = small > 0x7FFF_FFFF ? ["signed \(Int32(truncatingIfNeeded: small))"] : []
        try PlanMeaning.compare(
            ProtobufReadings.fixed32(small),
            ["\(small)"] + narrow + ["float \(real(Float(bitPattern: small)))"],
            list: "readings of four bytes"
        )
    }

    /// Checks a message of unknown fields: each is read as its most likely kind, a text before a message.
    private static func message(_ choice: Int, _ place: Int) throws(Violation) {
        // A text that is also a message: a field 12 with one letter.
        let text = place & 1 == 0 ? "b\u{1}a".replacing("\u{1}", with: "\t") : PlanText.plain(choice, choice & 7)
        func field(_ number: Int, _ bytes: [UInt8]) -> [UInt8] {
            varint(UInt64(number << 3 | 2)) + varint(UInt64(bytes.count)) + bytes
        }
        let inner = varint(8) + varint(UInt64(choice & 7))
        let bytes =
            varint(8) + varint(UInt64(choice)) + field(2, Array(text.utf8)) + field(3, inner) + field(4, [])
            + varint(45) + [0, 0, 0x80, 0x3F]
        let shown =
            "message {#1: \(choice), #2: \"\(text)\", #3: message {#1: \(choice & 7)}, #4: \"\", #5: 1065353216}"
        try PlanMeaning.compare(
            ProtobufReadings.bytes(bytes.span).filter { $0.hasPrefix("message ") },
            [shown],
            list: "readings of an unknown message"
        )
    }
}
