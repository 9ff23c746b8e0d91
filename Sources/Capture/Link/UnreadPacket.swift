/// Why a packet was passed over.
public enum UnreadPacket: UInt8, Hashable, Sendable, CaseIterable, BitwiseCopyable {
    /// UDP, and no tunnel that is known.
    case udp
    /// ICMP of either IP version.
    case icmp
    /// ARP.
    case arp
    /// Another protocol over IP.
    case otherTransport
    /// Another protocol over the link layer.
    case otherNetwork
    /// Encrypted by IPsec (ESP), also in UDP.
    case ipsec
    /// A WireGuard tunnel, by its usual port.
    case wireGuard
    /// L2TP, of either version.
    case l2tp
    /// A Teredo tunnel.
    case teredo
    /// GRE in a form, or with contents, that are not followed.
    case gre
    /// GTP-U around something other than IP.
    case gtp
    /// An encrypted frame of IEEE 802.11.
    case encryptedWireless
    /// A fragment of an IEEE 802.11 frame; they are not put together.
    case wirelessFragment
    /// More headers inside one another than the limits allow to follow.
    case tooDeep

    /// Whether nothing in it could have been read: it holds another protocol than TCP, as far as can be seen.
    var isOtherProtocol: Bool {
        switch self {
        case .encryptedWireless, .wirelessFragment, .tooDeep: false
        default: true
        }
    }
}

/// A count for each reason.
public struct UnreadPackets: Hashable, Sendable {
    private var counts: [Int] = Array(repeating: 0, count: UnreadPacket.allCases.count)

    /// How many packets were passed over for a reason.
    public internal(set) subscript(_ reason: UnreadPacket) -> Int {
        get { counts[Int(reason.rawValue)] }
        set { counts[Int(reason.rawValue)] = newValue }
    }

    /// How many packets were passed over.
    public var total: Int { counts.reduce(0, +) }
}
