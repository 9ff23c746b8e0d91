/// What begins at a place of a packet.
enum Layer: BitwiseCopyable {
    /// The packet as it was captured.
    case link(LinkType)
    /// An Ethernet frame, from its destination address on.
    case ethernet
    /// What an EtherType announces.
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

/// Where one header leads.
enum LayerStep: BitwiseCopyable {
    /// To another header, which begins here.
    case carries(Layer, at: Int)
    /// To several packets behind one another, from this offset on (IEEE 802.11, A-MSDU).
    case aggregate(at: Int)
    /// To something that is not read.
    case unread(UnreadPacket)
    /// To UDP that is not read; the lower of its ports.
    case unreadPort(UInt16)
    /// To what an EtherType announces that is not read.
    case unreadEtherType(UInt16)
    /// The packet ends inside this header.
    case truncated
    /// The link type is not read.
    case unknownLink
}
