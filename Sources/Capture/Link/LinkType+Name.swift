extension LinkType {
    /// Names of link types that occur in captures but are not read here, from the list of tcpdump.org.
    private static let names: [UInt16: String] = [
        3: "AX.25", 6: "Token Ring", 7: "ARCNET", 8: "SLIP", 10: "FDDI", 100: "ATM", 107: "Frame Relay",
        114: "LocalTalk", 117: "OpenBSD pflog", 119: "IEEE 802.11 with a Prism header", 122: "IP over Fibre Channel",
        138: "IP over IEEE 1394", 140: "SS7 MTP2", 141: "SS7 MTP3", 143: "DOCSIS", 144: "IrDA",
        163: "IEEE 802.11 with an AVS header", 165: "BACnet MS/TP", 166: "PPP of pppd", 169: "GPRS LLC",
        177: "LAPD", 187: "Bluetooth HCI", 189: "USB of Linux", 195: "IEEE 802.15.4",
        201: "Bluetooth HCI with direction", 220: "USB of Linux with padding", 224: "Fibre Channel",
        227: "SocketCAN", 230: "IEEE 802.15.4 without FCS", 240: "Ethernet of netANALYZER",
        247: "IP over InfiniBand", 249: "USB of Windows", 251: "Bluetooth LE", 252: "Wireshark exported PDUs",
        253: "Netlink", 254: "Bluetooth of Linux", 266: "USB of Darwin", 272: "nRF sniffer", 275: "VPP",
        283: "IEEE 802.15.4 TAP",
    ]

    /// The name of the type, if it is well known but not read; otherwise `nil`.
    public var name: String? {
        (147...162).contains(rawValue) ? "private use" : Self.names[rawValue]
    }
}
