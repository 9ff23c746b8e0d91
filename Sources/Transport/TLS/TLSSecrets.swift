public import WireFormat

/// The secrets of TLS sessions, found by the client random of each.
///
/// All secrets are in one table that copies share, so that a large key log needs only a few allocations and is cheap to
/// copy.
public struct TLSSecrets: Equatable, Sendable {
    private struct Slot: Hashable, BitwiseCopyable {
        var random: TLSClientRandom
        var label: TLSSecretLabel
        var generation: UInt32
    }

    private struct Place: Hashable, BitwiseCopyable {
        var offset: Int
        var count: UInt8
        /// The number of bytes reserved here; a shorter secret leaves some of them unused.
        var room: UInt8
        var range: Range<Int> { offset..<offset + Int(count) }
    }

    private var places: [Slot: Place] = [:]
    private var bytes: [UInt8] = []
    /// The source of secrets that are not in the table; not included in ``count``.
    public var late: TLSLateSecrets?

    /// Makes an empty table.
    public init() {}

    /// Parses the text of a key log.
    ///
    /// - Throws: the errors of ``add(keyLog:)``.
    public init(keyLog text: Span<UInt8>) throws(WireError) {
        try add(keyLog: text)
    }

    /// The number of secrets.
    public var count: Int { places.count }
    /// Whether there are no secrets.
    public var isEmpty: Bool { places.isEmpty }

    /// Adds all secrets of another table; a secret that both tables have is taken from the other one.
    public mutating func merge(_ other: TLSSecrets) {
        if late == nil { late = other.late }
        guard !isEmpty else {
            places = other.places
            bytes = other.bytes
            return
        }
        for (slot, place) in other.places {
            insert(other.bytes[place.range], at: slot)
        }
    }

    /// Adds one secret of at most 255 bytes; it replaces an earlier one.
    ///
    /// Traps if the secret is longer.
    ///
    /// - Parameters:
    ///   - secret: the bytes of the secret.
    ///   - label: the kind of the secret.
    ///   - generation: the number of key updates before it; 0 for all but the traffic secrets of TLS 1.3.
    ///   - random: the random of the client hello, which identifies the connection.
    public mutating func insert(
        _ secret: [UInt8],
        _ label: TLSSecretLabel,
        generation: UInt32 = 0,
        for random: TLSClientRandom
    ) {
        insert(secret[...], at: Slot(random: random, label: label, generation: generation))
    }

    private mutating func insert(_ secret: ArraySlice<UInt8>, at slot: Slot) {
        precondition(secret.count <= 255, "a secret is at most 255 bytes")
        let count = UInt8(secret.count)
        guard var place = places[slot], count <= place.room else {
            places[slot] = Place(offset: bytes.count, count: count, room: count)
            bytes.append(contentsOf: secret)
            return
        }
        // Copies share the bytes, so they are written only when they change.
        if place.count == count, bytes[place.range] == secret { return }
        place.count = count
        places[slot] = place
        bytes.replaceSubrange(place.range, with: secret)
    }

    /// Returns one secret of a session; `nil` when it is unknown.
    public func secret(_ label: TLSSecretLabel, generation: UInt32 = 0, for random: TLSClientRandom) -> [UInt8]? {
        guard let place = places[Slot(random: random, label: label, generation: generation)] else {
            return late?.secrets.secret(label, generation: generation, for: random)
        }
        return Array(bytes[place.range])
    }

    /// Iterates over the table, in no particular order: label, number of key updates, session, secret.
    func forEach(_ body: (TLSSecretLabel, UInt32, TLSClientRandom, [UInt8]) -> Void) {
        for (slot, place) in places {
            body(slot.label, slot.generation, slot.random, Array(bytes[place.range]))
        }
    }

    /// Returns whether any secret of a session is known.
    public func hasSecrets(for random: TLSClientRandom) -> Bool {
        let isHere = TLSSecretLabel.allCases.contains { places[Slot(random: random, label: $0, generation: 0)] != nil }
        return isHere || late?.secrets.hasSecrets(for: random) ?? false
    }
}

extension TLSSecrets {
    /// Returns whether the same sessions have the same secrets, whatever the order of insertion.
    public static func == (left: TLSSecrets, right: TLSSecrets) -> Bool {
        left.places.count == right.places.count
            && left.places.keys.allSatisfy { slot in
                left.secret(slot.label, generation: slot.generation, for: slot.random)
                    == right.secret(slot.label, generation: slot.generation, for: slot.random)
            }
    }
}
