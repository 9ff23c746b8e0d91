/// A regular expression as an automaton over UTF-8 bytes.
struct PatternProgram: Hashable, Sendable {
    /// A state and its successors.
    struct State: Hashable, Sendable {
        enum Kind: UInt8, Sendable {
            /// Continues at `next` after a byte from `low` to `high`.
            case bytes
            /// Continues at both `next` and `other`.
            case fork
            /// Continues at `next` if the assertion with the raw value `low` is true.
            case assertion
            /// The whole expression has matched.
            case match
        }

        var kind: Kind
        var low: UInt8 = 0
        var high: UInt8 = 0
        var next: Int32 = 0
        var other: Int32 = 0
    }

    /// The largest number of states of an expression.
    static let maximumStates = 10_000

    private(set) var states = [State(kind: .match)]
    private(set) var start: Int32 = 0
    /// The class of each byte: all bytes of a class have the same successors in every state.
    private(set) var classOfByte = [UInt8](repeating: 0, count: 256)
    /// One byte of each class.
    private(set) var representatives: [UInt8] = []
    /// Whether the expression has word boundaries.
    private(set) var usesWords = false
    /// Whether the expression can only match at the beginning of the text.
    private(set) var isAnchored = false
    private var work = 0

    /// Compiles an expression.
    ///
    /// - Throws: the errors of ``PatternParser``, and an error for an expression that is too large.
    init(_ pattern: String) throws(FilterError) {
        let node = try PatternParser.parse(pattern)
        let length = pattern.unicodeScalars.count
        guard let first = compile(node, before: 0) else {
            throw FilterError(position: 0, length: max(1, length), reason: "the expression is too large")
        }
        start = first
        divideBytes()
        isAnchored = !mayBeginLate()
    }

    /// Whether a byte is part of a word; only ASCII counts.
    static func isWord(_ byte: UInt8) -> Bool {
        byte >= 0x30 && byte <= 0x39 || byte >= 0x41 && byte <= 0x5A || byte == 0x5F || byte >= 0x61 && byte <= 0x7A
    }

    private mutating func add(_ state: State) -> Int32? {
        guard states.count < Self.maximumStates else { return nil }
        states.append(state)
        return Int32(states.count - 1)
    }

    /// Compiles a part with the successor `next` and returns its first state; `nil` if there would be too many states.
    private mutating func compile(_ node: PatternNode, before next: Int32) -> Int32? {
        // A repetition of nothing adds no states, so the calls are limited, too.
        work += 1
        guard work <= Self.maximumStates * 10 else { return nil }
        switch node {
        case .set(let set): return compile(set, before: next)
        case .assertion(let assertion):
            if assertion == .wordBoundary || assertion == .noWordBoundary { usesWords = true }
            return add(State(kind: .assertion, low: assertion.rawValue, next: next))
        case .sequence(let parts):
            var first = next
            for part in parts.reversed() {
                guard let entry = compile(part, before: first) else { return nil }
                first = entry
            }
            return first
        case .choice(let branches):
            var first: Int32?
            for branch in branches.reversed() {
                guard let entry = compile(branch, before: next) else { return nil }
                guard let others = first else {
                    first = entry
                    continue
                }
                guard let fork = add(State(kind: .fork, next: entry, other: others)) else { return nil }
                first = fork
            }
            return first
        case .repetition(let part, let minimum, let maximum):
            return compile(part, minimum: minimum, maximum: maximum, before: next)
        }
    }

    private mutating func compile(_ part: PatternNode, minimum: Int, maximum: Int?, before next: Int32) -> Int32? {
        var first = next
        if let maximum {
            for _ in minimum..<max(minimum, maximum) {
                guard let entry = compile(part, before: first),
                    let fork = add(State(kind: .fork, next: entry, other: next))
                else { return nil }
                first = fork
            }
        } else {
            guard let loop = add(State(kind: .fork, other: next)), let entry = compile(part, before: loop) else {
                return nil
            }
            states[Int(loop)].next = entry
            first = loop
        }
        for _ in 0..<minimum {
            guard let entry = compile(part, before: first) else { return nil }
            first = entry
        }
        return first
    }

    // MARK: Characters

    private struct Link: Hashable {
        var bytes: ClosedRange<UInt8>
        var next: Int32
    }

    /// Compiles a set of characters into states, byte by byte.
    private mutating func compile(_ set: ScalarSet, before next: Int32) -> Int32? {
        // Many ranges end in the same bytes; these states are shared.
        var links: [Link: Int32] = [:]
        var entries: [Int32] = []
        for range in set.ranges {
            for sequence in Self.byteSequences(range) {
                var first = next
                for bytes in sequence.reversed() {
                    let link = Link(bytes: bytes, next: first)
                    if let known = links[link] {
                        first = known
                        continue
                    }
                    let state = State(kind: .bytes, low: bytes.lowerBound, high: bytes.upperBound, next: first)
                    guard let entry = add(state) else { return nil }
                    links[link] = entry
                    first = entry
                }
                if !entries.contains(first) { entries.append(first) }
            }
        }
        // An empty set matches nothing.
        guard var first = entries.popLast() else { return add(State(kind: .bytes, low: 1, high: 0, next: next)) }
        while let entry = entries.popLast() {
            guard let fork = add(State(kind: .fork, next: entry, other: first)) else { return nil }
            first = fork
        }
        return first
    }

    /// Returns the UTF-8 form of a range of characters as sequences of byte ranges; surrogates, which UTF-8 cannot
    /// encode, are left out.
    static func byteSequences(_ range: ClosedRange<UInt32>) -> [[ClosedRange<UInt8>]] {
        var found: [[ClosedRange<UInt8>]] = []
        for (length, all) in [
            (1, 0...0x7F), (2, 0x80...0x7FF), (3, 0x800...0xD7FF), (3, 0xE000...0xFFFF), (4, 0x10000...0x10FFFF),
        ]
            as [(Int, ClosedRange<UInt32>)] where range.overlaps(all)
        {
            let part = range.clamped(to: all)
            append(part.lowerBound, part.upperBound, length, &found)
        }
        return found
    }

    /// Splits a range of characters with the same UTF-8 length until each part is one sequence of byte ranges.
    private static func append(_ low: UInt32, _ high: UInt32, _ length: Int, _ found: inout [[ClosedRange<UInt8>]]) {
        for place in stride(from: 1, to: length, by: 1) {
            let mask = UInt32(1) << UInt32(6 * place) - 1
            guard low & ~mask != high & ~mask else { continue }
            if low & mask != 0 {
                append(low, low | mask, length, &found)
                append((low | mask) + 1, high, length, &found)
                return
            }
            if high & mask != mask {
                append(low, high & ~mask - 1, length, &found)
                append(high & ~mask, high, length, &found)
                return
            }
        }
        found.append(zip(bytes(low, length), bytes(high, length)).map { $0...$1 })
    }

    private static func bytes(_ scalar: UInt32, _ length: Int) -> [UInt8] {
        guard length > 1 else { return [UInt8(scalar)] }
        let lead: [UInt32] = [0, 0, 0xC0, 0xE0, 0xF0]
        var bytes = [UInt8(lead[length] | scalar >> UInt32(6 * (length - 1)))]
        for place in stride(from: length - 2, through: 0, by: -1) {
            bytes.append(UInt8(0x80 | scalar >> UInt32(6 * place) & 0x3F))
        }
        return bytes
    }

    // MARK: Preparation for matching

    private mutating func divideBytes() {
        var begins = [Bool](repeating: false, count: 257)
        for state in states where state.kind == .bytes && state.low <= state.high {
            begins[Int(state.low)] = true
            begins[Int(state.high) + 1] = true
        }
        if usesWords {
            for byte in 1...255 where Self.isWord(UInt8(byte)) != Self.isWord(UInt8(byte - 1)) { begins[byte] = true }
            // Bytes inside a character, before which there is no place for `\B`.
            (begins[0x80], begins[0xC0]) = (true, true)
        }
        for byte in 0...255 {
            if byte == 0 || begins[byte] { representatives.append(UInt8(byte)) }
            classOfByte[byte] = UInt8(representatives.count - 1)
        }
    }

    /// Whether the expression may match after the beginning of the text.
    private func mayBeginLate() -> Bool {
        var seen = [Bool](repeating: false, count: states.count)
        var left = [start]
        while let index = left.popLast() {
            guard !seen[Int(index)] else { continue }
            seen[Int(index)] = true
            let state = states[Int(index)]
            switch state.kind {
            case .match, .bytes: return true
            case .fork: left += [state.next, state.other]
            case .assertion: if state.low != PatternNode.Assertion.begin.rawValue { left.append(state.next) }
            }
        }
        return false
    }
}
