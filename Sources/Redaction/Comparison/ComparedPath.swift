import Inspection
import WireFormat
import WireJSON

/// Where a field stands in its event, and what of its values is compared.
struct ComparedPath: Sendable {
    /// Who gave the members of an object their names.
    enum Author: Sendable {
        /// This program, as those of a frame and of a message.
        case program
        /// A command's table, which names values that are objects with tags.
        case command
        /// The protocol.
        case wire
        /// The SDKs, in the content of a message.
        case content
        /// An application, which may have written anything.
        case application
    }

    /// The path of what it is in; -1 for a part of an event.
    let parent: Int32
    /// The name of a member as a text's number; -1 for the elements of a list, which have one path.
    let label: Int32
    /// Of the field itself, and of what it holds.
    let author: Author
    let inside: Author
    /// The classes of what it holds.
    let table: LeafTable
    /// Whether it is a message of an event.
    let isMessage: Bool
    /// Its own class.
    private let leaf: LeafClass
    /// Whether this program says it in words of its own.
    private let hasOwnWords: Bool
    /// Whether it is a number of a frame's head.
    private let isOfHead: Bool
    /// Whether its elements are words that have no order.
    let isListOfWords: Bool
    /// Whether its values have no order: members that applications named have one path.
    let isSet: Bool

    /// What this program says of frames and messages in words of its own.
    private static let ownWords: Set<String> = ["type", "conversation", "severity", "message", "flags"]
    /// Numbers of frames that are compared.
    private static let head: Set<String> = ["type", "flags", "status", "code", "qos", "dup", "retain", "conversation"]

    /// A part of an event.
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

    /// A member.
    ///
    /// - Parameters:
    ///   - name: as it is written in a path: `?` for names of applications.
    ///   - contents: of the content of a message, the classes of what it holds.
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

    /// The elements of a list, which are of its kind.
    init(elementsOf list: Self, at path: Int32) {
        parent = path
        label = -1
        author = list.author
        inside = list.inside
        table = list.table
        // The only part of an event that is a list of objects.
        isMessage = list.parent < 0
        leaf = list.leaf
        hasOwnWords = list.hasOwnWords
        isOfHead = list.isOfHead
        isListOfWords = false
        isSet = list.isSet
    }

    // MARK: Values

    /// The placeholder for a value whose presence is compared, not its content.
    private static let something = "…"

    /// What is compared of a text.
    func shown(_ text: String) -> String {
        let stays =
            switch leaf {
            case _ where hasOwnWords: true
            case .structure: Vocabulary.isWord(text)
            case .objectName: Vocabulary.isObjectName(text)
            default: false
            }
        return stays ? text : text.isEmpty ? "\"\"" : Self.something
    }

    /// What is compared of a number: its value, however it is spelt.
    ///
    /// One with many digits may be somebody's, so that only those of frames are compared.
    func shown(_ number: JSONView) -> String {
        let value = Self.value(of: number)
        if isOfHead || author == .program && leaf == .structure { return value }
        return leaf == .structure && Self.isShort(number.spelling) ? value : Self.something
    }

    /// Digits of the longest number that nobody can be told by.
    private static let mostDigits = 5

    /// Whether a number has few digits, and is not spelt with an exponent.
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
