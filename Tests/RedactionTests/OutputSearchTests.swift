import Capture
import Testing
import WireFormat

@testable import Redaction

@Suite("The search of the output")
struct OutputSearchTests {
    private static let value = Array("alice@example".utf8)

    private static var search: OutputSearch {
        var originals = Originals()
        originals.record(value)
        return OutputSearch(LeakSearch(originals))
    }

    /// Takes a stream in parts of so many bytes.
    private static func found(_ stream: [UInt8], parts: Int) -> String? {
        var search = Self.search
        for start in stride(from: 0, to: stream.count, by: parts) {
            let part = Array(stream[start..<min(start + parts, stream.count)])
            search.take(stream: part.span, ofFlow: 7, side: .second)
        }
        search.end(flow: 7)
        return search.search.found
    }

    @Test("finds a value across the borders of segments", arguments: [1, 2, 5, 1000])
    func segments(_ parts: Int) {
        let around = [UInt8](repeating: 0xFE, count: 99)
        #expect(Self.found(around + Self.value + around, parts: parts) == "a stream")
        #expect(Self.found(around + Self.value.dropLast() + around, parts: parts) == nil)
    }

    @Test("finds a value across the borders of what is searched together")
    func stretches() {
        let behind = [UInt8](repeating: 0xFD, count: OutputSearch.stretch)
        for place in OutputSearch.stretch - Self.value.count - 1...OutputSearch.stretch + 1 {
            let stream = [UInt8](repeating: 0xFE, count: place) + Self.value + behind
            #expect(Self.found(stream, parts: 1460) == "a stream", "\(place)")
        }
    }

    @Test("holds little of many connections, and still finds what came in parts", arguments: [0, 1])
    func manyConnections(more: Int) {
        var search = Self.search
        let flows = 4096
        let part = [UInt8](repeating: 0xFE, count: OutputSearch.mostHeld / flows - 5) + Self.value.prefix(5)
        for flow in 0..<flows { search.take(stream: part.span, ofFlow: flow, side: .first) }
        #expect(search.held == OutputSearch.mostHeld)
        #expect(search.search.searched == 0)
        // One byte more, and all is searched.
        search.take(stream: Array(Self.value.dropFirst(5).prefix(more)).span, ofFlow: 9, side: .first)
        #expect((search.held < OutputSearch.mostHeld / 2) == (more > 0))
        #expect((search.search.searched > 0) == (more > 0))
        search.take(stream: Array(Self.value.dropFirst(5 + more)).span, ofFlow: 9, side: .first)
        #expect((search.search.found == nil) == (more > 0))
        search.end(flow: 9)
        #expect(search.search.found == "a stream")
    }

    @Test("frees the memory of long streams that were searched")
    func longStreams() {
        var search = Self.search
        let flows = 1024
        let part = [UInt8](repeating: 0xFE, count: OutputSearch.stretch * 2)
        for flow in 0..<flows { search.take(stream: part.span, ofFlow: flow, side: .first) }
        #expect(search.search.searched >= part.count * flows)
        #expect(search.reserved >= search.held)
        #expect(search.reserved <= OutputSearch.mostHeld * 2)
        for flow in 0..<flows { search.end(flow: flow) }
        #expect(search.held == 0)
        #expect(search.reserved == 0)
    }

    @Test("keeps directions and connections apart")
    func apart() {
        var search = Self.search
        let (head, tail) = (Array(Self.value.prefix(5)), Array(Self.value.dropFirst(5)))
        search.take(stream: head.span, ofFlow: 1, side: .first)
        search.take(stream: tail.span, ofFlow: 1, side: .second)
        search.take(stream: tail.span, ofFlow: 2, side: .first)
        for flow in 1...2 { search.end(flow: flow) }
        #expect(search.search.found == nil)
        #expect(search.search.searched == Self.value.count * 2 - 5)
    }

    @Test("looks at units, and takes in what another one found")
    func contents() {
        var one = Self.search
        var other = Self.search
        one.take(content: [1, 2, 3].span, ofFlow: 1)
        other.take(content: Self.value.span, ofFlow: 7)
        one.merge(other)
        #expect(one.search.found == "a unit")
        #expect(one.search.searched == 3 + Self.value.count)
    }
}

@Suite("The sieve of hashes")
struct HashSieveTests {
    @Test("knows each of its own, and few others")
    func sieve() {
        var sieve = HashSieve(for: 4000)
        var other = HashSieve(for: 4000)
        for value in 0..<2000 {
            sieve.insert(UInt64(value) &* 0x9E37_79B9)
            other.insert(UInt64(value + 2000) &* 0x9E37_79B9)
        }
        sieve.formUnion(other)
        for value in 0..<4000 { #expect(sieve.mayHold(UInt64(value) &* 0x9E37_79B9)) }
        let strangers = (4000..<104_000).count { sieve.mayHold(UInt64($0) &* 0x9E37_79B9) }
        #expect(strangers < 10_000)
    }
}
