import Synchronization

/// The names of a schema: for errors, trees and lookups, not for the hot path.
final class ProtobufNames: Sendable {
    let messageNames: [String]
    let messageFullNames: [String]
    private let messages: TypeNames
    let fieldNames: [String]
    /// For each message: its fields' names in the `.proto` file and in JSON, from its first field's index on.
    private let fieldSpellings: [(first: Int32, names: [(name: String, jsonName: String)])]
    /// For each message that was asked for, its fields by both names.
    ///
    /// Few programs ask, and for few messages only.
    private let fieldTables = Mutex<[Int: [String: Int32]]>([:])
    private let enums: TypeNames
    let enumValuesByName: [[String: Int32]]

    private init(_ builder: Builder) {
        messageNames = builder.messageNames
        messageFullNames = builder.messageFullNames
        messages = builder.messages
        fieldNames = builder.fieldNames
        fieldSpellings = builder.fieldSpellings
        enums = builder.enums
        enumValuesByName = builder.enumValuesByName
    }

    /// The message of a short or a full name.
    func message(named name: String) -> Int32? { messages.index(of: name) }

    /// The enumeration of a short or a full name.
    func enumeration(named name: String) -> Int32? { enums.index(of: name) }

    /// The field of a message with a name, as in the `.proto` file or in JSON.
    func field(named name: String, in message: Int) -> Int32? {
        fieldTables.withLock { tables in
            if let table = tables[message] { return table[name] }
            let (first, names) = fieldSpellings[message]
            var table: [String: Int32] = [:]
            for (place, field) in names.enumerated() { table[field.jsonName] = first + Int32(place) }
            for (place, field) in names.enumerated() { table[field.name] = first + Int32(place) }
            tables[message] = table
            return table[name]
        }
    }

    /// The types of one kind by their names.
    fileprivate struct TypeNames {
        private var full: [String: Int32] = [:]
        /// By the name without package; -1 where several have it.
        private var short: [String: Int32] = [:]

        mutating func reserve(_ count: Int) {
            full.reserveCapacity(count)
            short.reserveCapacity(count)
        }

        mutating func add(_ name: String, _ index: Int32) {
            full[name] = index
            guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return }
            let last = String(name[name.utf8.index(after: dot)...])
            if let other = short[last], other != index { short[last] = -1 } else { short[last] = index }
        }

        /// A full name always finds its type; a short one only when it is unique and nobody's full name.
        ///
        /// A name that begins with a dot is a full one.
        func index(of name: String) -> Int32? {
            if name.utf8.first == UInt8(ascii: ".") { return full[String(Substring(name.utf8.dropFirst()))] }
            guard let found = full[name] ?? short[name], found >= 0 else { return nil }
            return found
        }
    }

    struct Builder {
        fileprivate var messageNames: [String] = []
        fileprivate var messageFullNames: [String] = []
        fileprivate var messages = TypeNames()
        fileprivate var fieldNames: [String] = []
        fileprivate var fieldSpellings: [(first: Int32, names: [(name: String, jsonName: String)])] = []
        fileprivate var enums = TypeNames()
        fileprivate var enumValuesByName: [[String: Int32]] = []

        /// - Parameter messages: how many will be added.
        init(messages: Int) {
            self.messages.reserve(messages)
            messageNames.reserveCapacity(messages)
            messageFullNames.reserveCapacity(messages)
            fieldSpellings.reserveCapacity(messages)
        }

        mutating func add(_ message: MessageDraft, _ sorted: [MessageDraft.Field]) {
            let index = Int32(messageNames.count)
            messageNames.append(message.shortName)
            messageFullNames.append(message.fullName)
            fieldSpellings.append((Int32(fieldNames.count), sorted.map { ($0.name, $0.jsonName) }))
            for field in sorted { fieldNames.append(field.name) }
            messages.add(message.fullName, index)
        }

        mutating func add(_ enumeration: EnumDraft) {
            var values: [String: Int32] = [:]
            for value in enumeration.values { values[value.name] = value.number }
            enums.add(enumeration.fullName, Int32(enumValuesByName.count))
            enumValuesByName.append(values)
        }

        func finish() -> ProtobufNames { ProtobufNames(self) }
    }
}
