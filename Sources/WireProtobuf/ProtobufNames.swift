/// The names of a schema: for errors, trees and lookups, not for the hot path.
final class ProtobufNames: Sendable {
    let messageNames: [String]
    let messageFullNames: [String]
    /// By short and by full name; -1 where a short name is not unique.
    let messagesByName: [String: Int32]
    let fieldNames: [String]
    /// For each message: by the name of the `.proto` file and by the JSON name.
    let fieldsByName: [[String: Int32]]
    let enumsByName: [String: Int32]
    let enumValuesByName: [[String: Int32]]

    private init(_ builder: Builder) {
        messageNames = builder.messageNames
        messageFullNames = builder.messageFullNames
        messagesByName = builder.messagesByName
        fieldNames = builder.fieldNames
        fieldsByName = builder.fieldsByName
        enumsByName = builder.enumsByName
        enumValuesByName = builder.enumValuesByName
    }

    final class Builder {
        fileprivate var messageNames: [String] = []
        fileprivate var messageFullNames: [String] = []
        fileprivate var messagesByName: [String: Int32] = [:]
        fileprivate var fieldNames: [String] = []
        fileprivate var fieldsByName: [[String: Int32]] = []
        fileprivate var enumsByName: [String: Int32] = [:]
        fileprivate var enumValuesByName: [[String: Int32]] = []

        func add(_ message: MessageDraft, _ sorted: [MessageDraft.Field]) {
            let index = Int32(messageNames.count)
            messageNames.append(message.shortName)
            messageFullNames.append(message.fullName)
            var byName: [String: Int32] = [:]
            for (place, field) in sorted.enumerated() { byName[field.jsonName] = Int32(fieldNames.count + place) }
            for (place, field) in sorted.enumerated() { byName[field.name] = Int32(fieldNames.count + place) }
            fieldNames += sorted.map(\.name)
            fieldsByName.append(byName)
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
