import WireFormat

/// Facts about a capture besides its packets: interfaces, programs, dropped packets, comments and names.
///
/// The lists are bounded by `CaptureLimits.notes`; the counts are always complete.
public struct CaptureNotes: Hashable, Sendable {
    /// An interface that a pcapng section describes, or the only one of a pcap file.
    public struct Interface: Hashable, Sendable {
        /// The link type of its packets.
        public var link: LinkType
        /// The longest captured part of a packet, in bytes; 0 for no limit.
        public var snapLength: Int
        /// Name, such as `eth0` (`if_name`).
        public var name: String?
        /// Description (`if_description`).
        public var about: String?
        /// Bits of the frame check sequence at the end of a packet (`if_fcslen`).
        public var checkSequenceBits: Int?
        /// Whether times are finer than a microsecond.
        public var hasNanoseconds = false
        /// Packets received while capturing (`isb_ifrecv`).
        public var received: UInt64?
        /// Packets that the interface dropped (`isb_ifdrop`).
        public var droppedByInterface: UInt64?
        /// Packets that the operating system dropped (`isb_osdrop`).
        public var droppedBySystem: UInt64?
        /// Packets that were dropped between those captured (sum of `epb_dropcount`).
        public var droppedBetweenPackets: UInt64 = 0

        /// Packets dropped by interface and system, or between captured packets if that count is larger.
        public var dropped: UInt64 {
            let total = (droppedByInterface ?? 0).addingReportingOverflow(droppedBySystem ?? 0)
            return max(total.overflow ? .max : total.partialValue, droppedBetweenPackets)
        }
    }

    /// A comment and its subject.
    public struct Comment: Hashable, Sendable {
        /// The part of the capture that a comment is about.
        public enum Subject: Hashable, Sendable {
            /// The file, or its section with this number, from 1.
            case section(Int)
            /// An interface.
            case interface
            /// The packet with this number.
            case packet(Int)
            /// A block of names, statistics or secrets.
            case other
        }

        /// The part of the capture that the comment is about.
        public var subject: Subject
        /// The comment; it may hold control characters, so do not print it to a terminal as it is.
        public var text: String
    }

    /// Names of an address.
    public struct Name: Hashable, Sendable {
        /// The address.
        public var address: InternetAddress
        /// The names of the address, at least one.
        public var names: [String]
    }

    /// The number of interfaces, of comments and of names that are kept, each.
    private let limit: Int
    /// Sections; 1 for a pcap file.
    public var sections = 0
    /// Interfaces of all sections, in the order of the file.
    public private(set) var interfaces: [Interface] = []
    /// The number of interfaces that the file describes.
    public private(set) var interfaceCount = 0
    /// Comments, in the order of the file.
    public private(set) var comments: [Comment] = []
    /// The number of comments in the file.
    public private(set) var commentCount = 0
    /// Names of addresses, in the order of the file.
    public private(set) var names: [Name] = []
    /// The number of addresses with names.
    public private(set) var nameCount = 0
    /// The program that wrote the file (`shb_userappl`, the first one).
    public var application: String?
    /// The machine (`shb_hardware`, the first one).
    public var hardware: String?
    /// The operating system (`shb_os`, the first one).
    public var system: String?
    /// Records that are numbered like packets but hold none: custom blocks and journal entries.
    public var otherRecords = 0
    /// Packets whose time is before 1970 or after 2262; they get the nearest time in that range.
    public var clampedTimes = 0
    /// Decryption Secrets Blocks, of any kind.
    public var secretBlocks = 0
    /// Blocks of known types that were skipped because they are longer than the limits allow.
    public var oversizedBlocks = 0

    init(limit: Int) {
        self.limit = limit
    }

    /// Packets dropped while capturing, on all interfaces kept here.
    public var dropped: UInt64 {
        interfaces.reduce(0) { total, interface in
            let sum = total.addingReportingOverflow(interface.dropped)
            return sum.overflow ? .max : sum.partialValue
        }
    }

    /// Adds an interface and returns its index in ``interfaces``, or `-1` when the limit is reached.
    mutating func add(_ interface: Interface) -> Int {
        interfaceCount += 1
        guard interfaces.count < limit else { return -1 }
        interfaces.append(interface)
        return interfaces.count - 1
    }

    /// Changes the entry of an interface, if it is kept.
    mutating func update(_ place: Int, _ change: (inout Interface) -> Void) {
        guard interfaces.indices.contains(place) else { return }
        change(&interfaces[place])
    }

    /// Counts packets that were dropped before a captured one.
    mutating func addDrops(_ count: UInt64, at place: Int) {
        update(place) { note in
            let sum = note.droppedBetweenPackets.addingReportingOverflow(count)
            note.droppedBetweenPackets = sum.overflow ? .max : sum.partialValue
        }
    }

    mutating func comment(on subject: Comment.Subject, _ text: Span<UInt8>) {
        commentCount += 1
        guard comments.count < limit else { return }
        comments.append(Comment(subject: subject, text: String(decodingUTF8: text)))
    }

    /// Adds the names of an address.
    ///
    /// - Parameter list: the names, each followed by a zero byte.
    mutating func name(_ address: InternetAddress, _ list: Span<UInt8>) {
        nameCount += 1
        guard names.count < limit else { return }
        let found = String(decodingUTF8: list).split(separator: "\0").map(String.init)
        if !found.isEmpty { names.append(Name(address: address, names: found)) }
    }
}
