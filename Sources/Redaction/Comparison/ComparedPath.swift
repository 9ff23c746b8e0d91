import WireFormat
import WireJSON

/// The path of a field in its event, with the rules for comparing its values.
struct ComparedPath: Sendable {
    /// The author of the names of an object's members.
    enum Author: Sendable {
        /// This program, for the members of a frame or a message.
        case program
        /// A command's table, for values that are objects with tags.
        case command
        /// The protocol.
        case wire
        /// The SDKs, in the content of a message.
        case content
        /// An application, which may write anything.
        case application
    }

    /// The path that contains this one; -1 for a part of an event.
    let parent: Int32
    /// The text number of a member's name; -1 for the elements of a list, which share one path.
    let label: Int32
    /// The author of the field's own name, and of the names of the members in it.
    let author: Author
    let inside: Author
    /// The classes of the members in the field.
    let table: LeafTable
    /// Whether the path is a message of an event.
    let isMessage: Bool
    /// The class of the field.
    private let leaf: LeafClass
    /// Whether the value is a word of this program.
    private let hasOwnWords: Bool
    /// Whether the field is a number in a frame's header.
    private let isOfHead: Bool
    /// Whether the field is a list of words whose order does not matter.
    let isListOfWords: Bool
    /// Whether the values of this path have no order; members that applications named share one path.
    let isSet: Bool

    /// The fields of frames and messages whose values are words of this program.
    private static let ownWords: Set<String> = ["type", "conversation", "severity", "message", "flags"]
    /// The fields of frames whose numbers are compared.
    private static let head: Set<String> = ["type", "flags", "status", "code", "qos", "dup", "retain", "conversation"]

    /// Creates the path of a part of an event.
    init(part: String, _ label: Int32, _ system: ComparedSystem) {
        parent = -1
        self.label = label
        author = .program
        inside = part == "diagnostics" ? .application : .program
        table = part == "payload" ? system.payload : system.frame
        (isMessage, leaf) = (false, .unknown)
        (hasOwnWords, isOfHead) = (false, false)
        isListOfWords = part == "diagnostics"
        isSet = isListOfWords
    }

    /// Creates the path of a member.
    ///
    /// - Parameters:
    ///   - name: the name as it is written in a path: `?` for names of applications.
    ///   - contents: the classes of the members, if this is the content of a message.
    init(
        _ name: String,
        _ label: Int32,
        of around: ComparedPath,
        at parent: Int32,
        _ system: ComparedSystem,
        contents: LeafTable?
    ) {
        self.parent = parent
        self.label = label
        author = around.inside
        isMessage = false
        leaf = author == .application ? .application : around.table.leaf(name, of: "") ?? .unknown
        hasOwnWords = author == .program && Self.ownWords.contains(name)
        isOfHead = author == .program && Self.head.contains(name)
        isListOfWords = author == .program && name == "flags"
        isSet = isListOfWords || around.isSet || name == "?"
        switch (author, name) {
        case _ where contents != nil: (inside, table) = (.content, contents ?? .none)
        case (.program, "body"): (inside, table) = (.command, around.table)
        case (.program, "query"), (.program, "reply"): (inside, table) = (.wire, system.http)
        case (.program, _), (.command, _): (inside, table) = (.wire, around.table)
        case (.content, _) where leaf == .content, (_, _) where leaf == .structure:
            (inside, table) = (author, around.table)
        default: (inside, table) = (.application, .none)
        }
    }

    /// Creates the path of a list's elements, which are of the same kind as the list.
    init(elementsOf list: Self, at path: Int32) {
        parent = path
        label = -1
        author = list.author
        inside = list.inside
        table = list.table
        // The messages are the only part of an event that is a list of objects.
        isMessage = list.parent < 0
        leaf = list.leaf
        hasOwnWords = list.hasOwnWords
        isOfHead = list.isOfHead
        isListOfWords = false
        isSet = list.isSet
    }

    // MARK: Values

    /// The placeholder for a value whose presence is compared, not its content.
    static let something = "…"
    /// The placeholder for an empty text.
    static let nothing = "\"\""

    /// How the values of a path are compared.
    enum Comparison {
        /// Whether there is a value.
        case presence
        /// Whether there is a text, and whether it is empty.
        case emptiness
        /// By the text that ``shown(_:)`` returns.
        case content
    }

    /// Returns how values of a kind are compared.
    func comparison(of kind: JSONKind) -> Comparison {
        switch kind {
        case .string:
            hasOwnWords || leaf == .structure || leaf == .command || leaf == .objectName ? .content : .emptiness
        case .number: isOfHead || leaf == .structure || leaf == .command ? .content : .presence
        case .object, .array, .bool, .null: .content
        }
    }

    /// Returns the text to compare for a value that is neither an object nor a list.
    func shown(_ value: JSONView) -> String {
        switch value.kind {
        case .number: shown(number: value)
        case .string: shown(value.string ?? "")
        case .object, .array, .bool, .null: String(decodingUTF8: value.spelling)
        }
    }

    /// Returns the text to compare: the text itself if it is a protocol word, otherwise a placeholder.
    private func shown(_ text: String) -> String {
        let stays =
            switch leaf {
            case _ where hasOwnWords: true
            case .structure: Vocabulary.isWord(text)
            case .command: Vocabulary.isCommand(text)
            case .objectName: Vocabulary.isObjectName(text)
            default: false
            }
        return stays ? text : text.isEmpty ? Self.nothing : Self.something
    }

    /// Returns the number to compare, independent of its spelling.
    ///
    /// A long number may identify a person, so only the numbers of frames are compared with all their digits.
    private func shown(number: JSONView) -> String {
        let value = Self.value(of: number)
        let isOfProtocol = leaf == .structure || leaf == .command
        if isOfHead || author == .program && isOfProtocol { return value }
        return isOfProtocol && Self.isShort(number.spelling) ? value : Self.something
    }

    /// The number of digits of the longest number that identifies nobody.
    private static let mostDigits = 5

    /// Returns whether a number has few digits and no exponent.
    private static func isShort(_ spelling: Span<UInt8>) -> Bool {
        var digits = 0
        for index in spelling.indices {
            switch spelling[index] {
            case UInt8(ascii: "-"), UInt8(ascii: "."): break
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digits += 1
            default: return false
            }
        }
        return digits <= mostDigits
    }

    private static func value(of number: JSONView) -> String {
        if let whole = number.int64 { return String(whole) }
        let spelling = String(decodingUTF8: number.spelling)
        guard let value = number.double, value.isFinite else { return spelling }
        return Int64(exactly: value).map { String($0) } ?? "\(value)"
    }
}
