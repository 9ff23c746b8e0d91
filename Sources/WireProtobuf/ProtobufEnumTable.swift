import WireFormat

/// A value of an enumeration, and where its quoted name is in the schema's arena.
struct ProtobufEnumValue: Sendable, BitwiseCopyable {
    var number: Int32
    var start: UInt32
    var length: UInt32
}

/// An enumeration's place in the flat table of values.
struct ProtobufEnumTable: Sendable, BitwiseCopyable {
    /// The values are consecutive, ordered by number, one for each number.
    let first: Int32
    let count: Int32
    let lowest: Int32
    /// The value that is declared first: the default.
    let defaultValue: Int32

    init(_ draft: EnumDraft, values: inout [ProtobufEnumValue], arena: inout ByteWriter) {
        first = Int32(values.count)
        var last: Int32?
        // Of several names for one number the first declared one counts.
        let order = draft.values.indices.sorted {
            (draft.values[$0].number, $0) < (draft.values[$1].number, $1)
        }
        for index in order where draft.values[index].number != last {
            let value = draft.values[index]
            last = value.number
            let start = arena.count
            arena.append(UInt8(ascii: "\""))
            arena.append(text: value.name)
            arena.append(UInt8(ascii: "\""))
            values.append(
                ProtobufEnumValue(
                    number: value.number,
                    start: UInt32(start),
                    length: UInt32(arena.count - start)
                )
            )
        }
        count = Int32(values.count) - first
        lowest = order.first.map { draft.values[$0].number } ?? 0
        defaultValue = draft.values.first?.number ?? 0
    }

    /// The entry of a value: at once when the values are consecutive, else by bisection.
    func find(_ value: Int32, _ values: Span<ProtobufEnumValue>) -> ProtobufEnumValue? {
        let guess = Int(value) - Int(lowest)
        guard guess >= 0, count > 0 else { return nil }
        if guess < Int(count), values[Int(first) + guess].number == value { return values[Int(first) + guess] }
        var low = Int(first)
        let end = low + Int(count)
        var high = end
        while low < high {
            let middle = (low + high) / 2
            if values[middle].number < value { low = middle + 1 } else { high = middle }
        }
        return low < end && values[low].number == value ? values[low] : nil
    }
}
