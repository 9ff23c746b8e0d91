import WireFormat

/// What a capture file says besides its packets: who captured where, what was dropped, comments and names.
///
/// Everything here is bounded by `CaptureLimits.notes`; the counts are always whole.
public struct CaptureNotes: Hashable, Sendable {
    /// A described interface, or all of a pcap file.
    public struct Interface: Hashable, Sendable {
        /// What the first byte of its packets is.
        public var link: LinkType
        /// The most bytes of a packet that were captured; 0 for no limit.
        public var snapLength: Int
        /// Name, such as `eth0` (`if_name`).
        public var name: String?
        /// What it is (`if_description`).
        public var about: String?
        /// Bits of the frame check sequence at the end of a packet (`if_fcslen`).
        public var checkSequenceBits: Int?
        /// Whether times are finer than a microsecond.
        public var hasNanoseconds = false
        /// Packets that came in while capturing (`isb_ifrecv`).
        public var received: UInt64?
        /// Packets that the interface dropped (`isb_ifdrop`).
        public var droppedByInterface: UInt64?
        /// Packets that the operating system dropped (`isb_osdrop`).
        public var droppedBySystem: UInt64?
        /// Packets that were dropped between those captured (sum of `epb_dropcount`).
        public var droppedBetweenPackets: UInt64 = 0

        /// Packets that are not in the capture because there was no time for them.
        public var dropped: UInt64 {
            let total = (droppedByInterface ?? 0).addingReportingOverflow(droppedBySystem ?? 0)
            return max(total.overflow ? .max : total.partialValue, droppedBetweenPackets)
        }
    }

    /// A comment and what it is about.
    public struct Comment: Hashable, Sendable {
        /// What carries the comment.
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

        /// What carries it.
        public var subject: Subject
        /// The comment, unsafe for a terminal.
        public var text: String
    }

    /// Names of an address.
    public struct Name: Hashable, Sendable {
        /// The address.
        public var address: InternetAddress
        /// Its names, at least one.
        public var names: [String]
    }

    /// Most interfaces, comments and names that are kept, of each.
    private let limit: Int
    /// Sections; 1 for a pcap file.
    public var sections = 0
    /// Interfaces of all sections, in the order of the file.
    public private(set) var interfaces: [Interface] = []
    /// How many interfaces the file describes.
    public private(set) var interfaceCount = 0
    /// Comments, in the order of the file.
    public private(set) var comments: [Comment] = []
    /// How many comments there are.
    public private(set) var commentCount = 0
    /// Names of addresses, in the order of the file.
    public private(set) var names: [Name] = []
    /// How many addresses have names.
    public private(set) var nameCount = 0
    /// The program that wrote the file (`shb_userappl`, the first one).
    public var application: String?
    /// The machine (`shb_hardware`, the first one).
    public var hardware: String?
    /// The operating system (`shb_os`, the first one).
    public var system: String?
    /// Records that are numbered like packets and hold none: custom blocks and journal entries.
    public var otherRecords = 0
    /// Packets whose times are before 1970 or after 2262; they have the nearest time instead.
    public var clampedTimes = 0
    /// Decryption Secrets Blocks, of any kind.
    public var secretBlocks = 0
    /// Blocks of known types that were passed over because they are longer than the limits allow.
    public var oversizedBlocks = 0

    init(limit: Int) {
        self.limit = limit
    }

    /// Packets that were dropped while capturing, on all interfaces that are kept here.
    public var dropped: UInt64 {
        interfaces.reduce(0) { total, interface in
            let sum = total.addingReportingOverflow(interface.dropped)
            return sum.overflow ? .max : sum.partialValue
        }
    }

    /// Takes an interface in and answers its place, `-1` when there are too many.
    mutating func add(_ interface: Interface) -> Int {
        interfaceCount += 1
        guard interfaces.count < limit else { return -1 }
        interfaces.append(interface)
        return interfaces.count - 1
    }

    /// Changes what is known of an interface, when it is kept.
    mutating func update(_ place: Int, _ change: (inout Interface) -> Void) {
        guard interfaces.indices.contains(place) else { return }
        change(&interfaces[place])
    }

    /// Counts packets that were dropped before one that was captured.
    mutating func addDrops(_ count: UInt64, at place: Int) {
        update(place) { note in
            let sum = note.droppedBetweenPackets.addingReportingOverflow(count)
            note.droppedBetweenPackets = sum.overflow ? .max : sum.partialValue
        }
    }

    /// Takes a comment in.
    mutating func comment(on subject: Comment.Subject, _ text: Span<UInt8>) {
        commentCount += 1
        guard comments.count < limit else { return }
        comments.append(Comment(subject: subject, text: String(decodingUTF8: text)))
    }

    /// Takes the names of an address in.
    ///
    /// - Parameter list: names, each with a zero byte behind it.
    mutating func name(_ address: InternetAddress, _ list: Span<UInt8>) {
        nameCount += 1
        guard names.count < limit else { return }
        let found = String(decodingUTF8: list).split(separator: "\0").map(String.init)
        if !found.isEmpty { names.append(Name(address: address, names: found)) }
    }
}
