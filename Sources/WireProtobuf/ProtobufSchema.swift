import WireFormat

/// The message types and enumerations of a set of `.proto` files, as flat tables.
///
/// Made from a serialized `FileDescriptorSet` (`protoc --descriptor_set_out`). Extensions, services and default values
/// are ignored.
public struct ProtobufSchema: Sendable {
    /// The fields of all messages; the fields of one message are consecutive and ordered by number.
    @usableFromInline let fields: [ProtobufField]
    @usableFromInline let messages: [ProtobufMessageType]
    /// The field index, or -1, of each small field number, message by message.
    @usableFromInline let dense: [Int32]
    /// A bit for each required field, message by message; the bit of the 32nd and later fields is never cleared.
    let requiredMasks: [UInt32]
    /// The JSON keys `,"name":` and enum values `"NAME"`, ready to be copied.
    let arena: [UInt8]
    let enums: [ProtobufEnumTable]
    let enumValues: [ProtobufEnumValue]
    let names: ProtobufNames

    /// The bound of the field numbers that are looked up in `dense`.
    static let denseLimit: UInt32 = 256

    init(_ draft: SchemaDraft) {
        var tables = SchemaTables(draft)
        for message in draft.messages { tables.add(message) }
        for enumeration in draft.enums { tables.add(enumeration) }
        fields = tables.fields
        messages = tables.messages
        dense = tables.dense
        requiredMasks = tables.requiredMasks
        arena = tables.arena.array
        enums = tables.enums
        enumValues = tables.enumValues
        names = tables.names.finish()
    }

    // MARK: Messages

    /// The indices of all message types, map entries included, in the order of the files.
    public var messageIndices: [MessageIndex] { messages.indices.map { MessageIndex(rawValue: Int32($0)) } }

    /// Returns the message type with a name, with or without its package; `nil` if there is none or several.
    public func message(named name: String) -> MessageIndex? {
        names.message(named: name).map { MessageIndex(rawValue: $0) }
    }

    /// Returns the name of a message type, without package and enclosing types.
    public func name(of message: MessageIndex) -> String {
        messages.indices.contains(Int(message.rawValue)) ? names.messageNames[Int(message.rawValue)] : "message"
    }

    /// Returns the name of a message type, with package and enclosing types.
    public func fullName(of message: MessageIndex) -> String { names.messageFullNames[Int(message.rawValue)] }

    // MARK: Fields

    /// Returns the indices of a message type's fields, in the order of their numbers.
    public func fieldIndices(of message: MessageIndex) -> [FieldIndex] {
        fieldRange(of: message).map { FieldIndex(rawValue: Int32($0)) }
    }

    /// Returns, for each message type, whether it meets a condition or may contain a message that does, at any depth.
    package func reaches(_ condition: (MessageIndex) -> Bool) -> [Bool] {
        var found = messageIndices.map(condition)
        var hasChanged = true
        while hasChanged {
            hasChanged = false
            for message in messageIndices where !found[Int(message.rawValue)] {
                found[Int(message.rawValue)] = fieldRange(of: message).contains { field in
                    let inner = fields[field].message
                    return inner != .none && found[Int(inner.rawValue)]
                }
                if found[Int(message.rawValue)] { hasChanged = true }
            }
        }
        return found
    }

    func fieldRange(of message: MessageIndex) -> Range<Int> {
        guard message.rawValue >= 0 else { return 0..<0 }
        let type = messages[Int(message.rawValue)]
        return Int(type.firstField)..<Int(type.firstField + type.fieldCount)
    }

    /// The schema's description of a field.
    @inlinable
    public subscript(field: FieldIndex) -> ProtobufField { fields[Int(field.rawValue)] }

    /// Returns a message type's field by number, or `.unknown`.
    @inlinable
    public func field(_ number: UInt32, in message: MessageIndex) -> FieldIndex {
        guard message.rawValue >= 0 else { return .unknown }
        let type = messages[Int(message.rawValue)]
        return FieldIndex(rawValue: Self.find(number, type, fields.span, dense.span))
    }

    /// Returns a message type's field by its name in the `.proto` file or in lowerCamel.
    public func field(named name: String, in message: MessageIndex) -> FieldIndex? {
        guard message.rawValue >= 0 else { return nil }
        return names.field(named: name, in: Int(message.rawValue)).map { FieldIndex(rawValue: $0) }
    }

    /// Returns the name of a field in the `.proto` file.
    public func name(of field: FieldIndex) -> String { names.fieldNames[Int(field.rawValue)] }

    @inlinable
    static func find(
        _ number: UInt32,
        _ type: ProtobufMessageType,
        _ fields: Span<ProtobufField>,
        _ dense: Span<Int32>
    ) -> Int32 {
        if number < UInt32(truncatingIfNeeded: type.denseCount) {
            return dense[Int(type.denseStart) &+ Int(number)]
        }
        return number < 256 ? -1 : search(number, type, fields)
    }

    @usableFromInline
    static func search(_ number: UInt32, _ type: ProtobufMessageType, _ fields: Span<ProtobufField>) -> Int32 {
        var low = Int(type.firstField)
        var high = low + Int(type.fieldCount)
        while low < high {
            let middle = (low + high) / 2
            if fields[middle].number < number { low = middle + 1 } else { high = middle }
        }
        guard low < Int(type.firstField + type.fieldCount), fields[low].number == number else { return -1 }
        return Int32(low)
    }

    // MARK: Enumerations

    /// Returns the enumeration with a name, with or without its package; `nil` if there is none or several.
    public func enumeration(named name: String) -> EnumIndex? {
        names.enumeration(named: name).map { EnumIndex(rawValue: $0) }
    }

    /// Returns the name of an enumeration's value; `nil` if the schema lacks the value.
    ///
    /// If one value has several names, returns the first declared name.
    public func valueName(_ value: Int32, in enumeration: EnumIndex) -> String? {
        guard let found = enumValue(value, in: enumeration.rawValue) else { return nil }
        let quoted = Int(found.start)..<Int(found.start + found.length)
        return String(decodingUTF8: arena.span.extracting(quoted.lowerBound + 1..<quoted.upperBound - 1))
    }

    /// Returns the value of an enumeration's name; `nil` if the schema lacks the name.
    public func value(named name: String, in enumeration: EnumIndex) -> Int32? {
        guard enumeration.rawValue >= 0 else { return nil }
        return names.enumValuesByName[Int(enumeration.rawValue)][name]
    }

    func enumValue(_ value: Int32, in enumeration: Int32) -> ProtobufEnumValue? {
        guard enumeration >= 0 else { return nil }
        return enums[Int(enumeration)].find(value, enumValues.span)
    }
}
