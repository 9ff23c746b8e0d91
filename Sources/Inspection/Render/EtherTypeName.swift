/// The names of EtherTypes that occur in captures and are not read here, from the list of IEEE and from Wireshark's.
enum EtherTypeName {
    private static let names: [UInt16: String] = [
        0x0842: "Wake-on-LAN", 0x22F0: "AVTP", 0x4305: "batman-adv", 0x6003: "DECnet", 0x8035: "RARP",
        0x809B: "AppleTalk",
        0x80F3: "AARP", 0x8137: "IPX", 0x8808: "Ethernet flow control", 0x8809: "slow protocols",
        0x8863: "PPPoE discovery",
        0x887B: "HomePlug", 0x888E: "EAPOL", 0x8892: "PROFINET", 0x88A2: "ATA over Ethernet", 0x88A4: "EtherCAT",
        0x88B8: "GOOSE",
        0x88CC: "LLDP", 0x88E1: "HomePlug AV", 0x88E5: "MACsec", 0x88E7: "PBB", 0x88F7: "PTP", 0x8902: "CFM",
        0x8906: "Fibre Channel over Ethernet", 0x8909: "Cisco MetaData", 0x8914: "FIP", 0x893F: "E-TAG", 0x894F: "NSH",
        0x9000: "loopback", 0x9300: "QinQ of an old kind",
    ]

    /// Returns `0x88CC LLDP`, or only the number if the EtherType has no name.
    static func text(_ type: UInt16) -> String {
        let digits = String(type, radix: 16, uppercase: true)
        let number = "0x" + String(repeating: "0", count: 4 - digits.count) + digits
        return names[type].map { "\(number) \($0)" } ?? number
    }
}
