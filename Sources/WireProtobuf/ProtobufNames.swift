import Synchronization

/// The names of a schema: for errors, trees and lookups, not for the hot path.
final class ProtobufNames: Sendable {
    let messageNames: [String]
    let messageFullNames: [String]
    /// By short and by full name; -1 where a short name is not unique.
    let messagesByName: [String: Int32]
    let fieldNames: [String]
    /// For each message: its fields' names in the `.proto` file and in JSON, from its first field's index on.
    private let fieldSpellings: [(first: Int32, names: [(name: String, jsonName: String)])]
    /// For each message that was asked for, its fields by both names.
    ///
    /// Few programs ask, and for few messages only.
    private let fieldTables = Mutex<[Int: [String: Int32]]>([:])
    let enumsByName: [String: Int32]
    let enumValuesByName: [[String: Int32]]

    private init(_ builder: Builder) {
        messageNames = builder.messageNames
        messageFullNames = builder.messageFullNames
        messagesByName = builder.messagesByName
        fieldNames = builder.fieldNames
        fieldSpellings = builder.fieldSpellings
        enumsByName = builder.enumsByName
        enumValuesByName = builder.enumValuesByName
    }

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

    final class Builder {
        fileprivate var messageNames: [String] = []
        fileprivate var messageFullNames: [String] = []
        fileprivate var messagesByName: [String: Int32] = [:]
        fileprivate var fieldNames: [String] = []
        fileprivate var fieldSpellings: [(first: Int32, names: [(name: String, jsonName: String)])] = []
        fileprivate var enumsByName: [String: Int32] = [:]
        fileprivate var enumValuesByName: [[String: Int32]] = []

        /// - Parameter messages: how many will be added.
        init(messages: Int) {
            // Each has up to three names.
            messagesByName.reserveCapacity(3 * messages)
            messageNames.reserveCapacity(messages)
            messageFullNames.reserveCapacity(messages)
            fieldSpellings.reserveCapacity(messages)
        }

        func add(_ message: MessageDraft, _ sorted: [MessageDraft.Field]) {
            let index = Int32(messageNames.count)
            messageNames.append(message.shortName)
            messageFullNames.append(message.fullName)
            fieldSpellings.append((Int32(fieldNames.count), sorted.map { ($0.name, $0.jsonName) }))
            fieldNames += sorted.map(\.name)
            Self.add(message.fullName, index, to: &messagesByName)
        }

        func add(_ enumeration: EnumDraft) {
            var values: [String: Int32] = [:]
            for value in enumeration.values { values[value.name] = value.number }
            enumValuesByName.append(values)
            Self.add(enumeration.fullName, Int32(enumValuesByName.count - 1), to: &enumsByName)
        }

        /// A full name always finds its type; a short one only when it is unique and nobody's full name.
        private static func add(_ fullName: String, _ index: Int32, to table: inout [String: Int32]) {
            table["." + fullName] = index
            guard let dot = fullName.lastIndex(of: ".") else {
                table[fullName] = index
                return
            }
            table[fullName] = index
            let short = String(fullName[fullName.index(after: dot)...])
            if let other = table[short] {
                if table["." + short] == nil && other != index { table[short] = -1 }
            } else {
                table[short] = index
            }
        }

        func finish() -> ProtobufNames { ProtobufNames(self) }
    }
}
