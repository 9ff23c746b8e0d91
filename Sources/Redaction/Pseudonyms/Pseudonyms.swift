package import Crypto
import RongCloud
import WireFormat
import WireJSON

/// Makes pseudonyms: of the same kind, length class and script as the value, from a keyed hash of it.
///
/// The same value has the same pseudonym wherever it stands, and different values have different ones.
package final class Pseudonyms {
    let key: PseudonymKey
    let addresses: AddressMap
    var originals = Originals()
    private var smallNumbers: SmallNumbers
    /// Whose each pseudonym is, by fingerprints, of those of which there are not so many.
    private var owners: [UInt64: UInt64] = [:]
    private var cache: [String: String] = [:]
    /// Pseudonyms of targets by the hash that message ids hold of them.
    private var targets: [UInt64: String] = [:]
    /// Finds values that no pseudonym may hold: the originals of an earlier attempt.
    private var forbidden: LeakSearch?

    /// Pseudonyms of message ids.
    private var messageUIDs: [String: String] = [:]

    private static let cached = 4096
    private static let knownTargets = 1 << 16

    package convenience init(key: SymmetricKey) { self.init(key: key, avoiding: nil) }

    init(key: SymmetricKey, avoiding forbidden: Originals?) {
        let key = PseudonymKey(key)
        self.key = key
        self.forbidden = forbidden.map { LeakSearch($0) }
        addresses = AddressMap(key: key)
        smallNumbers = SmallNumbers(key: key)
    }

    /// Gives back the memory that only new pseudonyms need.
    func finish() {
        forbidden = nil
        owners = [:]
    }

    // MARK: Text

    /// The pseudonym of a text, or of whatever a string holds.
    func text(_ value: String) -> String {
        guard !value.isEmpty else { return value }
        if let known = cache[value] ?? messageUIDs[value] { return known }
        let result = make(value)
        originals.record(Array(value.utf8))
        if cache.count >= Self.cached { cache.removeAll(keepingCapacity: true) }
        if value.utf8.count <= 256 { cache[value] = result }
        return result
    }

    /// The pseudonym of a message's id: time and type stay.
    func messageUID(_ value: String) -> String {
        guard value.utf8.count == 19, let uid = try? MessageUID(value), uid.description == value else {
            return text(value)
        }
        if let known = messageUIDs[value] { return known }
        let made = replace(uid, value)
        originals.record(Array(value.utf8))
        if messageUIDs.count < Self.knownTargets { messageUIDs[value] = made }
        return made
    }

    private func make(_ value: String) -> String {
        if let address = addresses.replace(text: value) { return address }
        if let link = link(value) { return link }
        return letters(value)
    }

    /// Remembers a target, so that the hash of it in message ids follows.
    func note(target: String) {
        guard !target.isEmpty, targets.count < Self.knownTargets else { return }
        for layout in [MessageUID.Layout.a, .b] {
            let hash = UInt64(MessageUID.hash(ofTarget: target, layout: layout)) | (layout == .a ? 1 << 32 : 0)
            if targets[hash] == nil { targets[hash] = text(target) }
        }
    }

    private func replace(_ uid: MessageUID, _ value: String) -> String {
        let place = UInt64(uid.hash) | (uid.layout == .a ? 1 << 32 : 0)
        var hash: UInt32
        if let target = targets[place] {
            hash = MessageUID.hash(ofTarget: target, layout: uid.layout)
        } else {
            var random = KeyedBytes(Array(value.utf8), key: key, purpose: 0xD1)
            hash = UInt32(truncatingIfNeeded: random.number(below: uid.layout == .a ? 1 << 32 : 1 << 22))
        }
        if hash == uid.hash { hash ^= 1 }
        let made = try? MessageUID(
            layout: uid.layout,
            time: uid.time,
            sequence: uid.sequence,
            type: uid.type,
            hash: hash
        )
        return made?.description ?? letters(value)
    }

    /// A link keeps its scheme, and its host is replaced as the host alone would be.
    private func link(_ value: String) -> String? {
        guard value.utf8.contains(UInt8(ascii: ":")), let mark = value.firstRange(of: "://") else { return nil }
        let scheme = value[..<mark.lowerBound]
        guard !scheme.isEmpty, scheme.utf8.count <= 8, scheme.allSatisfy({ $0.isASCII && $0.isLetter }) else {
            return nil
        }
        let rest = value[mark.upperBound...]
        let end = rest.firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? rest.endIndex
        let host = String(rest[..<end])
        let path = String(rest[end...])
        return scheme + "://" + text(host) + (path.utf8.count > 1 ? letters(path) : path)
    }

    /// Character by character, each by one of the same kind and length.
    private func letters(_ value: String) -> String {
        let utf8 = Array(value.utf8)
        let scalars = Array(value.unicodeScalars)
        var digits = true
        var isHex = scalars.count >= 16
        var replaceable = 0
        for scalar in scalars {
            if scalar.value &- 48 > 9 { digits = false }
            if isHex, scalar != "-", !scalar.properties.isASCIIHexDigit { isHex = false }
            if !ScriptLetters.mayStay(scalar) { replaceable += 1 }
        }
        if digits, scalars.count <= SmallNumbers.longest { return smallNumbers.replace(value) }
        let replacesAll = replaceable < 6 || replaceable * 2 < scalars.count
        let isShort = utf8.count < Originals.shortest
        let owner = Fingerprint.shared.of(utf8)
        var made: [UInt8] = []
        made.reserveCapacity(utf8.count + 32)
        var attempt: UInt8 = 0
        while true {
            var random = KeyedBytes(utf8, key: key, purpose: 0, attempt: attempt)
            made.removeAll(keepingCapacity: true)
            // About how many bits tell this pseudonym from others of its kind.
            var choices = 0
            var count = scalars.count
            for (place, scalar) in scalars.enumerated() {
                if isHex, scalar != "-" {
                    let isUpper = scalar.value >= 0x41 && scalar.value <= 0x46
                    let isFirst = scalar.value < 0x3A && place == 0
                    let digit = UInt8(random.number(below: isFirst ? 10 : 16))
                    made.append(digit < 10 ? 48 + digit : digit - 10 + (isUpper ? 65 : 97))
                    choices += 3
                } else if ScriptLetters.mayStay(scalar), !replacesAll || scalar == " " || scalar == "\n" {
                    Self.append(scalar, to: &made)
                } else if digits, place == 0, scalar != "0" {
                    // A number keeps its length and fits where it fitted.
                    made.append(UInt8(49 + random.number(below: scalar.value == 49 ? 1 : 8)))
                } else {
                    Self.append(ScriptLetters.replace(scalar, &random), to: &made)
                    choices += 3
                }
            }
            // Short values grow so that different ones stay different.
            while isShort || attempt > 200, count < (attempt > 200 ? scalars.count + 4 : 8) {
                Self.append(ScriptLetters.replace(ScriptLetters.filler(like: scalars.last), &random), to: &made)
                count += 1
                choices += 3
            }
            if made != utf8, claim(made, for: owner, choices) { break }
            if attempt == 255 {
                if made == utf8 { made.append(UInt8(ascii: "x")) }
                break
            }
            attempt += 1
        }
        return String(decoding: made, as: UTF8.self)
    }

    private static func append(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
        guard !scalar.isASCII else { return bytes.append(UInt8(scalar.value)) }
        if let encoded = UTF8.encode(scalar) { bytes.append(contentsOf: encoded) }
    }

    /// Pseudonyms of which there are more than two to this power do not meet by chance.
    private static let manyChoices = 72

    /// Whether a pseudonym is free, or is this value's already.
    private func claim(_ pseudonym: [UInt8], for owner: UInt64, _ choices: Int) -> Bool {
        if forbidden?.holds(pseudonym.span) == true { return false }
        guard choices < Self.manyChoices else { return true }
        let made = Fingerprint.shared.of(pseudonym)
        if let other = owners[made] { return other == owner }
        if owners.count < Originals.most { owners[made] = owner }
        return true
    }

    /// Whether a pseudonym is also an original of another value.
    var meetsOriginals: Bool { owners.keys.contains { originals.holds($0) } }

    // MARK: Numbers and bytes

    /// The pseudonym of a decimal number's spelling.
    func number(_ spelling: String) -> String {
        var sign = ""
        var digits = spelling[...]
        if digits.first == "-" { sign = String(digits.removeFirst()) }
        guard digits.allSatisfy({ $0.isASCII && $0.isNumber }) else { return sign + fraction(String(digits)) }
        return sign + text(String(digits))
    }

    /// A number with a point or an exponent: other digits behind the point, and before it.
    private func fraction(_ value: String) -> String {
        var random = KeyedBytes(Array(value.utf8), key: key, purpose: 0xD2)
        originals.record(Array(value.utf8))
        var result = ""
        var inExponent = false
        var isFirst = true
        for character in value {
            if character == "e" || character == "E" { inExponent = true }
            if character.isNumber, !inExponent {
                let lowest = isFirst && character != "0" ? 1 : 0
                result += isFirst && character == "0" ? "0" : String(lowest + random.number(below: 10 - lowest))
                isFirst = false
            } else {
                result.append(character)
                if character == "." { isFirst = false }
            }
        }
        return result == value ? result + "7" : result
    }

    /// Another place on earth, with as many digits.
    func coordinate(_ spelling: String) -> String {
        let isNegative = spelling.hasPrefix("-")
        let digits = isNegative ? String(spelling.dropFirst()) : spelling
        originals.record(Array(digits.utf8))
        let parts = digits.split(separator: ".", maxSplits: 1)
        guard parts.count == 2, parts.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } }) else {
            return number(spelling)
        }
        var random = KeyedBytes(Array(digits.utf8), key: key, purpose: 0xD3)
        var result = isNegative ? "-" : ""
        switch parts[0].count {
        case 1: result += String(1 + random.number(below: 9))
        case 2: result += String(10 + random.number(below: 80))
        default: result += String(100 + random.number(below: 80))
        }
        result += "."
        for _ in parts[1].dropLast() { result += String(random.number(below: 10)) }
        result += String(1 + random.number(below: 9))
        return result == spelling ? number(spelling) : result
    }

    /// A number of the wire, with as many decimal digits.
    func number(_ bits: UInt64) -> UInt64 {
        let signed = Int64(bitPattern: bits)
        if bits >> 63 == 1, bits != 1 << 63 {
            return UInt64(bitPattern: -(Int64(number(String(signed.magnitude))) ?? 1))
        }
        return bits == 0 ? 0 : UInt64(number(String(bits))) ?? 1
    }

    /// Bytes that are no text.
    func bytes(_ value: [UInt8]) -> [UInt8] {
        guard !value.isEmpty else { return value }
        originals.record(value)
        var random = KeyedBytes(value, key: key, purpose: 1)
        var result = value.map { _ in random.next() }
        if result == value { result[0] ^= 0xFF }
        return result
    }

    /// Bytes that may be text.
    func textOrBytes(_ value: [UInt8]) -> [UInt8] {
        if let text = String(validating: value, as: UTF8.self),
            text.unicodeScalars.allSatisfy({ $0.value >= 0x20 || $0.value == 10 || $0.value == 13 || $0.value == 9 })
        {
            return Array(self.text(text).utf8)
        }
        return bytes(value)
    }
}
