import Inspection
import WireFormat

/// Goes through the records of an event (``EventRecord``), and says of the one where it stands what it is.
///
/// That is read from words where they lie: a record that were handed on as a whole would be written and read in pieces of
/// different sizes, for which processors wait.
struct RecordCursor: ~Escapable {
    private let records: Span<UInt8>
    private var head: UInt64 = 0
    /// Where the name of the field lies in the program; 0 where it has none.
    private(set) var address: UInt64 = 0
    /// Where the bytes of this record begin, and where they end.
    private var start = 0
    private var end = 0

    /// The same as ``EventRecord/headSize``, known here.
    private static var headSize: Int { 16 }

    @_lifetime(copy records)
    init(_ records: Span<UInt8>) { self.records = records }

    /// Goes on to the next record, first to the first one; answers whether there is one.
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

    /// The number of the record's kind, and that of the part of the event that the field is in.
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

    /// The number of a field that is one.
    var number: Int64 {
        @inline(__always)
        get { end &- start == 8 ? Int64(bitPattern: records.loadUnaligned(at: start, as: UInt64.self)) : 0 }
    }
}
