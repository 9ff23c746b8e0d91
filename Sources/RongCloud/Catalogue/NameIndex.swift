import WireFormat

/// Finds a name by its bytes in a fixed list of names, without allocating.
///
/// An open-addressing table, at most half full. A slot has the length and the first and last eight bytes of its name;
/// only the middle of a name longer than 16 bytes is compared byte by byte.
struct NameIndex: Sendable {
    private struct Key: Equatable {
        /// The first eight bytes, or all bytes of a shorter name.
        var head: UInt64
        /// The last eight bytes; 0 for a shorter name.
        var tail: UInt64
        var count: Int

        init(_ name: Span<UInt8>) {
            count = name.count
            tail = 0
            head = 0
            if count >= 8 {
                head = UInt64(littleEndian: name.loadUnaligned(at: 0, as: UInt64.self))
                tail = UInt64(littleEndian: name.loadUnaligned(at: count &- 8, as: UInt64.self))
            } else {
                for i in 0..<count { head |= UInt64(name[i]) &<< UInt64(8 &* i) }
            }
        }

        var hash: UInt64 {
            let mixed = head ^ (tail &* 0xD6E8_FEB8_6659_FD93) ^ UInt64(truncatingIfNeeded: count)
            return (mixed ^ (mixed &>> 32)) &* 0x9E37_79B9_7F4A_7C15
        }
    }

    private struct Slot {
        var key: Key
        /// The offset of the name's bytes in `bytes`.
        var start: Int
        /// The value of the name; negative in an empty slot.
        var value: Int
    }

    private var slots: [Slot]
    private var bytes: [UInt8] = []
    private let shift: UInt64

    /// Makes an index of the given names; of equal names the first one counts.
    init(_ names: [(name: String, value: Int)]) {
        var bits: UInt64 = 1
        while 1 << bits < 2 * names.count { bits += 1 }
        shift = 64 - bits
        let empty = [UInt8]()
        slots = Array(repeating: Slot(key: Key(empty.span), start: 0, value: -1), count: 1 << bits)
        for (name, value) in names {
            let utf8 = Array(name.utf8)
            let key = Key(utf8.span)
            var slot = place(of: key)
            while slots[slot].value >= 0, !matches(slots[slot], key, utf8.span) { slot = next(slot) }
            guard slots[slot].value < 0 else { continue }
            slots[slot] = Slot(key: key, start: bytes.count, value: value)
            bytes += utf8
        }
    }

    /// Returns the value of the name, or `nil` if the name is not in the list.
    func value(of name: Span<UInt8>) -> Int? {
        let key = Key(name)
        var slot = place(of: key)
        while slots[slot].value >= 0 {
            if matches(slots[slot], key, name) { return slots[slot].value }
            slot = next(slot)
        }
        return nil
    }

    private func place(of key: Key) -> Int {
        Int(truncatingIfNeeded: key.hash &>> shift)
    }

    private func next(_ slot: Int) -> Int {
        (slot &+ 1) & (slots.count &- 1)
    }

    private func matches(_ slot: Slot, _ key: Key, _ name: Span<UInt8>) -> Bool {
        guard slot.key == key else { return false }
        guard key.count > 16 else { return true }
        for i in 8..<key.count &- 8 where bytes[slot.start &+ i] != name[i] { return false }
        return true
    }
}
