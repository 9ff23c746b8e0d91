/// A schema under construction.
struct SchemaDraft {
    private(set) var messages: [MessageDraft] = []
    private(set) var enums: [EnumDraft] = []
    private(set) var messageNames = ProtobufTypeNames()
    private(set) var enumNames = ProtobufTypeNames()

    mutating func add(_ message: MessageDraft) {
        messageNames.add(message.fullName, last: message.shortName)
        messages.append(message)
    }

    mutating func add(_ enumeration: EnumDraft) {
        enumNames.add(enumeration.fullName, last: enumeration.shortName)
        enums.append(enumeration)
    }

    mutating func set(_ fields: [MessageDraft.Field], ofMessageAt index: Int) { messages[index].fields = fields }
}

/// A message type of a schema under construction.
struct MessageDraft {
    struct Field {
        var name: String
        var jsonName: String
        var number: UInt32
        var kind: ProtobufKind
        var target: Int32 = -1
        var isRepeated = false
        var isRequired = false
        var isPacked = false
        var oneof: Int32 = -1
    }

    var fullName: String
    var shortName: String
    var isMapEntry = false
    var fields: [Field] = []
}

/// An enumeration of a schema under construction.
struct EnumDraft {
    var fullName: String
    var shortName: String
    var values: [(name: String, number: Int32)] = []
}
