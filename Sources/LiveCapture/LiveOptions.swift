/// Options of a live capture: interface, filter, duration and buffers.
public struct LiveOptions: Hashable, Sendable {
    /// The name of the interface, such as `lo`.
    public var interface: String
    /// The capture filter, in libpcap's language; empty for all packets.
    public var filter = ""
    /// The number of bytes captured of each packet, at most.
    public var snapLength = 262_144
    /// Whether the interface also receives packets for other machines.
    public var isPromiscuous = false
    /// The time after which capturing ends; `nil` for never.
    public var duration: Duration?
    /// The size of the kernel's buffer for packets, in bytes.
    public var bufferBytes = 16 << 20
    /// The time for which the kernel may collect packets before it delivers them, in whole milliseconds.
    public var gatheringTime = Duration.milliseconds(100)
    /// The program's name and version, written to the file.
    public var application = ""

    /// Makes options that capture everything on an interface.
    public init(interface: String) {
        self.interface = interface
    }
}

/// The kernel's counts while capturing.
public struct LiveStatistics: Hashable, Sendable {
    /// Packets delivered to this program.
    public var captured = 0
    /// Packets that matched the filter.
    public var received: UInt64 = 0
    /// Packets dropped because they were not fetched fast enough.
    public var droppedBySystem: UInt64 = 0
    /// Packets that the interface or its driver dropped.
    public var droppedByInterface: UInt64 = 0
}
