import FuzzInputs

/// The messages between a fuzzer and the process that runs its inputs, encoded as bytes.
enum FuzzMessage {
    /// A request of the fuzzer.
    enum Request {
        /// Run this input for at most this many milliseconds; 0 for the usual limit.
        case run([UInt8], milliseconds: Int)
        /// Create a new input from two others, and run it.
        case mutate([UInt8], other: [UInt8], seed: UInt64, run: Int)
        /// Create a new input from two others without running it.
        case mutateOnly([UInt8], other: [UInt8], seed: UInt64, run: Int)
        /// Return the parts of this input.
        case shape([UInt8])
    }

    static func encode(_ request: Request) -> [UInt8] {
        switch request {
        case .run(let input, let milliseconds):
            return [0] + Framing.bigEndian(UInt64(milliseconds), 4) + input
        case .shape(let input): return [3] + input
        case .mutate(let input, let other, let seed, let run), .mutateOnly(let input, let other, let seed, let run):
            let isOnly = if case .mutateOnly = request { true } else { false }
            return [isOnly ? 2 : 1] + Framing.bigEndian(seed, 8) + Framing.bigEndian(UInt64(run), 8)
                + Framing.bigEndian(UInt64(input.count), 4) + input + other
        }
    }

    static func request(_ bytes: [UInt8]) -> Request? {
        var reader = MessageReader(bytes)
        switch reader.number(1) {
        case 0:
            let milliseconds = Int(reader.number(4))
            return .run(reader.rest(), milliseconds: milliseconds)
        case 3: return .shape(reader.rest())
        case let kind where kind == 1 || kind == 2:
            let seed = reader.number(8)
            let run = Int(truncatingIfNeeded: reader.number(8))
            let input = reader.bytes(Int(reader.number(4)))
            let other = reader.rest()
            return kind == 1
                ? .mutate(input, other: other, seed: seed, run: run)
                : .mutateOnly(input, other: other, seed: seed, run: run)
        default: return nil
        }
    }

    static func encode(_ outcome: RunOutcome, input: [UInt8]) -> [UInt8] {
        var output = Framing.bigEndian(UInt64(input.count), 4) + input
        output += Framing.bigEndian(UInt64(outcome.features.counts.count), 4)
        for (feature, count) in outcome.features.counts { output += Framing.bigEndian(UInt64(feature), 4) + [count] }
        if let violation = outcome.violation {
            for part in [violation.oracle.rawValue, violation.kind] {
                let bytes = Array(part.utf8)
                output += Framing.bigEndian(UInt64(bytes.count), 4) + bytes
            }
            output += Array(violation.text.utf8)
        }
        return output
    }

    static func outcome(_ bytes: [UInt8]) -> (input: [UInt8], outcome: RunOutcome) {
        var reader = MessageReader(bytes)
        let input = reader.bytes(Int(reader.number(4)))
        var outcome = RunOutcome()
        for _ in 0..<reader.number(4) {
            let feature = UInt32(truncatingIfNeeded: reader.number(4))
            outcome.features.set(feature, UInt8(reader.number(1)))
        }
        if !reader.isAtEnd {
            let name = String(decoding: reader.bytes(Int(reader.number(4))), as: UTF8.self)
            let kind = String(decoding: reader.bytes(Int(reader.number(4))), as: UTF8.self)
            let text = String(decoding: reader.rest(), as: UTF8.self)
            // The other process should be the same program; an unknown name shows that it is not.
            outcome.violation =
                Oracle(rawValue: name).map { Violation($0, text, kind: kind) }
                ?? Violation(.start, "the process that runs inputs is another program: \(name): \(text)")
        }
        return (input, outcome)
    }

    static func encode(_ shape: Shape?) -> [UInt8] {
        guard let shape else { return [] }
        var output: [UInt8] = []
        append(shape, to: &output)
        return output
    }

    private static func append(_ shape: Shape, to output: inout [UInt8]) {
        output.append(shape.role.rawValue)
        guard shape.role == .group else {
            output += Framing.bigEndian(UInt64(shape.bytes.count), 4) + shape.bytes
            return
        }
        append(shape.framing, to: &output)
        output += shape.claim.map { [1] + Framing.bigEndian(UInt64(truncatingIfNeeded: $0), 8) } ?? [0]
        output += Framing.bigEndian(UInt64(shape.children.count), 4)
        for child in shape.children { append(child, to: &output) }
    }

    private static func append(_ framing: Framing?, to output: inout [UInt8]) {
        func part(_ bytes: [UInt8]) -> [UInt8] { Framing.bigEndian(UInt64(bytes.count), 4) + bytes }
        switch framing {
        case nil: output.append(0)
        case .bigEndian(let width): output += [1, UInt8(truncatingIfNeeded: width)]
        case .littleEndian32: output.append(2)
        case .varint: output.append(3)
        case .checked(let header, let key): output += [4, header] + part(key)
        case .webSocket(let first, let mask): output += [5, first, mask == nil ? 0 : 1] + (mask ?? [])
        case .pcapRecord(let time, let missing, let isBigEndian):
            output += [6, isBigEndian ? 1 : 0] + part(time) + Framing.bigEndian(UInt64(truncatingIfNeeded: missing), 8)
        case .pcapngBlock(let type, let isBigEndian):
            output += [7, isBigEndian ? 1 : 0] + Framing.bigEndian(UInt64(type), 4)
        case .ipv4: output.append(8)
        case .http: output.append(9)
        case .chunk: output.append(10)
        case .tlsRecord(let type, let version): output += [11, type] + Framing.bigEndian(UInt64(version), 2)
        }
    }

    static func shape(_ bytes: [UInt8]) -> Shape? {
        guard !bytes.isEmpty else { return nil }
        var reader = MessageReader(bytes)
        return shape(&reader)
    }

    private static func shape(_ reader: inout MessageReader) -> Shape {
        let role = Shape.Role(rawValue: UInt8(reader.number(1))) ?? .bytes
        guard role == .group else { return Shape("", role, reader.bytes(Int(reader.number(4)))) }
        let framing = framing(&reader)
        let claim = reader.number(1) == 1 ? Int(truncatingIfNeeded: reader.number(8)) : nil
        let count = Int(reader.number(4))
        var node = Shape("", framing: framing, (0..<count).map { _ in shape(&reader) })
        node.claim = claim
        return node
    }

    private static func framing(_ reader: inout MessageReader) -> Framing? {
        func byte() -> UInt8 { UInt8(reader.number(1)) }
        func part() -> [UInt8] { reader.bytes(Int(reader.number(4))) }
        switch byte() {
        case 1: return .bigEndian(bytes: Int(byte()))
        case 2: return .littleEndian32
        case 3: return .varint
        case 4:
            let header = byte()
            return .checked(header: header, key: part())
        case 5:
            let first = byte()
            return .webSocket(first: first, mask: byte() == 0 ? nil : reader.bytes(4))
        case 6:
            let isBigEndian = byte() == 1
            let time = part()
            return .pcapRecord(time: time, missing: Int(truncatingIfNeeded: reader.number(8)), bigEndian: isBigEndian)
        case 7:
            let isBigEndian = byte() == 1
            return .pcapngBlock(type: UInt32(truncatingIfNeeded: reader.number(4)), bigEndian: isBigEndian)
        case 8: return .ipv4
        case 9: return .http
        case 10: return .chunk
        case 11:
            let type = byte()
            return .tlsRecord(type: type, version: UInt16(truncatingIfNeeded: reader.number(2)))
        default: return nil
        }
    }
}

/// Reads the parts of a message; after its end, all numbers are 0 and all bytes empty.
private struct MessageReader {
    private var left: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { left = bytes[...] }

    var isAtEnd: Bool { left.isEmpty }

    mutating func number(_ width: Int) -> UInt64 {
        bytes(width).reduce(0) { $0 << 8 | UInt64($1) }
    }

    mutating func bytes(_ count: Int) -> [UInt8] {
        let part = Array(left.prefix(count))
        left = left.dropFirst(count)
        return part
    }

    mutating func rest() -> [UInt8] { bytes(left.count) }
}
