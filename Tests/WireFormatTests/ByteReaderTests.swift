import Testing
import WireFormat

/// One of the reader's ways to read a field of a known width.
enum Read: String, CaseIterable, Sendable {
    case uint8
    case uint16
    case int32
    case int64
    case opaque64
    case text
    case bytes
    case slice

    /// How many bytes a whole field takes here: `bytes` and `slice` are asked for five, `text` holds three.
    var width: Int {
        switch self {
        case .uint8: 1
        case .uint16: 2
        case .int32: 4
        case .int64, .opaque64: 8
        case .text, .bytes, .slice: 5
        }
    }

    /// Reads a field named `field` and says what was read.
    func run(_ reader: inout ByteReader<some FieldTrace>) throws(WireError) -> String {
        switch self {
        case .uint8: return String(try reader.uint8("field"))
        case .uint16: return String(try reader.uint16("field"))
        case .int32: return String(try reader.int32("field"))
        case .int64: return String(try reader.int64("field"))
        case .opaque64: return String(try reader.opaque64("field"), radix: 16)
        case .text: return "\(try reader.text("field"))"
        case .bytes: return "\(try reader.bytes("field", count: 5))"
        case .slice:
            let part = try reader.slice("field", count: 5)
            return "\(part.offset)..<\(part.offset + part.remaining)"
        }
    }
}

/// Keeps what a reader tells its trace.
final class FieldLog: FieldTrace {
    var entries: [String] = []

    func integer(_ name: StaticString, _ value: Int64, _ range: Range<Int>) {
        entries.append("\(name) integer \(value) \(range)")
    }

    func opaque(_ name: StaticString, _ value: UInt64, _ range: Range<Int>) {
        entries.append("\(name) opaque \(value) \(range)")
    }

    func text(_ name: StaticString, _ content: Range<Int>, prefix: Int) {
        entries.append("\(name) text \(content) after \(prefix)")
    }

    func bytes(_ name: StaticString, _ range: Range<Int>) {
        entries.append("\(name) bytes \(range)")
    }
}

@Suite("ByteReader")
struct ByteReaderTests {
    @Test(
        "reads every kind of field, big-endian, from an odd offset",
        arguments: [
            (.uint8, "00", "0"), (.uint8, "7f", "127"), (.uint8, "80", "128"), (.uint8, "ff", "255"),
            (.uint16, "0001", "1"), (.uint16, "8081", "32897"), (.uint16, "ffff", "65535"),
            (.int32, "00000001", "1"), (.int32, "5f720000", "1601306624"), (.int32, "80818283", "-2138996093"),
            (.int32, "7fffffff", "2147483647"), (.int32, "80000000", "-2147483648"), (.int32, "ffffffff", "-1"),
            (.int64, "0000018bcfe56800", "1700000000000"), (.int64, "8081828384858687", "-9186918263483431289"),
            (.int64, "7fffffffffffffff", "9223372036854775807"), (.int64, "8000000000000000", "-9223372036854775808"),
            (.opaque64, "8081828384858687", "8081828384858687"), (.opaque64, "00000000000000ff", "ff"),
            (.text, "0003616263", "5..<8"), (.bytes, "0102030405", "3..<8"), (.slice, "0102030405", "3..<8"),
        ] as [(Read, String, String)]
    )
    func values(_ read: Read, _ hex: String, _ expected: String) throws {
        let bytes = try Hex.decode("aabbcc" + hex + "dd")
        var reader = ByteReader(bytes.span)
        _ = try reader.bytes("before", count: 3)
        let value = try read.run(&reader)
        #expect(value == expected)
        let (offset, remaining, isAtEnd) = (reader.offset, reader.remaining, reader.isAtEnd)
        #expect(offset == 3 + read.width)
        #expect(remaining == 1)
        #expect(!isAtEnd)
    }

    @Test("says exactly what is missing and stays where it was", arguments: Read.allCases)
    func truncation(_ read: Read) throws {
        let whole: [UInt8] = [9, 9, 9, 0, 3, 1, 2, 3, 4, 5, 6]
        for available in 0..<read.width {
            let bytes = Array(whole.prefix(3 + available))
            var reader = ByteReader(bytes.span)
            _ = try reader.bytes("before", count: 3)
            var expected = WireError(.truncated, at: 3, path: ["field"], needed: read.width, available: available)
            if read == .text {
                expected.needed = available < 2 ? 2 : 3
                expected.available = available < 2 ? available : available - 2
                expected.offset = available < 2 ? 3 : 5
            }
            do throws(WireError) {
                let value = try read.run(&reader)
                Issue.record("read \(value) from \(available) bytes")
            } catch {
                #expect(error == expected)
            }
            let (offset, remaining) = (reader.offset, reader.remaining)
            #expect(offset == 3)
            #expect(remaining == available)
            let rest = reader.rest("rest")
            #expect(rest == 3..<3 + available)
        }
    }

    @Test("never tells its trace of a field that is cut off", arguments: Read.allCases)
    func truncationTrace(_ read: Read) {
        let bytes = Array([0, 3, 1, 2, 3, 4, 5, 6].prefix(read.width - 1)) as [UInt8]
        let log = FieldLog()
        var reader = ByteReader(bytes.span, trace: log)
        do throws(WireError) {
            _ = try read.run(&reader)
            Issue.record("read a field that is cut off")
        } catch {
            #expect(error.code == .truncated)
        }
        #expect(log.entries == [])
    }

    @Test("tells its trace of each field's name, value and place")
    func trace() throws {
        let bytes = try Hex.decode("ff 8001 ffffffff 8000000000000000 ffffffffffffffff 0002 6869 0000 aabb cc dddd")
        let log = FieldLog()
        var reader = ByteReader(bytes.span, trace: log)
        try reader.uint8("a")
        _ = try reader.uint16("b")
        _ = try reader.int32("c")
        _ = try reader.int64("d")
        _ = try reader.opaque64("e")
        _ = try reader.text("f")
        _ = try reader.text("g")
        _ = try reader.bytes("h", count: 2)
        reader.skip(1)
        _ = reader.rest("i")
        _ = reader.rest("j")
        #expect(
            log.entries == [
                "a integer 255 0..<1", "b integer 32769 1..<3", "c integer -1 3..<7",
                "d integer -9223372036854775808 7..<15", "e opaque 18446744073709551615 15..<23",
                "f text 25..<27 after 2", "g text 29..<29 after 2", "h bytes 29..<31", "i bytes 32..<34",
            ]
        )
    }

    @Test("keeps absolute offsets in a slice of a slice, which ends where it was told to")
    func slices() throws {
        let bytes = [UInt8](0..<20)
        let log = FieldLog()
        var outer = ByteReader(bytes.span, trace: log)
        _ = try outer.uint16("first")
        var middle = try outer.slice("middle", count: 10)
        try middle.uint8("second")
        var inner = try middle.slice("inner", count: 4)
        let value = try inner.uint16("third")
        #expect(value == 0x0304)
        do throws(WireError) {
            _ = try inner.int32("fourth")
            Issue.record("read beyond the slice")
        } catch {
            #expect(error == WireError(.truncated, at: 5, path: ["fourth"], needed: 4, available: 2))
        }
        let rest = inner.rest("fifth")
        #expect(rest == 5..<7)
        let (middleOffset, middleLeft, outerOffset, outerLeft) =
            (middle.offset, middle.remaining, outer.offset, outer.remaining)
        #expect(middleOffset == 7)
        #expect(middleLeft == 5)
        #expect(outerOffset == 12)
        #expect(outerLeft == 8)
        #expect(
            log.entries == [
                "first integer 1 0..<2", "second integer 2 2..<3", "third integer 772 3..<5", "fifth bytes 5..<7",
            ]
        )
    }

    @Test("refuses a negative count, and takes a count of zero", arguments: [Read.bytes, .slice])
    func counts(_ read: Read) throws {
        let bytes: [UInt8] = [1, 2, 3]
        for count in [-1, Int.min] {
            #expect(throws: WireError(.length, at: 1, path: ["field"])) {
                var reader = ByteReader(bytes.span)
                try reader.uint8("before")
                if read == .bytes {
                    _ = try reader.bytes("field", count: count)
                } else {
                    _ = try reader.slice("field", count: count)
                }
            }
        }
        #expect(throws: WireError(.truncated, at: 0, path: ["field"], needed: .max, available: 3)) {
            var reader = ByteReader(bytes.span)
            if read == .bytes {
                _ = try reader.bytes("field", count: .max)
            } else {
                _ = try reader.slice("field", count: .max)
            }
        }
        var reader = ByteReader(bytes.span)
        let none = try reader.bytes("none", count: 0)
        #expect(none == 0..<0)
        let part = try reader.slice("none", count: 0)
        let isAtEnd = part.isAtEnd
        #expect(isAtEnd)
    }

    @Test(
        "passes over bytes, never backwards and at most to the end",
        arguments: [(0, 2), (1, 3), (3, 5), (4, 5), (Int.max, 5), (-1, 2), (Int.min, 2)]
    )
    func skipping(_ count: Int, _ offset: Int) throws {
        let bytes: [UInt8] = [1, 2, 3, 4, 5]
        var reader = ByteReader(bytes.span)
        _ = try reader.uint16("before")
        reader.skip(count)
        let (after, remaining) = (reader.offset, reader.remaining)
        #expect(after == offset)
        #expect(remaining == 5 - offset)
    }

    @Test("looks at a byte of its range without reading it")
    func peeking() throws {
        let bytes: [UInt8] = [10, 11, 12, 13]
        var outer = ByteReader(bytes.span)
        let part = try outer.slice("part", count: 2)
        let seen = [-1, 0, 1, 2, 3, 4, Int.max, Int.min]
        var inOuter: [UInt8?] = []
        var inPart: [UInt8?] = []
        for position in seen {
            inOuter.append(outer.peek(at: position))
            inPart.append(part.peek(at: position))
        }
        #expect(inOuter == [nil, 10, 11, 12, 13, nil, nil, nil])
        #expect(inPart == [nil, 10, 11, nil, nil, nil, nil, nil])
        let (offset, partOffset) = (outer.offset, part.offset)
        #expect(offset == 2)
        #expect(partOffset == 0)
    }

    @Test("makes a trial of the same place that tells nobody and moves nothing")
    func trial() throws {
        let bytes: [UInt8] = [1, 2, 3, 4, 5]
        let log = FieldLog()
        var reader = ByteReader(bytes.span, trace: log)
        try reader.uint8("a")
        var part = try reader.slice("part", count: 3)
        try part.uint8("b")
        var trial = part.untraced()
        let value = try trial.uint16("c")
        #expect(value == 0x0304)
        let (isAtEnd, offset) = (trial.isAtEnd, part.offset)
        #expect(isAtEnd)
        #expect(offset == 2)
        #expect(log.entries == ["a integer 1 0..<1", "b integer 2 1..<2"])
    }

    @Test("ends only where nothing is left")
    func finishing() throws {
        let bytes: [UInt8] = [1, 2, 3, 4]
        #expect(throws: WireError(.trailing, at: 1, available: 3)) {
            var reader = ByteReader(bytes.span)
            try reader.uint8("a")
            try reader.finish()
        }
        var reader = ByteReader(bytes.span)
        let part = try reader.slice("part", count: 0)
        try part.finish()
        _ = reader.rest("rest")
        try reader.finish()
        let none: [UInt8] = []
        let empty = ByteReader(none.span)
        try empty.finish()
    }
}
