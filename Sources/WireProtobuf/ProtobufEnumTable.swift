import WireFormat

/// A value of an enumeration, with the place of its quoted name in the schema's arena.
struct ProtobufEnumValue: Sendable, BitwiseCopyable {
    var number: Int32
    var start: UInt32
    var length: UInt32
}

/// The place of an enumeration's values in the flat table of values.
struct ProtobufEnumTable: Sendable, BitwiseCopyable {
    /// The index of the first value; values are consecutive and ordered by number, one per number.
    let first: Int32
    let count: Int32
    let lowest: Int32
    /// The value that is declared first: the default.
    let defaultValue: Int32

    init(_ draft: EnumDraft, values: inout [ProtobufEnumValue], arena: inout ByteWriter) {
        first = Int32(values.count)
        var last: Int32?
        // If one number has several names, the first declared name counts.
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

    /// Returns the entry of a value: at once if the numbers are consecutive, otherwise by binary search.
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
