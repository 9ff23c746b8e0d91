/// One captured packet: where its bytes lie in the block they were read with, and when it passed.
public struct Packet: Hashable, Sendable, BitwiseCopyable {
    /// Number in the capture, from 1.
    public var number: Int
    /// Nanoseconds since 1970-01-01 00:00 UTC.
    public var time: Int64
    /// First byte in the block.
    public var start: Int
    /// Bytes captured.
    public var capturedLength: Int
    /// Bytes on the wire, not below `capturedLength`.
    public var originalLength: Int
    /// What the first byte is.
    public var link: LinkType
    /// Whether the capture keeps time finer than a microsecond.
    public var hasNanoseconds: Bool
}

/// What the first byte of a packet is: a number of the tcpdump.org list of link-layer header types.
public struct LinkType: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
    /// The LINKTYPE_ value.
    public let rawValue: UInt16
    /// Makes a type from its LINKTYPE_ value.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// BSD loopback: a 4-byte address family in the byte order of the machine that captured.
    public static let null = LinkType(rawValue: 0)
    /// Ethernet.
    public static let ethernet = LinkType(rawValue: 1)
    /// IP without a link layer (the DLT value that old files hold).
    public static let rawOld = LinkType(rawValue: 12)
    /// IP without a link layer (OpenBSD's DLT value).
    public static let rawOpenBSD = LinkType(rawValue: 14)
    /// IP without a link layer.
    public static let raw = LinkType(rawValue: 101)
    /// OpenBSD loopback: a 4-byte address family, big-endian.
    public static let loop = LinkType(rawValue: 108)
    /// Linux "cooked" capture.
    public static let linuxSLL = LinkType(rawValue: 113)
    /// IPv4 without a link layer.
    public static let ipv4 = LinkType(rawValue: 228)
    /// IPv6 without a link layer.
    public static let ipv6 = LinkType(rawValue: 229)
    /// Linux "cooked" capture, version 2.
    public static let linuxSLL2 = LinkType(rawValue: 276)
}
