import WireJSON

// Numbers of values as they are spelt in a line of JSON.
extension ComparisonTables {
    /// What a spelling is looked up for; the same spelling may mean several things.
    private enum Purpose: UInt64 {
        case text = 1
        case word
        case transport
        case root
        case kind
        case member
        case content
        case value
    }

    /// Returns a hash of a member's spelling, or of its absence, joined with the hash of what came before it.
    @inline(__always)
    static func hash(of value: JSONView?, _ before: UInt64) -> UInt64 {
        guard let value else { return Fingerprint.shared.step(before, 1) }
        return Fingerprint.shared.step(before, Fingerprint.shared.of(value.spelling))
    }

    private static func hash(_ purpose: Purpose, _ path: Int32) -> UInt64 {
        // One word holds both: a step does not tell apart which of two small numbers comes first.
        Fingerprint.shared.step(0, UInt64(UInt32(bitPattern: path)) << 8 | purpose.rawValue)
    }

    /// Returns the number of a string's text; an absent member counts as empty.
    mutating func number(ofText value: JSONView?) -> Int32 {
        let hash = Self.hash(of: value, Purpose.text.rawValue)
        if let number = known[hash] { return number }
        return known.keep(number(value?.string ?? ""), hash)
    }

    /// Returns the number of an element in a list of words: a flag, or the severity and code of a diagnostic.
    mutating func number(ofWord element: JSONView) -> Int32 {
        var hash = Purpose.word.rawValue
        if element.kind == .string {
            hash = Self.hash(of: element, hash)
        } else {
            hash = Self.hash(of: element.member(exactly: "severity"), hash)
            hash = Self.hash(of: element.member(exactly: "code"), hash)
        }
        if let number = known[hash] { return number }
        let words = [element["severity"]?.string, element["code"]?.string].compactMap { $0 }
        return known.keep(number(element.string ?? words.joined(separator: " ")), hash)
    }

    /// Returns the number of an event's system and transport.
    mutating func transport(of event: JSONView) -> Int32 {
        var hash = Self.hash(of: event.member(exactly: "system"), Purpose.transport.rawValue)
        hash = Self.hash(of: event.member(exactly: "transport"), hash)
        if let number = known[hash] { return number }
        let text = (event["system"]?.string ?? "") + " " + (event["transport"]?.string ?? "")
        return known.keep(number(text), hash)
    }

    /// Returns the number of a kind of events by a hash of what decides it, if it is known.
    func kind(_ hash: UInt64) -> Int32? { known[Fingerprint.shared.step(hash, Purpose.kind.rawValue)] }

    /// Adds a kind of events, by a hash of what decides it.
    mutating func add(_ kind: EventKind, _ hash: UInt64) -> Int32 {
        known.keep(number(kind), Fingerprint.shared.step(hash, Purpose.kind.rawValue))
    }

    // MARK: Paths

    /// Returns the path of a part of an event, such as its payload.
    mutating func root(_ part: StaticString, of event: JSONView) -> Int32 {
        let system = event.member(exactly: "system")
        let name = unsafe UInt64(UInt(bitPattern: part.utf8Start))
        let hash = Fingerprint.shared.step(Self.hash(of: system, Purpose.root.rawValue), name)
        if let path = known[hash] { return path }
        return known.keep(root("\(part)", of: system?.string ?? ""), hash)
    }

    /// Returns the path of a member; `nil` if it is not compared.
    @inline(__always)
    mutating func member(_ key: JSONView, of path: Int32) -> Int32? {
        let hash = Self.hash(of: key, Self.hash(.member, path))
        let found = known[hash] ?? known.keep(member(key.string ?? "", of: path) ?? -1, hash)
        return found < 0 ? nil : found
    }

    /// Returns the path of the content of a message of this type.
    mutating func content(_ objectName: JSONView?, of path: Int32) -> Int32 {
        let hash = Self.hash(of: objectName, Self.hash(.content, path))
        if let known = known[hash] { return known }
        return known.keep(content(objectName?.string, of: path), hash)
    }

    // MARK: Values

    /// Returns the number of the text to compare for a value that is neither an object nor a list.
    @inline(__always)
    mutating func number(of value: JSONView, at path: Int32) -> Int32 {
        switch comparison(of: value.kind, at: path) {
        case .presence: return something
        case .emptiness: return value.spelling.count > 2 ? something : nothing
        case .content: break
        }
        let hash = Self.hash(of: value, Self.hash(.value, path))
        if let number = known[hash] { return number }
        return known.keep(number(shown(value, at: path)), hash)
    }
}
