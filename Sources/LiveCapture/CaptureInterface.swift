import CPcap

/// A network interface that libpcap can capture from.
public struct CaptureInterface: Hashable, Sendable {
    /// The name, such as `lo`.
    public var name: String
    /// The system's description, such as the product's name, if it has one.
    public var about: String?
    /// Whether the interface is the machine's own loopback.
    public var isLoopback: Bool

    /// Lists all interfaces.
    ///
    /// - Throws: `unavailable` if libpcap cannot list them.
    public static func all() throws(LiveCaptureError) -> [CaptureInterface] {
        var message = [CChar](repeating: 0, count: Int(PCAP_ERRBUF_SIZE))
        var list: UnsafeMutablePointer<pcap_if_t>?
        guard pcap_findalldevs(&list, &message) == 0 else {
            throw LiveCaptureError(.unavailable, LiveCaptureError.text(message))
        }
        defer { pcap_freealldevs(list) }
        var interfaces: [CaptureInterface] = []
        var next = list
        while let interface = next?.pointee {
            interfaces.append(
                CaptureInterface(
                    name: String(cString: interface.name),
                    about: interface.description.map { String(cString: $0) },
                    isLoopback: interface.flags & UInt32(PCAP_IF_LOOPBACK) != 0
                )
            )
            next = interface.next
        }
        return interfaces
    }
}
