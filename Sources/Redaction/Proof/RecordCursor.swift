import Inspection
import WireFormat

/// Iterates over the records of an event (``EventRecord``).
///
/// The properties of the current record are read from the records in place: to return a record as a whole, the
/// processor would have to write it and read it again in pieces of other sizes, which stalls.
struct RecordCursor: ~Escapable {
    private let records: Span<UInt8>
    private var head: UInt64 = 0
    /// The address of the field's name in the program; 0 if the field has no name.
    private(set) var address: UInt64 = 0
    /// The start and the end of this record's bytes.
    private var start = 0
    private var end = 0

    /// A copy of ``EventRecord/headSize``, so that it is a constant here.
    private static var headSize: Int { 16 }

    @_lifetime(copy records)
    init(_ records: Span<UInt8>) { self.records = records }

    /// Moves to the next record, or to the first one; returns whether there is one.
    @inline(__always)
    @_lifetime(self: copy self)
    mutating func next() -> Bool {
        guard records.count &- end >= Self.headSize else { return false }
        head = records.loadUnaligned(at: end, as: UInt64.self)
        address = records.loadUnaligned(at: end &+ 8, as: UInt64.self)
        start = end &+ Self.headSize
        let count = Int(truncatingIfNeeded: head &>> 32)
        guard records.count &- start >= count else { return false }
        end = start &+ count
        return true
    }

    /// The number of the record's kind, and the number of the event's part that the field belongs to.
    var kind: UInt8 {
        @inline(__always) get { UInt8(truncatingIfNeeded: head) }
    }
    var part: UInt8 {
        @inline(__always) get { UInt8(truncatingIfNeeded: head &>> 8) }
    }

    /// The field's name.
    var key: EventRecord.Key { EventRecord.Key(address: address, count: UInt16(truncatingIfNeeded: head &>> 16)) }

    var bytes: Span<UInt8> {
        @inline(__always)
        @_lifetime(copy self)
        get { records.extracting(start..<end) }
    }

    /// The value of a number field.
    var number: Int64 {
        @inline(__always)
        get { end &- start == 8 ? Int64(bitPattern: records.loadUnaligned(at: start, as: UInt64.self)) : 0 }
    }
}
