/// The way in which a system treats the messages of a type, as the type is registered.
package struct TypeFlags: OptionSet, Hashable, Sendable {
    /// Bit 0 persisted, bit 1 counted, bit 4 status.
    package let rawValue: Int

    /// Creates flags from their bits, without a check.
    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Stored.
    package static let persisted = TypeFlags(rawValue: 1)
    /// Counted as unread.
    package static let counted = TypeFlags(rawValue: 2)
    /// Dropped when the receiver is offline.
    package static let status = TypeFlags(rawValue: 16)

    /// The flags by name, joined by plus signs.
    var words: String {
        var words: [String] = []
        if contains(.persisted) { words.append("persisted") }
        if contains(.counted) { words.append("counted") }
        if contains(.status) { words.append("status") }
        let rest = subtracting([.persisted, .counted, .status]).rawValue
        if rest != 0 { words.append(String(rest)) }
        return words.isEmpty ? "none" : words.joined(separator: "+")
    }

    /// The flags with implied ones added: counted implies persisted, and some SDKs write only the first.
    var completed: TypeFlags { contains(.counted) ? union(.persisted) : self }
}
