package import Crypto
import RongCloud
import WireFormat

/// Creates pseudonyms by a keyed hash: of the same kind, length class and script as the value.
///
/// A value has the same pseudonym everywhere, and different values have different pseudonyms.
package final class Pseudonyms {
    let key: PseudonymKey
    let addresses: AddressMap
    @exclusivity(unchecked) var originals = Originals()
    @exclusivity(unchecked) private var smallNumbers: SmallNumbers
    @exclusivity(unchecked) private var recent = RecentPseudonyms()
    @exclusivity(unchecked) private var recentUIDs = RecentPseudonyms()
    private let ids: KnownIDs
    /// The hashes of targets' pseudonyms, by the hashes of the targets.
    @exclusivity(unchecked) private var targetHashes = HashMap64<UInt32>()
    /// The values that no pseudonym may hold.
    @exclusivity(unchecked) private var forbidden: [LeakIndex]
    /// The values under 6 bytes, if their pseudonyms have as many bytes; `nil` if these are longer.
    let shorts: HashSet64?

    private static let knownTargets = 1 << 16

    package convenience init(key: SymmetricKey, ids: KnownIDs = KnownIDs()) {
        self.init(key: key, ids: ids, avoiding: [])
    }

    /// - Parameters:
    ///   - ids: the ids of the capture.
    ///   - forbidden: the values that no pseudonym may hold.
    ///   - shorts: the fingerprints of all values under 6 bytes, if their pseudonyms are to have as many bytes.
    init(
        key: SymmetricKey,
        ids: KnownIDs,
        avoiding forbidden: [LeakIndex],
        keepingLengthOf shorts: HashSet64? = nil
    ) {
        let key = PseudonymKey(key)
        self.key = key
        self.ids = ids
        self.shorts = shorts
        self.forbidden = forbidden.map { LeakIndex(sharing: $0) }
        addresses = AddressMap(key: key)
        smallNumbers = SmallNumbers(key: key)
    }

    /// Frees the memory that only new pseudonyms need.
    func finish() {
        forbidden = []
        recent = RecentPseudonyms()
        recentUIDs = RecentPseudonyms()
        targetHashes = HashMap64()
    }

    /// Returns the recorded values, and clears them here.
    func takeOriginals() -> Originals {
        defer { originals = Originals() }
        originals.settle()
        return originals
    }

    // MARK: Text

    /// Returns the pseudonym of a text.
    func text(_ value: String) -> String { spelled(value) { text($0, to: &$1) } }

    private func spelled(_ value: String, _ append: (Span<UInt8>, inout ByteWriter) -> Void) -> String {
        let bytes = value.utf8.span
        var writer = ByteWriter(capacity: bytes.count + 32)
        append(bytes, &writer)
        return String(decodingUTF8: writer.span)
    }

    /// Appends the pseudonym of a text in UTF-8.
    func text(_ value: Span<UInt8>, to writer: inout ByteWriter) {
        guard !value.isEmpty else { return }
        let hash = Fingerprint.shared.of(value)
        if recent.append(hash, to: &writer) { return }
        if value.count == KnownIDs.messageUIDLength, ids.isMessageUID(hash),
            append(messageUID: value, hash, to: &writer)
        {
            return
        }
        let start = writer.count
        make(value, to: &writer)
        originals.record(value, hash)
        recent.note(hash, writer.span.extracting(start...))
    }

    /// Appends the pseudonym of a message id: its time and type stay.
    func messageUID(_ value: Span<UInt8>, to writer: inout ByteWriter) {
        guard value.count == KnownIDs.messageUIDLength,
            append(messageUID: value, Fingerprint.shared.of(value), to: &writer)
        else { return text(value, to: &writer) }
    }

    /// - Returns: `false` if the value is not a message id.
    private func append(messageUID value: Span<UInt8>, _ hash: UInt64, to writer: inout ByteWriter) -> Bool {
        if recentUIDs.append(hash, to: &writer) { return true }
        guard let uid = try? MessageUID(value), !value.hasSmallLetters else { return false }
        let start = writer.count
        replace(uid, value, to: &writer)
        originals.record(value, hash)
        recentUIDs.note(hash, writer.span.extracting(start...))
        return true
    }

    /// Returns the pseudonym of a message id.
    func messageUID(_ value: String) -> String { spelled(value) { messageUID($0, to: &$1) } }

    private func make(_ value: Span<UInt8>, to writer: inout ByteWriter) {
        if AddressMap.mayBeAddress(value), let address = addresses.replace(text: String(decodingUTF8: value)) {
            writer.append(text: address)
        } else if value.isSignedNumber {
            // The number stays one, since a field may hold numbers as text.
            writer.append(value[0])
            text(value.extracting(1...), to: &writer)
        } else if !link(value, to: &writer) {
            letters(value, to: &writer)
        }
    }

    private func replace(_ uid: MessageUID, _ value: Span<UInt8>, to writer: inout ByteWriter) {
        var hash: UInt32
        if let target = newHash(uid.hash, uid.layout) {
            hash = target
        } else {
            var random = KeyedBytes(value, key: key, purpose: 0xD1)
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
        if let made { made.append(to: &writer) } else { letters(value, to: &writer) }
    }

    /// Returns the hash of a target's pseudonym; `nil` if the target is not known.
    private func newHash(_ hash: UInt32, _ layout: MessageUID.Layout) -> UInt32? {
        let place = UInt64(hash) << 1 | (layout == .a ? 1 : 0)
        let mixed = (place + 1) &* 0x9E37_79B9_7F4A_7C15
        if let known = targetHashes[mixed] { return known }
        guard let target = ids.target(hash, layout) else { return nil }
        let made = MessageUID.hash(ofTarget: text(target), layout: layout)
        if targetHashes.count < Self.knownTargets { targetHashes.set(mixed, made) }
        return made
    }

    /// Appends the pseudonym of a link: the scheme stays, and the host is replaced as it would be on its own.
    ///
    /// - Returns: `false` if the value is not a link, or has a scheme of an application.
    private func link(_ value: Span<UInt8>, to writer: inout ByteWriter) -> Bool {
        guard let colon = value.firstIndex(of: UInt8(ascii: ":"), from: 0), 1...Self.longestScheme ~= colon else {
            return false
        }
        let slash = UInt8(ascii: "/")
        let start = colon + 3
        guard start <= value.count, value[colon + 1] == slash, value[colon + 2] == slash else { return false }
        guard Self.isScheme(value.extracting(first: colon)) else { return false }
        var end = start
        while end < value.count, !Self.endsHost(value[end]) { end += 1 }
        writer.append(value.extracting(..<start))
        text(value.extracting(start..<end), to: &writer)
        let path = value.extracting(end...)
        if path.count > 1 { letters(path, to: &writer) } else { writer.append(path) }
        return true
    }

    /// The schemes that reveal nothing about the owner of a link.
    private static let schemes = ["http", "https", "ws", "wss", "ftp", "file", "content", "rtmp", "rtsp"]
    private static let longestScheme = 7

    /// Returns whether a text is one of the schemes, in upper or lower case.
    private static func isScheme(_ text: Span<UInt8>) -> Bool {
        schemes.contains { scheme in
            let scheme = scheme.utf8.span
            guard scheme.count == text.count else { return false }
            for index in text.indices where text[index] | 0x20 != scheme[index] { return false }
            return true
        }
    }

    private static func endsHost(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }

    /// Appends a pseudonym in which each character is replaced by one of the same kind and length.
    private func letters(_ value: Span<UInt8>, to writer: inout ByteWriter) {
        let shape = TextShape(value)
        if shape.isDecimal, shape.count <= SmallNumbers.longest {
            return writer.append(text: smallNumbers.replace(String(decodingUTF8: value)))
        }
        if shape.space > 0, permuted(value, shape, to: &writer) { return }
        if shape.isShort, keepingLength(value, to: &writer) { return }
        let start = writer.count
        for attempt in 0...UInt8.max {
            var random = KeyedBytes(value, key: key, purpose: 0, attempt: attempt)
            shape.replace(value, attempt: Int(attempt), &random, to: &writer)
            if mayBe(writer.span.extracting(start...), of: value) { return }
            writer.truncate(to: start)
        }
        // All attempts gave the value itself, or a text that holds a forbidden value.
        writer.append(value)
        writer.append(UInt8(ascii: "x"))
    }

    /// The maximum number of steps: forbidden numbers may be so dense that many have to be skipped.
    private static let mostSteps = 64

    /// Appends the result of a permutation of all texts of this shape; returns `false` if ``mostSteps`` steps lead to
    /// no allowed text.
    ///
    /// The permutation orders the texts in circles. From the value, forbidden texts and allowed ones are paired like
    /// brackets, so each value has an allowed text of its own: the values themselves are forbidden texts, and from two of
    /// them in a row, both would come to the next allowed one.
    private func permuted(_ value: Span<UInt8>, _ shape: TextShape, to writer: inout ByteWriter) -> Bool {
        let permutation = KeyedPermutation(below: shape.space, tweak: shape.tweak, key: key)
        let start = writer.count
        var rank = shape.rank(value)
        var unpaired = 1
        for _ in 0..<Self.mostSteps {
            rank = permutation(rank)
            shape.append(rank, like: value, to: &writer)
            unpaired += mayBe(writer.span.extracting(start...), of: value) ? -1 : 1
            if unpaired == 0 { return true }
            writer.truncate(to: start)
        }
        return false
    }

    private func mayBe(_ pseudonym: Span<UInt8>, of value: Span<UInt8>) -> Bool {
        if pseudonym.equals(value) { return false }
        for index in forbidden where index.holds(pseudonym, explains: false) { return false }
        return true
    }
}

extension Span where Element == UInt8 {
    /// Whether the bytes have a letter from a to z, which message ids never have.
    fileprivate var hasSmallLetters: Bool {
        for index in indices where self[index] &- 97 < 26 { return true }
        return false
    }

    /// Whether the bytes are a sign and decimal digits.
    fileprivate var isSignedNumber: Bool {
        guard count > 1, self[0] == UInt8(ascii: "-") || self[0] == UInt8(ascii: "+") else { return false }
        for index in 1..<count where self[index] &- 48 >= 10 { return false }
        return true
    }
}
