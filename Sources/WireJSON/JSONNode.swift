/// A key or value on a ``JSONTape``, in 16 bytes.
@usableFromInline
struct JSONNode: BitwiseCopyable, Sendable {
    /// The kind of a node; the raw value is the low three bits of ``bits``.
    @usableFromInline
    enum Kind: UInt8, BitwiseCopyable {
        case object
        case array
        case string
        case number
        case `true`
        case `false`
        case null
    }

    /// The offset of the first byte, from the start of the text.
    @usableFromInline var start: UInt32
    /// The offset after the last byte, from the start of the text; in an open container, the number of children so far.
    @usableFromInline var end: UInt32
    /// In a container, the index of the node after its last descendant; in an open container, the index of its parent.
    @usableFromInline var link: UInt32
    /// Bits 0–2: the kind; 3: has escapes; 4: is ASCII; 5 on: the number of children, at most ``mostChildren``.
    @usableFromInline var bits: UInt32

    /// The highest number of children that fits; it means "this many or more".
    @inlinable static var mostChildren: UInt32 { 1 << 27 - 1 }

    @inline(__always)
    init() {
        start = 0
        end = 0
        link = 0
        bits = UInt32(Kind.null.rawValue)
    }

    @inline(__always)
    init(_ kind: Kind, start: UInt32, end: UInt32, link: UInt32, flags: UInt32 = 0) {
        self.start = start
        self.end = end
        self.link = link
        bits = UInt32(kind.rawValue) | flags
    }

    @usableFromInline static var escapesFlag: UInt32 { 8 }
    @usableFromInline static var asciiFlag: UInt32 { 16 }

    @inlinable
    @inline(__always)
    var kind: Kind { Kind(rawValue: UInt8(truncatingIfNeeded: bits & 7)) ?? .null }
    @inlinable var hasEscapes: Bool { bits & Self.escapesFlag != 0 }
    @inlinable var isASCII: Bool { bits & Self.asciiFlag != 0 }
    @inlinable var isString: Bool { bits & 7 == 2 }
    @inlinable var isObject: Bool { bits & 7 == 0 }
    @inlinable var isContainer: Bool { bits & 7 <= 1 }
    @inlinable var children: UInt32 {
        get { bits >> 5 }
        set { bits = bits & 31 | min(newValue, Self.mostChildren) << 5 }
    }
}
