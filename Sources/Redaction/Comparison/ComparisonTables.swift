import Inspection
import WireFormat
import WireJSON

/// What many events say alike, kept once: texts, paths of fields, and whole lists of fields.
struct ComparisonTables: Sendable {
    /// Where a field stands in its event.
    struct Path: Sendable {
        /// The path of what it is in; -1 for a part of an event.
        let parent: Int32
        /// The name of a member as a text's number; -1 for the elements of a list, which have one path.
        let label: Int32
        /// Whether an application may have written what stands here.
        let isContent: Bool
        /// Whether protocols have few words for what stands here.
        let hasWords: Bool
        let leaf: LeafClass
        /// Whether its members are the program's own, as those of a frame and of a message.
        let isEvent: Bool
        /// Whether what stands here has no order.
        let isSet: Bool
    }

    /// What stands at a path.
    struct Values: Equatable {
        var texts: [String]
        let isSet: Bool

        /// Its texts; of a set those that the other one lacks, `nil` when it has them all.
        func text(besides other: Values?) -> String? {
            guard isSet else { return texts.joined(separator: ", ") }
            var others = Dictionary(other?.texts.map { ($0, 1) } ?? [], uniquingKeysWith: +)
            let surplus = texts.filter { text in
                let count = others[text] ?? 0
                others[text] = count - 1
                return count <= 0
            }
            return surplus.isEmpty ? nil : surplus.joined(separator: ", ")
        }
    }

    /// A name of a member.
    private struct Name: BitwiseCopyable, Sendable {
        /// What it is called in a path: `?` for names of applications.
        var shown: Int32
        /// What it is called where events have their own names.
        var shownInEvent: Int32
        /// Whether its values count the session's events, so that they are not compared.
        var isCounter: Bool
    }

    private var texts: [String] = []
    private var numbers: [String: Int32] = [:]
    private var paths: [Path] = []
    /// Paths by the path around them and the name or place in it.
    private var inner = HashMap64<Int32>()
    /// Names by the number of their text.
    private var names: [Int32: Name] = [:]
    private var lists: [[UInt64]] = []
    private var listNumbers: [[UInt64]: Int32] = [:]
    private var roots: [String: Int32] = [:]

    // MARK: Texts

    /// The number of a text.
    mutating func number(_ text: String) -> Int32 {
        if let number = numbers[text] { return number }
        let number = Int32(truncatingIfNeeded: texts.count)
        numbers[text] = number
        texts.append(text)
        return number
    }

    /// The text of a number.
    func text(_ number: Int32) -> String { texts[Int(number)] }

    // MARK: Paths

    /// The path of a part of an event, such as its payload.
    ///
    /// - Parameter table: the classes of its system's fields.
    mutating func root(_ part: String, of system: String, _ table: LeafTable) -> Int32 {
        if let known = roots[system + " " + part] { return known }
        let label = number(part)
        let path = add(Path(-1, label, part, isContent: false, isOfEvent: false, table))
        roots[system + " " + part] = path
        return path
    }

    /// The path of a member, and whether it is compared at all.
    mutating func member(_ key: String, of path: Int32, _ table: LeafTable) -> Int32? {
        let spelt = number(key)
        let name = names[spelt] ?? addName(key, spelt)
        if name.isCounter { return nil }
        let around = paths[Int(path)]
        let label = around.isEvent ? name.shownInEvent : name.shown
        let place = Self.hash(path, label)
        if let known = inner[place] { return known }
        let shown = text(label)
        let isContent = around.isContent || shown.hasPrefix("content")
        let made = add(Path(path, label, shown, isContent: isContent, isOfEvent: around.isEvent, table))
        inner.set(place, made)
        return made
    }

    /// The path of a list's elements.
    mutating func element(of path: Int32) -> Int32 {
        let place = Self.hash(path, -1)
        if let known = inner[place] { return known }
        let made = add(Path(elementsOf: paths[Int(path)], at: path))
        inner.set(place, made)
        return made
    }

    /// What is known of a path.
    subscript(path: Int32) -> Path { paths[Int(path)] }

    /// The path as it is written: `payload.value.list[2].type`.
    ///
    /// - Parameter places: at which element of each list it is.
    private func text(ofPath path: Int32, _ places: [Int32: Int]) -> String {
        let here = paths[Int(path)]
        if here.parent < 0 { return text(here.label) }
        let around = text(ofPath: here.parent, places)
        return here.label < 0 ? "\(around)[\(places[path] ?? 0)]" : around + "." + text(here.label)
    }

    private mutating func add(_ path: Path) -> Int32 {
        paths.append(path)
        return Int32(truncatingIfNeeded: paths.count - 1)
    }

    private mutating func addName(_ key: String, _ spelt: Int32) -> Name {
        let isKnown = Vocabulary.isKey(key) || ComparedEvent.words.contains(key)
        let shown = isKnown ? spelt : number("?")
        let name = Name(
            shown: shown,
            shownInEvent: ComparedEvent.keys.contains(key) ? spelt : shown,
            isCounter: ComparedEvent.counters.contains(key)
        )
        names[spelt] = name
        return name
    }

    /// One number for a path and what is in it, spread over all bits.
    private static func hash(_ path: Int32, _ label: Int32) -> UInt64 {
        let number = field(path, label) &* 0x9E37_79B9_7F4A_7C15
        return number ^ number >> 32
    }

    // MARK: Lists of fields

    /// A path and the number of its value in one word.
    static func field(_ path: Int32, _ value: Int32) -> UInt64 {
        UInt64(UInt32(bitPattern: path)) << 32 | UInt64(UInt32(bitPattern: value))
    }

    /// Says in a list of fields that an element begins.
    static func place(_ path: Int32, _ index: Int) -> UInt64 {
        field(path, Int32(truncatingIfNeeded: index)) | 1 << 63
    }

    /// The number of a list of fields.
    mutating func list(_ fields: [UInt64]) -> Int32 {
        if let number = listNumbers[fields] { return number }
        let number = Int32(truncatingIfNeeded: lists.count)
        listNumbers[fields] = number
        lists.append(fields)
        return number
    }

    /// The values of a list by path; members that applications named have one path, and there may be several.
    func values(_ list: Int32) -> [String: Values] {
        var values: [String: Values] = [:]
        var places: [Int32: Int] = [:]
        for field in lists[Int(list)] {
            let (path, value) = (Int32(truncatingIfNeeded: field >> 32 & 0x7FFF_FFFF), Int32(truncatingIfNeeded: field))
            if field >> 63 == 1 {
                places[path] = Int(value)
            } else {
                let written = text(ofPath: path, places)
                values[written, default: Values(texts: [], isSet: paths[Int(path)].isSet)].texts.append(text(value))
            }
        }
        return values
    }
}

extension ComparisonTables.Path {
    /// A part of an event, or a member.
    ///
    /// - Parameter isOfEvent: whether what it is in has the program's own members.
    fileprivate init(
        _ parent: Int32,
        _ label: Int32,
        _ name: String,
        isContent: Bool,
        isOfEvent: Bool,
        _ table: LeafTable
    ) {
        self.parent = parent
        self.label = label
        self.isContent = isContent
        hasWords = ComparedEvent.words.contains(name)
        leaf = table.leaf(name, of: "") ?? .unknown
        isEvent = parent < 0 && (name == "frame" || name == "messages")
        isSet = parent < 0 ? name == "diagnostics" : isOfEvent && name == "flags"
    }

    /// The elements of a list, which are of its kind.
    fileprivate init(elementsOf list: Self, at path: Int32) {
        parent = path
        label = -1
        isContent = list.isContent
        hasWords = list.hasWords
        leaf = list.leaf
        isEvent = list.isEvent
        isSet = false
    }
}
