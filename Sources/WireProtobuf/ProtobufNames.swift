import Synchronization

/// The names of a schema, for errors, trees and lookups; not for the hot path.
final class ProtobufNames: Sendable {
    let messageNames: [String]
    let messageFullNames: [String]
    private let messages: ProtobufTypeNames
    let fieldNames: [String]
    /// The names of each message's fields in the `.proto` file and in JSON, and the index of its first field.
    private let fieldSpellings: [(first: Int32, names: [(name: String, jsonName: String)])]
    /// The fields by both names, for each message that was asked for.
    ///
    /// Made on demand: few programs look fields up by name, and only for few messages.
    private let fieldTables = Mutex<[Int: [String: Int32]]>([:])
    private let enums: ProtobufTypeNames
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

    /// Returns the message with a short or full name.
    func message(named name: String) -> Int32? { messages.index(of: name) }

    /// Returns the enumeration with a short or full name.
    func enumeration(named name: String) -> Int32? { enums.index(of: name) }

    /// Returns the field of a message by its name in the `.proto` file or in JSON.
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

    struct Builder {
        fileprivate var messageNames: [String] = []
        fileprivate var messageFullNames: [String] = []
        fileprivate let messages: ProtobufTypeNames
        fileprivate var fieldNames: [String] = []
        fileprivate var fieldSpellings: [(first: Int32, names: [(name: String, jsonName: String)])] = []
        fileprivate let enums: ProtobufTypeNames
        fileprivate var enumValuesByName: [[String: Int32]] = []

        init(messages: ProtobufTypeNames, enums: ProtobufTypeNames) {
            self.messages = messages
            self.enums = enums
            messageNames.reserveCapacity(messages.count)
            messageFullNames.reserveCapacity(messages.count)
            fieldSpellings.reserveCapacity(messages.count)
        }

        mutating func add(_ message: MessageDraft, _ sorted: [MessageDraft.Field]) {
            messageNames.append(message.shortName)
            messageFullNames.append(message.fullName)
            fieldSpellings.append((Int32(fieldNames.count), sorted.map { ($0.name, $0.jsonName) }))
            for field in sorted { fieldNames.append(field.name) }
        }

        mutating func add(_ enumeration: EnumDraft) {
            var values: [String: Int32] = [:]
            for value in enumeration.values { values[value.name] = value.number }
            enumValuesByName.append(values)
        }

        func finish() -> ProtobufNames { ProtobufNames(self) }
    }
}
