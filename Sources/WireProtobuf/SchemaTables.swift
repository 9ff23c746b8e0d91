import WireFormat

/// The flat tables of a schema while they are filled, message by message (``ProtobufSchema``).
struct SchemaTables: ~Copyable {
    private let drafts: [MessageDraft]
    private(set) var fields: [ProtobufField] = []
    private(set) var messages: [ProtobufMessageType] = []
    private(set) var dense: [Int32] = []
    private(set) var requiredMasks: [UInt32] = []
    private(set) var arena = ByteWriter(capacity: 4096)
    private(set) var enums: [ProtobufEnumTable] = []
    private(set) var enumValues: [ProtobufEnumValue] = []
    private(set) var names: ProtobufNames.Builder

    /// The place of required fields that have no bit of their own in a mask: they share the last one.
    private static let lastRequiredPlace = 31
    /// The place of fields that are not required.
    private static let noRequiredPlace: UInt8 = 255

    init(_ draft: SchemaDraft) {
        drafts = draft.messages
        names = ProtobufNames.Builder(messages: draft.messageNames, enums: draft.enumNames)
    }

    mutating func add(_ message: MessageDraft) {
        let sorted = message.fields.sorted { $0.number < $1.number }
        let first = fields.count
        var required = 0
        for field in sorted {
            add(field, requiredBefore: required)
            if field.isRequired { required += 1 }
        }
        let denseStart = dense.count
        appendPlaces(of: sorted, from: first)
        messages.append(
            ProtobufMessageType(
                firstField: Int32(first),
                fieldCount: Int32(sorted.count),
                denseStart: Int32(denseStart),
                denseCount: Int32(dense.count - denseStart),
                isMapEntry: message.isMapEntry
            )
        )
        requiredMasks.append(required > Self.lastRequiredPlace ? .max : (1 << UInt32(required)) - 1)
        names.add(message, sorted)
    }

    mutating func add(_ enumeration: EnumDraft) {
        enums.append(ProtobufEnumTable(enumeration, values: &enumValues, arena: &arena))
        names.add(enumeration)
    }

    /// - Parameter requiredBefore: the number of the message's required fields with smaller numbers.
    private mutating func add(_ field: MessageDraft.Field, requiredBefore: Int) {
        let keyStart = arena.count
        arena.append(",\"")
        arena.append(text: field.name)
        arena.append("\":")
        fields.append(
            ProtobufField(
                number: field.number,
                target: field.target,
                keyStart: UInt32(keyStart),
                keyLength: UInt32(arena.count - keyStart),
                oneof: field.oneof,
                kind: field.kind,
                flags: flags(of: field),
                requiredPlace: field.isRequired
                    ? UInt8(min(requiredBefore, Self.lastRequiredPlace)) : Self.noRequiredPlace
            )
        )
    }

    private func flags(of field: MessageDraft.Field) -> UInt8 {
        let isMap = field.kind == .message && field.isRepeated && drafts[Int(field.target)].isMapEntry
        var flags: UInt8 = 0
        if field.isRepeated { flags |= ProtobufField.repeatedFlag }
        if field.isPacked { flags |= ProtobufField.packedFlag }
        if isMap { flags |= ProtobufField.mapFlag }
        return flags
    }

    /// Appends to `dense` the index of each field with a small number.
    ///
    /// - Parameters:
    ///   - sorted: the fields of a message, by number.
    ///   - first: the index of the first one.
    private mutating func appendPlaces(of sorted: [MessageDraft.Field], from first: Int) {
        let small = sorted.prefix { $0.number < ProtobufSchema.denseLimit }
        guard let largest = small.last?.number else { return }
        let start = dense.count
        dense.append(contentsOf: repeatElement(-1, count: Int(largest) + 1))
        for (place, field) in small.enumerated() { dense[start + Int(field.number)] = Int32(first + place) }
    }
}
