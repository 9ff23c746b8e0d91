/// The message types or the enumerations of a schema by their names.
struct ProtobufTypeNames: Sendable {
    private var full: [String: Int32] = [:]
    /// By the name without package and enclosing types; -1 where several have it.
    private var short: [String: Int32] = [:]
    /// How many were added.
    private(set) var count = 0

    /// Adds the next type.
    ///
    /// - Parameters:
    ///   - name: with package and enclosing types.
    ///   - last: without them.
    mutating func add(_ name: String, last: String) {
        let index = Int32(count)
        count += 1
        full[name] = index
        guard name.utf8.count > last.utf8.count else { return }
        if short.updateValue(index, forKey: last) != nil { short[last] = -1 }
    }

    /// The type of a full name.
    func index(ofFull name: String) -> Int32? { full[name] }

    /// A full name always finds its type; a short one only when it is unique and nobody's full name.
    ///
    /// A name that begins with a dot is a full one.
    func index(of name: String) -> Int32? {
        if name.utf8.first == UInt8(ascii: ".") { return full[String(Substring(name.utf8.dropFirst()))] }
        guard let found = full[name] ?? short[name], found >= 0 else { return nil }
        return found
    }
}
