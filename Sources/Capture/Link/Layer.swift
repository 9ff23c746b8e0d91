/// The kind of header at a position in a packet.
enum Layer: BitwiseCopyable {
    /// The packet as it was captured.
    case link(LinkType)
    /// An Ethernet frame, from its destination address on.
    case ethernet
    /// The payload of an EtherType.
    case etherType(UInt16)
    /// LLC.
    case logicalLink
    /// PPP on a serial line, with or without its address and control field, or Cisco's HDLC.
    case serial
    /// PPP, from its protocol number on.
    case pointToPoint
    /// PPPoE, from its session header on.
    case pppoe
    /// A stack of MPLS labels.
    case labels
    /// An IP packet.
    case internet
}

/// The result of reading one header.
enum LayerStep: BitwiseCopyable {
    /// Another header begins here.
    case carries(Layer, at: Int)
    /// Several packets begin here, one after the other (IEEE 802.11, A-MSDU).
    case aggregate(at: Int)
    /// The payload is not read.
    case unread(UnreadPacket)
    /// The payload is UDP that is not read; the lower of its ports.
    case unreadPort(UInt16)
    /// The payload has an EtherType that is not read.
    case unreadEtherType(UInt16)
    /// The packet ends inside this header.
    case truncated
    /// The link type is not read.
    case unknownLink
}
