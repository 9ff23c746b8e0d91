import Testing
import Transport
import WireFormat

/// What is packed again is what was unpacked.
@Suite struct DeflaterTests {
    private static func noise(_ count: Int) -> [UInt8] {
        var state: UInt64 = 1
        return (0..<count).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 56)
        }
    }

    /// Nothing, a little, what does not get smaller and needs several stretches of output, what gets much smaller.
    static let inputs: [[UInt8]] = [
        [], [7], Array("hello hello hello".utf8), noise(200_000), Array(repeating: 0, count: 300_000),
    ]

    private func inflated(_ packed: [UInt8]) throws -> [UInt8] {
        var output = ByteWriter()
        try Inflater(.raw).inflate(packed.span, limit: 1 << 20, limits: TransportLimits(), into: &output)
        return output.array
    }

    @Test("each piece is packed on its own, at every level", arguments: inputs)
    func pieces(_ input: [UInt8]) throws {
        for level: Int32 in [1, 6, 9] {
            let deflater = Deflater(level: level)
            for _ in 0..<2 {
                var output = ByteWriter()
                try deflater.deflate(input.span, into: &output)
                let inflated = try inflated(output.array)
                #expect(inflated == input)
                #expect(output.count < input.count + input.count / 1000 + 32)
            }
        }
    }

    @Test("a piece that comes in parts packs to what it packs to as a whole", arguments: [0, 1, 5, 70_000, 300_000])
    func parts(_ count: Int) throws {
        let content = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) }
        let deflater = Deflater()
        var whole = ByteWriter()
        try deflater.deflate(content.span, into: &whole)
        for size in [1 << 20, 1 << 16, 1000] {
            var output = ByteWriter()
            try deflater.begin()
            var start = 0
            repeat {
                let end = min(start + size, count)
                try deflater.append(content.span.extracting(start..<end), ends: end == count, into: &output)
                start = end
            } while start < count
            #expect(output.array == whole.array)
        }
    }

    @Test("what was packed goes behind what is there")
    func appends() throws {
        var output = ByteWriter()
        output.append(1)
        try Deflater().deflate([5, 5, 5].span, into: &output)
        #expect(output.array.first == 1)
        #expect(try inflated(Array(output.array.dropFirst())) == [5, 5, 5])
    }

    @Test("a stretch that ends is whole data, with the wrapper that was asked for", arguments: inputs)
    func whole(_ input: [UInt8]) throws {
        for (bits, wrapper) in [(Int32(-15), Inflater.Wrapper.raw), (15, .zlibOrGzip), (31, .zlibOrGzip)] {
            let deflater = StreamDeflater(windowBits: bits)
            for _ in 0..<2 {
                let packed = try #require(deflater.deflate(input, ends: true))
                var output = ByteWriter()
                try Inflater(wrapper).inflate(packed.span, limit: 1 << 20, limits: TransportLimits(), into: &output)
                #expect(output.array == input)
                deflater.reset()
            }
        }
    }

    @Test("stretches that are flushed can be unpacked one by one, and refer to those before")
    func flushed() throws {
        let deflater = StreamDeflater(windowBits: -15)
        let inflater = Inflater(.raw)
        var sizes: [Int] = []
        for input in [Self.noise(500), Self.noise(500), Array("tail".utf8)] {
            let packed = try #require(deflater.deflate(input, ends: false))
            // RFC 7692 section 7.2.1: an empty block ends what is flushed.
            #expect(packed.suffix(4) == [0, 0, 0xFF, 0xFF])
            var output = ByteWriter()
            try inflater.inflate(packed.span, limit: 1 << 20, limits: TransportLimits(), into: &output)
            #expect(output.array == input)
            sizes.append(packed.count)
        }
        #expect(sizes[1] < 50)
    }
}
