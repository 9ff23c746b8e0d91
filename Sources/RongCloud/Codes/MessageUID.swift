public import WireFormat

/// The id that the server assigns to a message: 19 characters such as `BKR5-28P4-JT85-SK8H`.
///
/// Four groups of four characters, joined by hyphens. A character is one of `0` to `9` and `A` to `V` and stands for 5
/// bits, most significant first; the 80 bits hold the time, in the current layout a sequence number, the conversation
/// type, and a hash of the target id. Source: ids in public logs whose target and time are known (observed).
public struct MessageUID: Hashable, Sendable {
    /// The layout of the 80 bits.
    public enum Layout: String, CaseIterable, Sendable {
        /// 43 bits time, 5 bits type, 32 bits hash. Seen from April 2016 to February 2018.
        case a = "A"
        /// 42 bits time, 12 bits sequence, 4 bits type, 22 bits hash. Seen from September 2019 on.
        case b = "B"
    }

    /// The layout of the bits.
    public let layout: Layout
    /// The milliseconds since 1970; below 2^43 in layout A and 2^42, which lasts until May 2109, in layout B.
    public let time: Int64
    /// The sequence number, which distinguishes the messages of a millisecond, 0 to 4095; `nil` in layout A.
    public let sequence: Int?
    /// The type of the conversation; 0 to 31 in layout A, 0 to 15 in layout B.
    public let type: ConversationType
    /// The hash of the receiving target's id; see ``hash(ofTarget:layout:)``.
    public let hash: UInt32

    /// Makes an id from its parts.
    ///
    /// Throws `value` with the part's name as path if a part has more bits than its layout allows, or if a sequence is
    /// missing in layout B or present in layout A. Reading distinguishes the layouts by the time; so also throws for a
    /// time at which the text would be read in the other layout.
    public init(
        layout: Layout = .b,
        time: Int64,
        sequence: Int?,
        type: ConversationType,
        hash: UInt32
    ) throws(WireError) {
        func check(_ isRight: Bool, _ part: String, _ expected: String) throws(WireError) {
            guard isRight else { throw WireError(.value, path: [part], expected: expected) }
        }
        switch layout {
        case .a:
            try check((0..<1 << 43).contains(time), "time", "43 bits of milliseconds")
            try check(time >> 1 < Self.firstTime, "time", "a time that layout A can tell from layout B")
            try check(sequence == nil, "sequence", "none in layout A")
            try check((0..<32).contains(type.rawValue), "type", "0 to 31")
        case .b:
            try check((0..<1 << 42).contains(time), "time", "42 bits of milliseconds")
            try check(time >= Self.firstTime, "time", "2005 or later, which layout B is told from layout A by")
            try check(sequence.map((0..<4096).contains) ?? false, "sequence", "0 to 4095")
            try check((0..<16).contains(type.rawValue), "type", "0 to 15")
            try check(hash < 1 << 22, "hash", "22 bits")
        }
        self.layout = layout
        self.time = time
        self.sequence = sequence
        self.type = type
        self.hash = hash
    }

    /// Parses an id.
    ///
    /// Throws `length` unless there are 19 bytes, `value` at the first byte that is not in the alphabet, or is not a
    /// hyphen where a hyphen is required.
    public init(_ text: Span<UInt8>) throws(WireError) {
        let (high, low) = try Self.bits(of: text)
        let timeB = Int64(high << 26 | low >> 38)
        if timeB >= Self.firstTime {
            layout = .b
            time = timeB
            sequence = Int(low >> 26 & 0xFFF)
            type = ConversationType(rawValue: Int32(low >> 22 & 0xF))
            hash = UInt32(low & 0x3F_FFFF)
        } else {
            layout = .a
            time = Int64(high << 27 | low >> 37)
            sequence = nil
            type = ConversationType(rawValue: Int32(low >> 32 & 0x1F))
            hash = UInt32(truncatingIfNeeded: low)
        }
    }

    /// Returns the 80 bits of a text, the first 16 in `high`; throws the errors of parsing an id.
    package static func bits(of text: Span<UInt8>) throws(WireError) -> (high: UInt64, low: UInt64) {
        guard text.count == 19 else {
            throw WireError(.length, at: 0, needed: 19, available: text.count, expected: "a message UID")
        }
        var high: UInt64 = 0
        var low: UInt64 = 0
        for index in 0..<19 {
            let byte = text[index]
            if index % 5 == 4 {
                guard byte == UInt8(ascii: "-") else { throw WireError(.value, at: index, expected: "a hyphen") }
                continue
            }
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
            case UInt8(ascii: "A")...UInt8(ascii: "V"): digit = byte - UInt8(ascii: "A") + 10
            default: throw WireError(.value, at: index, expected: "0 to 9 or A to V")
            }
            high = high << 5 | low >> 59
            low = low << 5 | UInt64(digit)
        }
        return (high, low)
    }

    /// Parses an id; throws the same errors as for bytes.
    public init(_ text: String) throws(WireError) {
        try self.init(Array(text.utf8).span)
    }

    /// Returns the hash of a target id in a layout.
    ///
    /// `h = 31 · h + unit` over the UTF-16 code units, modulo 2^32; layout B keeps the low 22 bits. The target is the
    /// receiver: the other user in a private conversation, the channel in an RTC room.
    public static func hash(ofTarget target: String, layout: Layout) -> UInt32 {
        let hash = target.utf16.reduce(0 as UInt32) { $0 &* 31 &+ UInt32($1) }
        return layout == .a ? hash : hash & 0x3F_FFFF
    }

    /// Returns whether the id's hash equals the hash of a target id.
    ///
    /// A different hash excludes a target. An equal hash makes a target likely: in layout B, one in four million is
    /// equal by chance.
    public func matches(target: String) -> Bool {
        hash == Self.hash(ofTarget: target, layout: layout)
    }

    /// The first millisecond of 2005 in UTC: an id of layout A, read as B, has half its time, and so an earlier one.
    private static let firstTime: Int64 = 1_104_537_600_000
}

extension MessageUID: CustomStringConvertible {
    /// The 80 bits, the first 16 in `high`.
    private var bits: (high: UInt64, low: UInt64) {
        let time = UInt64(time)
        let type = UInt64(type.rawValue)
        return switch layout {
        case .a: (time >> 27, time << 37 | type << 32 | UInt64(hash))
        case .b: (time >> 26, time << 38 | UInt64(sequence ?? 0) << 26 | type << 22 | UInt64(hash))
        }
    }

    /// The text of 19 characters.
    public var description: String {
        var writer = ByteWriter(capacity: 19)
        append(to: &writer)
        return String(decodingUTF8: writer.span)
    }

    /// Appends the text of 19 characters.
    package func append(to writer: inout ByteWriter) {
        var (high, low) = bits
        for index in 0..<19 {
            guard index % 5 != 4 else {
                writer.append(UInt8(ascii: "-"))
                continue
            }
            let digit = UInt8(high >> 11 & 0x1F)
            writer.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10)
            high = (high << 5 | low >> 59) & 0xFFFF
            low <<= 5
        }
    }
}
