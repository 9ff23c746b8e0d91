/// A whole block of a pcapng file, for copying.
struct PcapngRecord: Sendable {
    /// The block's type.
    var type: UInt32
    /// The range of the block in the bytes read, both length fields included.
    var range: Range<Int>
    /// Whether its numbers are big-endian.
    var bigEndian: Bool
    /// The number of the packet or other numbered record, or 0 when the block has none.
    var packet = 0
}

/// Types of pcapng blocks (draft-ietf-opsawg-pcapng, section 11.1).
enum PcapngBlockType {
    static let sectionHeader: UInt32 = 0x0A0D_0D0A
    static let interfaceDescription: UInt32 = 1
    /// The obsolete packet block.
    static let packet: UInt32 = 2
    static let simplePacket: UInt32 = 3
    static let nameResolution: UInt32 = 4
    static let interfaceStatistics: UInt32 = 5
    static let enhancedPacket: UInt32 = 6
    /// An entry of the systemd journal.
    static let journalEntry: UInt32 = 9
    static let decryptionSecrets: UInt32 = 10
    /// A custom block that may be copied to another file.
    static let custom: UInt32 = 0x0000_0BAD
    /// A custom block that programs may copy only if they know its contents.
    static let customNoCopy: UInt32 = 0x4000_0BAD
}
