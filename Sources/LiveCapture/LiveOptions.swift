/// What is captured, and for how long.
public struct LiveOptions: Hashable, Sendable {
    /// The name of the interface, such as `lo`.
    public var interface: String
    /// The condition for packets, in libpcap's language; empty for all.
    public var filter = ""
    /// The most bytes of a packet that are captured.
    public var snapLength = 262_144
    /// Whether the interface also takes in what is for other machines.
    public var isPromiscuous = false
    /// Seconds after which capturing ends; `nil` for never.
    public var duration: Int?
    /// Bytes in which the kernel keeps packets until they are fetched.
    public var bufferBytes = 16 << 20
    /// Milliseconds for which the kernel may gather packets before it hands them over.
    public var gatheringTime = 100
    /// The program's name and version, for the file.
    public var application = ""

    /// Captures everything on an interface.
    public init(interface: String) {
        self.interface = interface
    }
}

/// What the kernel counted while capturing.
public struct LiveStatistics: Hashable, Sendable {
    /// Packets handed over.
    public var captured = 0
    /// Packets that met the filter.
    public var received: UInt64 = 0
    /// Packets that were dropped because they were not fetched fast enough.
    public var droppedBySystem: UInt64 = 0
    /// Packets that the interface or its driver dropped.
    public var droppedByInterface: UInt64 = 0
}
