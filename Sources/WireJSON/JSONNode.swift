/// A key or value on a ``JSONTape``, in 16 bytes.
@usableFromInline
struct JSONNode: BitwiseCopyable, Sendable {
    /// What a node is.
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

    /// Offset of the first byte, from the start of the text.
    @usableFromInline var start: UInt32
    /// Offset behind the last byte, from the start of the text; of a container that is still open: how many children.
    @usableFromInline var end: UInt32
    /// Of a container: the node behind its last descendant; of one that is still open: its parent.
    @usableFromInline var link: UInt32
    /// Bits 0–2: the kind; 3: has escapes; 4: is ASCII; 5 on: how many children, at most ``mostChildren``.
    @usableFromInline var bits: UInt32

    /// A child count that says "this many or more".
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
