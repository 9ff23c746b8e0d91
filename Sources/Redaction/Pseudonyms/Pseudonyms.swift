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
    @exclusivity(unchecked) var originals = Originals()
    @exclusivity(unchecked) private var smallNumbers: SmallNumbers
    /// Whose each pseudonym is, by fingerprints, of those of which there are not so many.
    @exclusivity(unchecked) private var owners = HashMap64<UInt64>()
    @exclusivity(unchecked) private var recent = RecentPseudonyms()
    /// Pseudonyms of targets by the hash that message ids hold of them.
    @exclusivity(unchecked) private var targets: [UInt64: String] = [:]
    /// Targets whose hashes are there.
    @exclusivity(unchecked) private var noted = HashSet64()
    /// Finds values that no pseudonym may hold: the originals of an earlier attempt.
    @exclusivity(unchecked) private var forbidden: Forbidden?
    /// Pseudonyms of message ids.
    @exclusivity(unchecked) private var messageUIDs = PseudonymStore()
    /// The hashes of targets in message ids whose targets were not known.
    @exclusivity(unchecked) private var missedTargets = HashSet64()
    /// Values as long as message ids that were taken for something else.
    @exclusivity(unchecked) private var otherTexts = HashSet64()

    /// Holds the search, so that to ask it costs no copy.
    private final class Forbidden {
        let search: LeakSearch

        init(search: LeakSearch) { self.search = search }
    }

    private static let knownTargets = 1 << 16
    private static let messageUIDLength = 19

    package convenience init(key: SymmetricKey) { self.init(key: key, avoiding: nil) }

    init(key: SymmetricKey, avoiding forbidden: LeakSearch?) {
        let key = PseudonymKey(key)
        self.key = key
        self.forbidden = forbidden.map { Forbidden(search: $0) }
        addresses = AddressMap(key: key)
        smallNumbers = SmallNumbers(key: key)
    }

    /// Gives back the memory that only new pseudonyms need.
    func finish() {
        forbidden = nil
        owners = HashMap64()
        recent = RecentPseudonyms()
    }

    // MARK: Text

    /// The pseudonym of a text, or of whatever a string holds.
    func text(_ value: String) -> String { spelled(value) { text($0, to: &$1) } }

    private func spelled(_ value: String, _ append: (Span<UInt8>, inout ByteWriter) -> Void) -> String {
        let bytes = value.utf8.span
        var writer = ByteWriter(capacity: bytes.count + 32)
        append(bytes, &writer)
        return String(decodingUTF8: writer.span)
    }

    /// Appends the pseudonym of a text, which is UTF-8.
    func text(_ value: Span<UInt8>, to writer: inout ByteWriter) {
        guard !value.isEmpty else { return }
        let hash = Fingerprint.shared.of(value)
        if recent.append(hash, to: &writer) { return }
        if value.count == Self.messageUIDLength, messageUIDs.append(hash, to: &writer) { return }
        if value.count == Self.messageUIDLength, otherTexts.count < Self.knownTargets { _ = otherTexts.insert(hash) }
        let start = writer.count
        make(value, to: &writer)
        originals.record(value, hash)
        recent.set(hash, writer.span.extracting(start...))
    }

    /// Appends the pseudonym of a message's id: time and type stay.
    func messageUID(_ value: Span<UInt8>, to writer: inout ByteWriter) {
        guard value.count == Self.messageUIDLength else { return text(value, to: &writer) }
        let hash = Fingerprint.shared.of(value)
        if messageUIDs.append(hash, to: &writer) { return }
        let spelling = String(decodingUTF8: value)
        guard let uid = try? MessageUID(spelling), uid.description == spelling else { return text(value, to: &writer) }
        let start = writer.count
        replace(uid, value, to: &writer)
        originals.record(value, hash)
        if messageUIDs.count < Self.knownTargets { messageUIDs.set(hash, writer.span.extracting(start...)) }
    }

    /// The pseudonym of a message's id.
    func messageUID(_ value: String) -> String { spelled(value) { messageUID($0, to: &$1) } }

    private func make(_ value: Span<UInt8>, to writer: inout ByteWriter) {
        if AddressMap.mayBeAddress(value), let address = addresses.replace(text: String(decodingUTF8: value)) {
            writer.append(text: address)
        } else if value.firstIndex(of: UInt8(ascii: ":"), from: 0) != nil,
            let link = link(String(decodingUTF8: value))
        {
            writer.append(text: link)
        } else {
            letters(value, to: &writer)
        }
    }

    /// Remembers a target, so that the hash of it in message ids follows.
    func note(target: Span<UInt8>) {
        guard !target.isEmpty, targets.count < Self.knownTargets else { return }
        let fingerprint = Fingerprint.shared.of(target)
        guard !noted.contains(fingerprint) else { return }
        if noted.count < Self.knownTargets * 2 { _ = noted.insert(fingerprint) }
        let name = String(decodingUTF8: target)
        for layout in [MessageUID.Layout.a, .b] {
            let hash = UInt64(MessageUID.hash(ofTarget: name, layout: layout)) | (layout == .a ? 1 << 32 : 0)
            if targets[hash] == nil { targets[hash] = text(name) }
        }
    }

    /// Remembers a target.
    func note(target: String) {
        note(target: target.utf8.span)
    }

    private func replace(_ uid: MessageUID, _ value: Span<UInt8>, to writer: inout ByteWriter) {
        let place = UInt64(uid.hash) | (uid.layout == .a ? 1 << 32 : 0)
        var hash: UInt32
        if let target = targets[place] {
            hash = MessageUID.hash(ofTarget: target, layout: uid.layout)
        } else {
            if messageUIDs.count < Self.knownTargets { _ = missedTargets.insert(place) }
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
        if let made { writer.append(text: made.description) } else { letters(value, to: &writer) }
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

    private func letters(_ value: String) -> String { spelled(value) { letters($0, to: &$1) } }

    /// Character by character, each by one of the same kind and length.
    private func letters(_ value: Span<UInt8>, to writer: inout ByteWriter) {
        let shape = TextShape(value)
        if shape.isDecimal, shape.count <= SmallNumbers.longest {
            return writer.append(text: smallNumbers.replace(String(decodingUTF8: value)))
        }
        let owner = Fingerprint.shared.of(value)
        let start = writer.count
        var attempt: UInt8 = 0
        while true {
            var random = KeyedBytes(value, key: key, purpose: 0, attempt: attempt)
            let choices = shape.replace(value, isLate: attempt > 200, &random, to: &writer)
            let isSame = writer.span.extracting(start...).equals(value)
            if !isSame, claim(writer.span.extracting(start...), for: owner, choices) { return }
            if attempt == 255 {
                if isSame { writer.append(UInt8(ascii: "x")) }
                return
            }
            writer.truncate(to: start)
            attempt += 1
        }
    }

    /// Pseudonyms of which there are more than two to this power do not meet by chance.
    private static let manyChoices = 72

    /// Whether a pseudonym is free, or is this value's already.
    private func claim(_ pseudonym: Span<UInt8>, for owner: UInt64, _ choices: Int) -> Bool {
        if let forbidden, forbidden.search.holds(pseudonym) { return false }
        guard choices < Self.manyChoices else { return true }
        let made = Fingerprint.shared.of(pseudonym)
        if let other = owners[made] { return other == owner }
        if owners.count < Originals.most { owners.set(made, owner) }
        return true
    }

    /// Takes in the state of another one with the same key, which made its pseudonyms beside this one.
    ///
    /// - Returns: `false` when one of the two would have made others after the other one: then both are of no use.
    func merge(_ other: Pseudonyms) -> Bool {
        guard owners.agrees(with: other.owners), owners.count + other.owners.count < Originals.most,
            targets.count + other.targets.count < Self.knownTargets,
            messageUIDs.count + other.messageUIDs.count < Self.knownTargets,
            otherTexts.count < Self.knownTargets, other.otherTexts.count < Self.knownTargets,
            messageUIDs.agrees(with: other.messageUIDs),
            !messageUIDs.containsHash(where: other.otherTexts.contains),
            !other.messageUIDs.containsHash(where: otherTexts.contains)
        else { return false }
        for (hash, target) in targets {
            if let found = other.targets[hash] { guard found == target else { return false } }
            if other.missedTargets.contains(hash) { return false }
        }
        for hash in other.targets.keys where missedTargets.contains(hash) { return false }
        owners.merge(other.owners)
        originals.formUnion(other.originals)
        return true
    }

    /// Whether a pseudonym is also an original of another value.
    var meetsOriginals: Bool { owners.containsHash { originals.holds($0) } }
}
