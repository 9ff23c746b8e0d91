import WireJSON

/// The texts, the kinds, the paths of fields and the lists of fields of all events, each stored once.
struct ComparisonTables: Sendable {
    private struct Contents: Hashable {
        let path: Int32
        let table: ObjectIdentifier
    }

    /// The name of a member.
    private struct Name: BitwiseCopyable, Sendable {
        /// The name in a path: `?` for names of applications.
        var shown: Int32
        /// The name in objects whose members this program names.
        var shownInEvent: Int32
        /// Whether a member of this name counts events of the session there, and is not compared.
        var isCounter: Bool
    }

    private var texts: [String] = []
    private var numbers: [String: Int32] = [:]
    private var paths: [ComparedPath] = []
    /// The system of each path.
    private var systems: [ComparedSystem] = []
    /// The paths by a hash of the containing path and the name or place in it.
    private var inner = HashMap64<Int32>()
    /// The paths of messages' contents by the containing path and the set of classes.
    private var contents: [Contents: Int32] = [:]
    /// The names by the number of their text.
    private var names: [Int32: Name] = [:]
    private var kinds: [EventKind] = []
    private var kindNumbers: [EventKind: Int32] = [:]
    /// The words of all lists, one list behind the other, and the end of each.
    private var words: [UInt64] = []
    private var ends: [Int] = []
    /// The lists by a hash of their words; a list whose hash is taken has the next free one.
    private var listNumbers = HashMap64<Int32>()
    private var roots: [String: Int32] = [:]
    /// What was found before for values as they are spelt.
    var known = KnownSpellings()
    /// The numbers of the placeholders for values whose content is not compared.
    private(set) var something: Int32 = 0
    private(set) var nothing: Int32 = 0

    /// The approximate number of bytes in all tables.
    private(set) var bytes = 0
    /// The bytes of a text, a path, a kind or a list besides its content.
    private static let bytesOfEntry = 96

    init() {
        something = number(ComparedPath.something)
        nothing = number(ComparedPath.nothing)
    }

    // MARK: Texts

    /// Returns the number of a text, and adds the text if it is new.
    mutating func number(_ text: String) -> Int32 {
        if let number = numbers[text] { return number }
        let number = Int32(truncatingIfNeeded: texts.count)
        numbers[text] = number
        texts.append(text)
        bytes += Self.bytesOfEntry + text.utf8.count
        return number
    }

    /// Returns the text of a number.
    func text(_ number: Int32) -> String { texts[Int(number)] }

    // MARK: Kinds of events

    /// Returns the number of a kind, and adds the kind if it is new.
    mutating func number(_ kind: EventKind) -> Int32 {
        if let number = kindNumbers[kind] { return number }
        let number = Int32(truncatingIfNeeded: kinds.count)
        kindNumbers[kind] = number
        kinds.append(kind)
        bytes += Self.bytesOfEntry
        return number
    }

    /// Returns the kind of an event.
    func kind(_ row: EventRow) -> EventKind { kinds[Int(row.kind)] }

    // MARK: Paths

    /// Returns the path of a part of an event, such as its payload.
    ///
    /// - Parameter system: the system's name as events spell it.
    mutating func root(_ part: String, of system: String) -> Int32 {
        if let known = roots[system + " " + part] { return known }
        let compared = ComparedSystem.named(system)
        let path = add(ComparedPath(part: part, number(part), compared), of: compared)
        roots[system + " " + part] = path
        return path
    }

    /// Returns the path of a member; `nil` if it is not compared.
    mutating func member(_ key: String, of path: Int32) -> Int32? {
        let name = numbers[key].flatMap { names[$0] } ?? addName(key)
        let around = paths[Int(path)]
        if name.isCounter, around.inside == .program { return nil }
        let label = around.inside == .program ? name.shownInEvent : name.shown
        let place = Self.hash(path, label)
        if let known = inner[place] { return known }
        let made = add(label, of: path, contents: nil)
        inner.set(place, made)
        return made
    }

    /// Returns the path of the content of a message of this type.
    mutating func content(_ objectName: String?, of path: Int32) -> Int32 {
        let table = systems[Int(path)].content(objectName)
        let place = Contents(path: path, table: ObjectIdentifier(table))
        if let known = contents[place] { return known }
        let made = add(number("content"), of: path, contents: table)
        contents[place] = made
        return made
    }

    /// Returns the path of a list's elements.
    mutating func element(of path: Int32) -> Int32 {
        let place = Self.hash(path, -1)
        if let known = inner[place] { return known }
        let made = add(ComparedPath(elementsOf: paths[Int(path)], at: path), of: systems[Int(path)])
        inner.set(place, made)
        return made
    }

    /// Whether a path is a list of words whose order does not matter.
    func isListOfWords(_ path: Int32) -> Bool { paths[Int(path)].isListOfWords }

    /// Whether a path is a message of an event.
    func isMessage(_ path: Int32) -> Bool { paths[Int(path)].isMessage }

    /// Returns how values of a kind are compared at a path.
    func comparison(of kind: JSONKind, at path: Int32) -> ComparedPath.Comparison {
        paths[Int(path)].comparison(of: kind)
    }

    /// Returns the text to compare for a value that is neither an object nor a list.
    func shown(_ value: JSONView, at path: Int32) -> String { paths[Int(path)].shown(value) }

    /// Returns the spelling of a path: `payload.value.list[2].type`.
    ///
    /// - Parameter places: the index of the element in each list.
    private func text(ofPath path: Int32, _ places: [Int32: Int]) -> String {
        let here = paths[Int(path)]
        if here.parent < 0 { return text(here.label) }
        let around = text(ofPath: here.parent, places)
        return here.label < 0 ? "\(around)[\(places[path] ?? 0)]" : around + "." + text(here.label)
    }

    /// The spellings of all paths, with the index 0 for each list.
    var fieldPaths: [String] { paths.indices.map { text(ofPath: Int32(truncatingIfNeeded: $0), [:]) } }

    private mutating func add(_ label: Int32, of path: Int32, contents: LeafTable?) -> Int32 {
        let system = systems[Int(path)]
        let made = ComparedPath(text(label), label, of: paths[Int(path)], at: path, system, contents: contents)
        return add(made, of: system)
    }

    private mutating func add(_ path: ComparedPath, of system: ComparedSystem) -> Int32 {
        paths.append(path)
        systems.append(system)
        bytes += Self.bytesOfEntry
        return Int32(truncatingIfNeeded: paths.count - 1)
    }

    /// Returns the name of a member, and keeps it unless an application may have chosen it.
    private mutating func addName(_ key: String) -> Name {
        let isKnown = Vocabulary.isKey(key)
        let isOfEvent = ComparedEvent.keys.contains(key)
        let isCounter = ComparedEvent.counters.contains(key)
        let other = number("?")
        guard isKnown || isOfEvent || isCounter else {
            return Name(shown: other, shownInEvent: other, isCounter: false)
        }
        let spelt = number(key)
        let shown = isKnown ? spelt : other
        let name = Name(shown: shown, shownInEvent: isOfEvent ? spelt : shown, isCounter: isCounter)
        names[spelt] = name
        return name
    }

    /// Returns a hash of a path and a label, spread over all bits.
    private static func hash(_ path: Int32, _ label: Int32) -> UInt64 {
        let number = field(path, label) &* 0x9E37_79B9_7F4A_7C15
        return number ^ number >> 32
    }

    // MARK: Lists of fields

    /// Packs a path and the number of its value into one word.
    static func field(_ path: Int32, _ value: Int32) -> UInt64 {
        UInt64(UInt32(bitPattern: path)) << 32 | UInt64(UInt32(bitPattern: value))
    }

    /// Packs a path and an index into the word that starts an element in a list of fields.
    static func place(_ path: Int32, _ index: Int) -> UInt64 {
        field(path, Int32(truncatingIfNeeded: index)) | 1 << 63
    }

    /// Returns the number of a list of fields, and adds the list if it is new.
    mutating func list(_ fields: [UInt64]) -> Int32 {
        var hash: UInt64 = 0
        for field in fields { hash = Fingerprint.shared.step(hash, field) }
        while let number = listNumbers[hash] {
            if words(of: number).elementsEqual(fields) { return number }
            hash &+= 1
        }
        let number = Int32(truncatingIfNeeded: ends.count)
        listNumbers.set(hash, number)
        words += fields
        ends.append(words.count)
        bytes += Self.bytesOfEntry + fields.count * MemoryLayout<UInt64>.size
        return number
    }

    private func words(of list: Int32) -> ArraySlice<UInt64> {
        words[(list == 0 ? 0 : ends[Int(list) - 1])..<ends[Int(list)]]
    }

    /// Returns for each list the number of the first list with the same fields, in whatever order.
    ///
    /// - Parameter ignored: the fields that make no difference.
    func equalLists(ignoring ignored: IgnoredFields) -> [Int32] {
        var first = HashMap64<Int32>()
        // Whether each place of a path is ignored.
        var isIgnored = HashMap64<Bool>()
        return ends.indices.map { list in
            let number = Int32(truncatingIfNeeded: list)
            var places: [Int32: Int] = [:]
            var hash: UInt64 = 0
            for field in words(of: number) {
                let (path, value) = Self.parts(of: field)
                if Self.isPlace(field) {
                    places[path] = Int(value)
                    continue
                }
                let place = Fingerprint.shared.step(self.hash(ofPlace: path, places), UInt64(UInt32(bitPattern: path)))
                if !ignored.isEmpty {
                    let isLeftOut = isIgnored[place] ?? ignored.contain(text(ofPath: path, places))
                    isIgnored.set(place, isLeftOut)
                    if isLeftOut { continue }
                }
                hash &+= Fingerprint.shared.step(place, UInt64(UInt32(bitPattern: value)))
            }
            if let equal = first[hash] { return equal }
            first.set(hash, number)
            return number
        }
    }

    /// Returns a hash of the indices of the lists that contain a path.
    private func hash(ofPlace path: Int32, _ places: [Int32: Int]) -> UInt64 {
        var hash: UInt64 = 0
        var here = path
        while here >= 0 {
            let around = paths[Int(here)]
            if around.label < 0 { hash = Fingerprint.shared.step(hash, UInt64(places[here] ?? 0)) }
            here = around.parent
        }
        return hash
    }

    private static func isPlace(_ word: UInt64) -> Bool { word >> 63 == 1 }

    /// Returns a path and the number of its value, or the index of an element.
    private static func parts(of word: UInt64) -> (path: Int32, value: Int32) {
        (Int32(truncatingIfNeeded: word >> 32 & 0x7FFF_FFFF), Int32(truncatingIfNeeded: word))
    }

    /// Returns the values of a list by path; several members that applications named share one path.
    func values(_ list: Int32) -> [String: ComparedValues] {
        var values: [String: ComparedValues] = [:]
        var places: [Int32: Int] = [:]
        for field in words(of: list) {
            let (path, value) = Self.parts(of: field)
            if Self.isPlace(field) {
                places[path] = Int(value)
            } else {
                let written = text(ofPath: path, places)
                let isSet = paths[Int(path)].isSet
                values[written, default: ComparedValues(texts: [], isSet: isSet)].texts.append(text(value))
            }
        }
        return values
    }
}
