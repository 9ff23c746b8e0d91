public import WireFormat

extension ProtobufSchema {
    /// The largest number of fields in all messages of a schema together: a node keeps a field's index in 16 bits.
    public static var largestFieldCount: Int { Int(ProtobufNode.unknownField) }

    /// Reads a serialized `FileDescriptorSet` (proto2 and proto3).
    ///
    /// - Throws: the errors of the parser for bytes that are not protobuf; `value` for an inconsistent descriptor (a
    ///   type that does not exist, a field number out of range), at the offset of the field's descriptor; `limit` for
    ///   more than ``largestFieldCount`` fields.
    public init(descriptorSet bytes: Span<UInt8>) throws(WireError) {
        var tape = ProtobufTape()
        let own = DescriptorSchema.schema
        try tape.decode(
            bytes,
            in: 0..<bytes.count,
            as: DescriptorSchema.fileSet,
            schema: own,
            limits: ProtobufLimits()
        )
        var reader = DescriptorReader(tape: tape)
        for file in tape.children(1, of: 0) { reader.declare(file: file, bytes) }
        try reader.resolve(bytes)
        let fields = reader.draft.messages.reduce(0) { $0 + $1.fields.count }
        guard fields <= Self.largestFieldCount else {
            throw WireError(.limit, at: 0, expected: "at most \(Self.largestFieldCount) fields, not \(fields)")
        }
        self.init(reader.draft)
    }
}

/// Collects the types of a decoded descriptor set: first all names, then the fields that refer to them.
private struct DescriptorReader {
    let tape: ProtobufTape
    private(set) var draft = SchemaDraft()
    private var descriptors: [(node: Int, isProto3: Bool)] = []

    init(tape: ProtobufTape) { self.tape = tape }

    private func text(_ number: UInt32, _ parent: Int, _ bytes: Span<UInt8>) -> String? {
        tape.last(number, in: parent).map { String(decodingUTF8: bytes.extracting(tape.nodes[$0].valueRange)) }
    }

    private func integer(_ number: UInt32, _ parent: Int, _ bytes: Span<UInt8>) -> Int64? {
        tape.last(number, in: parent).map { Int64(bitPattern: tape.nodes[$0].bits(in: bytes)) }
    }

    mutating func declare(file: Int, _ bytes: Span<UInt8>) {
        let package = text(2, file, bytes) ?? ""
        let prefix = package.isEmpty ? "" : package + "."
        let syntax = text(12, file, bytes) ?? "proto2"
        for node in tape.children(4, of: file) { declare(message: node, prefix, syntax != "proto2", bytes) }
        for node in tape.children(5, of: file) { declare(enumeration: node, prefix, bytes) }
    }

    private mutating func declare(message node: Int, _ prefix: String, _ isProto3: Bool, _ bytes: Span<UInt8>) {
        let name = text(1, node, bytes) ?? ""
        var message = MessageDraft(fullName: prefix + name, shortName: name)
        if let options = tape.last(7, in: node) { message.isMapEntry = integer(7, options, bytes) ?? 0 != 0 }
        draft.add(message)
        descriptors.append((node, isProto3))
        let (messages, enums) = (tape.children(3, of: node), tape.children(4, of: node))
        guard !messages.isEmpty || !enums.isEmpty else { return }
        let inner = message.fullName + "."
        for nested in messages { declare(message: nested, inner, isProto3, bytes) }
        for nested in enums { declare(enumeration: nested, inner, bytes) }
    }

    private mutating func declare(enumeration node: Int, _ prefix: String, _ bytes: Span<UInt8>) {
        let name = text(1, node, bytes) ?? ""
        var enumeration = EnumDraft(fullName: prefix + name, shortName: name)
        for value in tape.children(2, of: node) {
            let number = Int32(truncatingIfNeeded: integer(2, value, bytes) ?? 0)
            enumeration.values.append((text(1, value, bytes) ?? "", number))
        }
        draft.add(enumeration)
    }

    mutating func resolve(_ bytes: Span<UInt8>) throws(WireError) {
        for index in draft.messages.indices {
            // A separate array: appending to the draft while it is passed to `field` would copy it for each field.
            var fields: [MessageDraft.Field] = []
            let nodes = tape.children(2, of: descriptors[index].node)
            fields.reserveCapacity(nodes.count)
            let owner = draft.messages[index].fullName
            for node in nodes {
                let parts = FieldParts(node, tape.nodes, bytes)
                let packed = parts.options.flatMap { integer(2, $0, bytes) }.map { $0 != 0 }
                let isPacked = packed ?? descriptors[index].isProto3
                fields.append(
                    try Self.field(parts, isPacked: isPacked, at: tape.nodes[node].tagStart, of: owner, draft)
                )
            }
            draft.set(fields, ofMessageAt: index)
        }
    }

    private static func field(
        _ parts: FieldParts,
        isPacked: Bool,
        at offset: Int,
        of owner: String,
        _ draft: SchemaDraft
    ) throws(WireError) -> MessageDraft.Field {
        func fail(_ expected: String) -> WireError {
            WireError(.value, at: offset, path: [owner, parts.name], expected: expected)
        }
        guard parts.number > 0, parts.number <= Int64(ProtobufParser.largestNumber) else {
            throw fail("a field number from 1 to 536870911")
        }
        guard let kind = UInt8(exactly: parts.type).flatMap(ProtobufKind.init(rawValue:)) else {
            throw fail("a field type")
        }
        var field = MessageDraft.Field(
            name: parts.name,
            jsonName: parts.jsonName ?? lowerCamel(parts.name),
            number: UInt32(parts.number),
            kind: kind
        )
        field.isRequired = parts.label == 2
        field.isRepeated = parts.label == 3
        field.isPacked = field.isRepeated && kind.isPackable && isPacked
        if let oneof = parts.oneof, !parts.isOptional { field.oneof = Int32(truncatingIfNeeded: oneof) }
        switch kind {
        case .message, .group:
            let target = parts.typeName.flatMap { draft.messageNames.index(ofFull: $0) }
            guard let target else { throw fail("a known message type") }
            field.target = target
        case .enumeration:
            let target = parts.typeName.flatMap { draft.enumNames.index(ofFull: $0) }
            guard let target else { throw fail("a known enumeration") }
            field.target = target
        default: break
        }
        return field
    }

    /// Returns the default of `json_name`: `from_user_id` becomes `fromUserId`.
    private static func lowerCamel(_ name: String) -> String {
        var result = ""
        var raise = false
        for character in name {
            if character == "_" {
                raise = true
            } else {
                result += raise ? character.uppercased() : String(character)
                raise = false
            }
        }
        return result
    }
}

/// The parts of a field's descriptor, collected in one pass; of a repeated part the last occurrence counts.
private struct FieldParts {
    var name = ""
    var number: Int64 = 0
    var label: Int64 = 1
    var type: Int64 = 0
    /// The full name with package and enclosing types, without the leading dot; `nil` if there is none.
    var typeName: String?
    /// The node of the field's options.
    var options: Int?
    var oneof: Int64?
    var jsonName: String?
    /// Whether the field is an `optional` of proto3, which has a synthetic oneof.
    var isOptional = false

    init(_ field: Int, _ nodes: Span<ProtobufNode>, _ bytes: Span<UInt8>) {
        let end = Int(nodes[field].next)
        var index = field + 1
        while index < end {
            let node = nodes[index]
            if node.field.isKnown {
                func text() -> String { String(decodingUTF8: bytes.extracting(node.valueRange)) }
                func integer() -> Int64 { Int64(bitPattern: node.bits(in: bytes)) }
                switch node.number {
                case 1: name = text()
                case 3: number = integer()
                case 4: label = integer()
                case 5: type = integer()
                case 6:
                    let range = node.valueRange
                    let isFull = !range.isEmpty && bytes[range.lowerBound] == UInt8(ascii: ".")
                    typeName = isFull ? String(decodingUTF8: bytes.extracting(range.dropFirst())) : nil
                case 8: options = index
                case 9: oneof = integer()
                case 10: jsonName = text()
                case 17: isOptional = integer() != 0
                default: break
                }
            }
            index = Int(node.next)
        }
    }
}
