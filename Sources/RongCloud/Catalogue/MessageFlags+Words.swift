extension MessageFlags {
    /// The flags in words, such as `persisted+counted`; `none` if no flag is set.
    public var words: String {
        var words: [String] = []
        if contains(.persisted) { words.append("persisted") }
        if contains(.counted) { words.append("counted") }
        if contains(.status) { words.append("status") }
        let rest = subtracting([.persisted, .counted, .status]).rawValue
        if rest != 0 { words.append(String(rest)) }
        return words.isEmpty ? "none" : words.joined(separator: "+")
    }
}
