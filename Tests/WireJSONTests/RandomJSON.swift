import TestSupport
import WireJSON

/// Makes JSON texts, the same ones from the same seed.
struct RandomJSON {
    private var numbers: SplitMix64
    /// Whether keys may repeat, surrogates may be alone and numbers may be beyond every type.
    var isWild: Bool

    init(seed: UInt64, isWild: Bool) {
        numbers = SplitMix64(seed: seed &* 0x9E37_79B9_7F4A_7C15 &+ 1)
        self.isWild = isWild
    }

    /// A number from 0 up to, not including, `bound`.
    mutating func below(_ bound: Int) -> Int { Int(numbers.next() % UInt64(bound)) }

    mutating func pick<Element>(_ choices: [Element]) -> Element { choices[below(choices.count)] }

    /// A whole text with white space around it.
    mutating func text() -> [UInt8] {
        Array((space() + value(depth: 0) + space()).utf8)
    }

    private mutating func space() -> String {
        guard below(3) == 0 else { return "" }
        return (0..<below(20)).map { _ in pick([" ", " ", " ", "\n", "\t", "\r"]) }.joined()
    }

    private mutating func value(depth: Int) -> String {
        switch below(depth < 5 ? 8 : 5) {
        case 0: return pick(["true", "false", "null"])
        case 1: return number()
        case 2, 3, 4: return string(suffix: "")
        case 5:
            let elements = (0..<below(5)).map { _ in space() + value(depth: depth + 1) + space() }
            return elements.isEmpty ? "[" + space() + "]" : "[" + elements.joined(separator: ",") + "]"
        default:
            let members = (0..<below(6)).map { index in
                space() + string(suffix: isWild ? "" : "#\(index)") + space() + ":" + space()
                    + value(depth: depth + 1) + space()
            }
            return members.isEmpty ? "{" + space() + "}" : "{" + members.joined(separator: ",") + "}"
        }
    }

    private mutating func number() -> String {
        let digits = String(below(pick([10, 1000, 1_000_000_000])))
        let sign = pick(["", "-"])
        switch below(isWild ? 6 : 4) {
        case 0, 1: return sign + digits
        case 2: return sign + digits + "." + String(below(100_000))
        case 3: return sign + digits + pick([".5", ""]) + pick(["e", "E", "e+", "E-"]) + String(below(12))
        case 4: return sign + "1" + (0..<below(60)).map { _ in String(below(10)) }.joined()
        default: return sign + digits + "e" + pick(["", "-", "+"]) + String(below(100_000))
        }
    }

    private mutating func string(suffix: String) -> String {
        let parts = (0..<below(pick([3, 12, 60]))).map { _ in
            switch below(isWild ? 14 : 12) {
            case 0: pick(["\\\"", "\\\\", "\\/", "\\b", "\\f", "\\n", "\\r", "\\t"])
            case 1: pick(["\\u0041", "\\u00e9", "\\u4E16", "\\uD83D\\uDE00", "\\u001f", "\\u0022"])
            case 2: pick(["世", "界", "é", "ß", "😀", "\u{80}", "\u{7FF}", "\u{FFFF}", "\u{10FFFF}"])
            case 3: "今天下午三点"
            case 12, 13: pick(["\\ud800", "\\uDFFF", "\\uDC00\\uD800", "\\uD800\\u0041"])
            default: pick(["a", "b", "hello", " ", "/", "{", "}", "[", "]", ",", ":", "0", "\u{7F}", "xyzzyxyz"])
            }
        }
        return "\"" + parts.joined() + suffix + "\""
    }
}
