/// One captured packet: its time, and the place of its bytes in the block that was read.
public struct Packet: Hashable, Sendable, BitwiseCopyable {
    /// Number in the capture, from 1.
    public var number: Int
    /// Nanoseconds since 1970-01-01 00:00 UTC.
    public var time: Int64
    /// The index of the first byte in the block.
    public var start: Int
    /// The number of captured bytes.
    public var capturedLength: Int
    /// The number of bytes on the wire, at least `capturedLength`.
    public var originalLength: Int
    /// The link type: the kind of header at the first byte.
    public var link: LinkType
    /// Whether the capture keeps times finer than a microsecond.
    public var hasNanoseconds: Bool
    /// Whether this is a numbered record without a packet: a custom block or journal entry of pcapng.
    public var isOtherRecord = false
}

extension Packet {
    /// Makes a numbered record without a packet.
    init(recordNumber: Int, start: Int) {
        self.init(
            number: recordNumber,
            time: 0,
            start: start,
            capturedLength: 0,
            originalLength: 0,
            link: .ethernet,
            hasNanoseconds: false,
            isOtherRecord: true
        )
    }
}

/// A link type: a number of the tcpdump.org list of link-layer header types, which says what the first header is.
public struct LinkType: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
    /// The LINKTYPE_ value.
    public let rawValue: UInt16
    /// Makes a type from its LINKTYPE_ value.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// BSD loopback: a 4-byte address family in the byte order of the machine that captured.
    public static let null = LinkType(rawValue: 0)
    /// Ethernet.
    public static let ethernet = LinkType(rawValue: 1)
    /// PPP, with or without address and control field.
    public static let ppp = LinkType(rawValue: 9)
    /// IP without a link layer (the DLT value that old files hold).
    public static let rawOld = LinkType(rawValue: 12)
    /// IP without a link layer (OpenBSD's DLT value).
    public static let rawOpenBSD = LinkType(rawValue: 14)
    /// PPP in HDLC-like framing (RFC 1662), or Cisco's HDLC.
    public static let pppHDLC = LinkType(rawValue: 50)
    /// PPPoE, from its session header on.
    public static let pppoe = LinkType(rawValue: 51)
    /// IP without a link layer.
    public static let raw = LinkType(rawValue: 101)
    /// Cisco's HDLC.
    public static let ciscoHDLC = LinkType(rawValue: 104)
    /// IEEE 802.11.
    public static let wireless = LinkType(rawValue: 105)
    /// OpenBSD loopback: a 4-byte address family, big-endian.
    public static let loop = LinkType(rawValue: 108)
    /// Linux "cooked" capture.
    public static let linuxSLL = LinkType(rawValue: 113)
    /// IEEE 802.11 after a radiotap header.
    public static let wirelessRadiotap = LinkType(rawValue: 127)
    /// For private use; Apple's systems write PKTAP under this number.
    public static let user2 = LinkType(rawValue: 149)
    /// PPI: a header with fields of any kind, before a packet of another type.
    public static let perPacketInformation = LinkType(rawValue: 192)
    /// PPP after a byte with the direction.
    public static let pppWithDirection = LinkType(rawValue: 204)
    /// IPv4 without a link layer.
    public static let ipv4 = LinkType(rawValue: 228)
    /// IPv6 without a link layer.
    public static let ipv6 = LinkType(rawValue: 229)
    /// Linux NFLOG: a packet that a firewall rule logged, as one of several fields.
    public static let netfilterLog = LinkType(rawValue: 239)
    /// Apple's PKTAP: a header with interface and process before a packet of any other type.
    public static let pktap = LinkType(rawValue: 258)
    /// Linux "cooked" capture, version 2.
    public static let linuxSLL2 = LinkType(rawValue: 276)
}
