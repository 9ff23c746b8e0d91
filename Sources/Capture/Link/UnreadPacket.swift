/// The reason why a packet was not read.
public enum UnreadPacket: UInt8, Hashable, Sendable, CaseIterable, BitwiseCopyable {
    /// UDP, but no known tunnel.
    case udp
    /// ICMP of either IP version.
    case icmp
    /// ARP.
    case arp
    /// Another protocol over IP.
    case otherTransport
    /// Another protocol over the link layer.
    case otherNetwork
    /// Encrypted by IPsec (ESP), including ESP in UDP.
    case ipsec
    /// A WireGuard tunnel, by its usual port.
    case wireGuard
    /// L2TP, of either version.
    case l2tp
    /// A Teredo tunnel.
    case teredo
    /// GRE in a form or with a payload that is not followed.
    case gre
    /// GTP-U around something other than IP.
    case gtp
    /// An encrypted frame of IEEE 802.11.
    case encryptedWireless
    /// A fragment of an IEEE 802.11 frame; such fragments are not reassembled.
    case wirelessFragment
    /// More nested headers than the limits allow.
    case tooDeep

    /// Whether the packet holds a protocol other than TCP, as far as can be seen.
    var isOtherProtocol: Bool {
        switch self {
        case .encryptedWireless, .wirelessFragment, .tooDeep: false
        default: true
        }
    }
}

/// A count for each reason why packets were not read.
public struct UnreadPackets: Hashable, Sendable {
    private var counts: [Int] = Array(repeating: 0, count: UnreadPacket.allCases.count)

    /// The number of packets not read for a reason.
    public internal(set) subscript(_ reason: UnreadPacket) -> Int {
        get { counts[Int(reason.rawValue)] }
        set { counts[Int(reason.rawValue)] = newValue }
    }

    /// The number of packets not read.
    public var total: Int { counts.reduce(0, +) }
}
