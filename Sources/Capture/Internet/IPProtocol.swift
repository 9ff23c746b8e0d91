/// The numbers of the protocols and extension headers in IP packets, as registered at IANA.
enum IPProtocol {
    static let hopByHopOptions: UInt8 = 0
    static let icmp: UInt8 = 1
    static let ipv4: UInt8 = 4
    static let tcp: UInt8 = 6
    static let udp: UInt8 = 17
    static let ipv6: UInt8 = 41
    static let routingHeader: UInt8 = 43
    static let fragmentHeader: UInt8 = 44
    static let gre: UInt8 = 47
    /// Encrypted content of IPsec (ESP).
    static let encrypted: UInt8 = 50
    /// The authentication header of IPsec (AH).
    static let authenticationHeader: UInt8 = 51
    static let icmpv6: UInt8 = 58
    static let destinationOptions: UInt8 = 60
    static let etherIP: UInt8 = 97
    static let l2tp: UInt8 = 115
    static let mobilityHeader: UInt8 = 135
    static let mpls: UInt8 = 137
    /// The Host Identity Protocol.
    static let hostIdentity: UInt8 = 139
    static let shim6: UInt8 = 140
}
