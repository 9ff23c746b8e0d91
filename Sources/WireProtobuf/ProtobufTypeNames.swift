/// The indices of a schema's message types or enumerations, by name.
struct ProtobufTypeNames: Sendable {
    private var full: [String: Int32] = [:]
    /// The indices by the name without package and enclosing types; -1 if several types share the name.
    private var short: [String: Int32] = [:]
    /// The number of types.
    private(set) var count = 0

    /// Adds the next type.
    ///
    /// - Parameters:
    ///   - name: the name with package and enclosing types.
    ///   - last: the name without them.
    mutating func add(_ name: String, last: String) {
        let index = Int32(count)
        count += 1
        full[name] = index
        guard name.utf8.count > last.utf8.count else { return }
        if short.updateValue(index, forKey: last) != nil { short[last] = -1 }
    }

    /// Returns the index of the type with a full name.
    func index(ofFull name: String) -> Int32? { full[name] }

    /// Returns the index of a type by its full name, or by its short name if that is unique and not a full name.
    ///
    /// A name that begins with a dot is a full name.
    func index(of name: String) -> Int32? {
        if name.utf8.first == UInt8(ascii: ".") { return full[String(Substring(name.utf8.dropFirst()))] }
        guard let found = full[name] ?? short[name], found >= 0 else { return nil }
        return found
    }
}
