import Testing
import WireFormat

@testable import Redaction

@Suite("The map of a stream that was rewritten")
struct StreamMapTests {
    /// Stretches of 1 to 7 old bytes, which become 0 to 10.
    private static let lengths = (0..<500).map { (old: 1 + $0 * 5 % 7, new: $0 * 3 % 11) }

    private static var map: StreamMap {
        var map = StreamMap()
        for (old, new) in lengths { map.append(old: old, new: new, place: 0) }
        return map
    }

    /// Where each old offset is, found by going through all stretches; what lies inside one stays inside it where it can.
    private static var expected: [Int] {
        var offsets: [Int] = []
        var start = 0
        for (old, new) in lengths {
            for inside in 0..<old {
                let scaled = inside * new / old
                offsets.append(start + (inside > 0 && new > 1 ? min(max(scaled, 1), new - 1) : scaled))
            }
            start += new
        }
        return offsets + [start]
    }

    @Test("tells where an offset is, whichever was asked for before")
    func offsets() {
        let expected = Self.expected
        var map = Self.map
        #expect(map.oldEnd == expected.count - 1)
        #expect(map.newEnd == expected.last)
        for (old, new) in expected.enumerated() { #expect(map.newOffset(of: old) == new) }
        for (old, new) in expected.enumerated().reversed() { #expect(map.newOffset(of: old) == new) }
        // Steps of all widths, forwards and backwards.
        for step in [7, 64, 333, 999, expected.count - 2] {
            for turn in 0..<expected.count {
                let old = turn * step % expected.count
                #expect(map.newOffset(of: old) == expected[old], "\(old) after steps of \(step)")
            }
        }
        #expect(map.newOffset(of: -3) == -3)
        #expect(map.newOffset(of: map.oldEnd + 9) == map.newEnd + 9)
    }

    @Test("reads what stands there, whichever was read before")
    func bytes() throws {
        let spool = try Spool()
        var map = StreamMap()
        var whole: [UInt8] = []
        for (index, length) in Self.lengths.enumerated() {
            let made = [UInt8](repeating: UInt8(index % 251), count: length.new)
            let place = try #require(
                try spool.append { writer in
                    writer.append(made)
                    return true
                }
            )
            map.append(old: length.old, new: length.new, place: place.place)
            whole += made
        }
        // Captured bytes around the stream came too late to be read.
        var early = ByteWriter()
        try map.read(-3..<2, spool, knowsEnd: false, into: &early)
        #expect(early.array == [0, 0, 0] + whole[..<2])
        let end = whole.count
        for (knowsEnd, rest) in [(true, [0, 0]), (false, [])] as [(Bool, [UInt8])] {
            var late = ByteWriter()
            try map.read(end - 1..<end + 2, spool, knowsEnd: knowsEnd, into: &late)
            #expect(late.array == Array(whole.suffix(1)) + rest)
        }
        for turn in 0..<400 {
            let start = turn * 577 % whole.count
            let end = min(whole.count, start + turn % 40)
            var read = ByteWriter()
            try map.read(start..<end, spool, knowsEnd: false, into: &read)
            #expect(read.array == Array(whole[start..<end]))
        }
    }

    @Test("counts on behind stretches and positions that 32 bits do not hold")
    func wideStretches() throws {
        let wide = 5 << 30
        var map = StreamMap()
        map.append(old: 3, new: 4, place: 0)
        map.append(old: wide, new: wide - 1, place: StreamMap.cut)
        map.append(old: 10, new: 20, place: 4)
        map.append(old: wide, new: 7, place: wide)
        map.append(old: 10, new: 20, place: 24)
        #expect(map.newOffset(of: wide + 3) == wide + 3)
        #expect(map.newOffset(of: wide + 8) == wide + 13)
        #expect(map.newOffset(of: 2 * wide + 13) == wide + 30)
        #expect(map.newOffset(of: 2 * wide + 18) == wide + 40)
        #expect(map.newOffset(of: 2 * wide + 23) == map.newEnd)
        #expect(map.newOffset(of: 3) == 4)
    }

    @Test("reads zeros in a hole, and nothing from a cut on")
    func holes() throws {
        let spool = try Spool()
        var map = StreamMap()
        map.append(old: 4, new: 4, place: StreamMap.hole)
        map.append(old: 4, new: 4, place: StreamMap.cut)
        map.append(old: 4, new: 4, place: StreamMap.hole)
        func read(_ range: Range<Int>) throws -> [UInt8] {
            var read = ByteWriter()
            try map.read(range, spool, knowsEnd: false, into: &read)
            return read.array
        }
        #expect(try read(1..<3) == [0, 0])
        #expect(try read(2..<7) == [0, 0])
        #expect(try read(5..<11) == [])
        #expect(try read(8..<12) == [0, 0, 0, 0])
    }
}
