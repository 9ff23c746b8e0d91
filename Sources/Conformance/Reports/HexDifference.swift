import Reporting
import WireFormat
import WireJSON

/// Two byte strings compared at the first byte in which they differ.
struct HexDifference {
    let expected: [UInt8]
    let actual: [UInt8]
    /// The offset of the first differing byte, or the length of the shorter string.
    let offset: Int

    /// The members of answers that contain hex; the members of `raw` contain hex too.
    private static let names: Set<String> = ["hex", "data", "trailing", "signature"]

    /// Makes a hex difference from a difference; returns `nil` unless both sides are hex.
    init?(_ difference: ValueDifference) {
        let parts = difference.path.split(separator: ".")
        guard let name = parts.last, Self.names.contains(String(name)) || parts.dropLast().last == "raw",
            let one = difference.expected?.string, let other = difference.actual?.string,
            let expected = try? Hex.decode(one), let actual = try? Hex.decode(other), expected != actual
        else { return nil }
        self.expected = expected
        self.actual = actual
        offset = zip(expected, actual).prefix { $0 == $1 }.count
    }

    private static let width = 16

    /// The lengths, the row of each side with the first difference, and a mark under that difference.
    var lines: [String] {
        let start = offset / Self.width * Self.width
        let column = offset - start
        let counts = "\(Count.of("byte", expected.count)) expected, \(actual.count) there"
        let head = "\(counts); they differ from byte \(offset) on"
        let prefix = "  actual    \(Self.offsetText(start))  "
        return [
            head, "  expected  \(Self.offsetText(start))  " + Self.row(expected, start),
            prefix + Self.row(actual, start), String(repeating: " ", count: prefix.count + 3 * column) + "^^",
        ]
    }

    private static func offsetText(_ offset: Int) -> String {
        let digits = String(offset, radix: 16)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    private static func row(_ bytes: [UInt8], _ start: Int) -> String {
        guard start < bytes.count else { return "(ends)" }
        let row = bytes[start..<min(bytes.count, start + width)].map { Hex.encode([$0]) }.joined(separator: " ")
        return bytes.count < start + width ? row + " (ends)" : row
    }
}
