package import WireFormat

extension ProtobufKind {
    /// Whether protobuf's JSON mapping writes an integer of this kind as a string, as for all 64-bit kinds.
    package var isQuotedInteger: Bool {
        switch self {
        case .int64, .uint64, .sint64, .fixed64, .sfixed64: true
        default: false
        }
    }
}

extension ByteWriter {
    /// Appends an integer in decimal digits, its bits read by its kind; appends nothing for other kinds.
    @inline(__always)
    package mutating func append(integer bits: UInt64, _ kind: ProtobufKind) {
        switch kind {
        case .int64, .sfixed64: append(decimal: Int64(bitPattern: bits))
        case .uint64, .fixed64: append(decimal: bits)
        case .sint64: append(decimal: bits.zigzag)
        case .int32, .sfixed32: append(decimal: Int64(Int32(truncatingIfNeeded: bits)))
        case .uint32, .fixed32: append(decimal: UInt64(UInt32(truncatingIfNeeded: bits)))
        case .sint32: append(decimal: Int64(UInt32(truncatingIfNeeded: bits).zigzag))
        default: break
        }
    }
}
