import WireFormat

/// Writes pcapng (draft-ietf-opsawg-pcapng): sections, interfaces, packets, secrets and statistics.
///
/// Builds blocks in memory, little-endian, until ``drain(to:)`` passes them on. A caller that drains after each batch
/// of packets keeps memory constant. Every block is whole, so the drained bytes are always a valid file.
public struct PcapNGWriter: ~Copyable {
    /// An interface that packets were captured on.
    public struct Interface: Hashable, Sendable {
        /// The link type of its packets.
        public var link: LinkType
        /// The longest captured part of a packet, in bytes; 0 for no limit.
        public var snapLength: Int
        /// Name, such as `eth0`.
        public var name: String?
        /// The capture filter, in libpcap's language.
        public var captureFilter: String?
        /// Bits of the frame check sequence at the end of a packet, at most 255.
        public var checkSequenceBits: Int?
        /// Whether times are written in nanoseconds; otherwise in microseconds.
        public var hasNanoseconds: Bool

        /// Describes an interface.
        public init(
            link: LinkType,
            snapLength: Int = 0,
            name: String? = nil,
            captureFilter: String? = nil,
            checkSequenceBits: Int? = nil,
            hasNanoseconds: Bool = true
        ) {
            self.link = link
            self.snapLength = snapLength
            self.name = name
            self.captureFilter = captureFilter
            self.checkSequenceBits = checkSequenceBits
            self.hasNanoseconds = hasNanoseconds
        }
    }

    /// Counts of an interface since it was opened.
    public struct Statistics: Hashable, Sendable {
        /// Packets received.
        public var received: UInt64?
        /// Packets that the interface dropped.
        public var droppedByInterface: UInt64?
        /// Packets that the operating system dropped.
        public var droppedBySystem: UInt64?

        /// Makes statistics; `nil` for unknown counts.
        public init(received: UInt64? = nil, droppedByInterface: UInt64? = nil, droppedBySystem: UInt64? = nil) {
            self.received = received
            self.droppedByInterface = droppedByInterface
            self.droppedBySystem = droppedBySystem
        }
    }

    private var out: ByteWriter
    /// For each interface of the current section, whether its times are in nanoseconds.
    private var hasNanoseconds: [Bool] = []

    /// Makes an empty writer.
    public init() {
        out = ByteWriter(capacity: 1 << 16)
    }

    /// The number of bytes that ``drain(to:)`` will pass on.
    public var count: Int { out.count }

    /// Passes the written bytes to `sink` and empties the writer, which keeps its memory.
    ///
    /// - Throws: the error that `sink` throws; the writer then keeps the bytes.
    public mutating func drain<Failure: Error>(to sink: (Span<UInt8>) throws(Failure) -> Void) throws(Failure) {
        if out.count > 0 { try sink(out.span) }
        out.removeAll()
    }

    /// Begins a section, which must be the first block of a file; interfaces have to be described again.
    ///
    /// - Parameters:
    ///   - application: the writing program.
    ///   - system: the operating system.
    ///   - comment: a comment for readers of the file.
    public mutating func beginSection(application: String? = nil, system: String? = nil, comment: String? = nil) {
        hasNanoseconds = []
        block(PcapngBlockType.sectionHeader) { out in
            out.append(littleEndian: 0x1A2B_3C4D as UInt32)
            out.append(littleEndian: 1 as UInt16)
            out.append(littleEndian: 0 as UInt16)
            // The section's length is not known.
            out.append(littleEndian: UInt64.max)
            var hasOptions = out.option(PcapngOptions.Code.comment, comment)
            hasOptions = out.option(3, system) || hasOptions
            hasOptions = out.option(4, application) || hasOptions
            if hasOptions { out.append(littleEndian: 0 as UInt32) }
        }
    }

    /// Describes an interface and returns its number in the section.
    @discardableResult
    public mutating func add(_ interface: Interface) -> Int {
        hasNanoseconds.append(interface.hasNanoseconds)
        block(PcapngBlockType.interfaceDescription) { out in
            out.append(littleEndian: interface.link.rawValue)
            out.append(littleEndian: 0 as UInt16)
            out.append(littleEndian: UInt32(clamping: interface.snapLength))
            out.option(2, interface.name)
            out.option(9, bytes: [interface.hasNanoseconds ? 9 : 6])
            // The first byte of the option says that the filter is text.
            if let filter = interface.captureFilter { out.option(11, bytes: [0] + Array(filter.utf8)) }
            if let bits = interface.checkSequenceBits { out.option(13, bytes: [UInt8(clamping: bits)]) }
            out.append(littleEndian: 0 as UInt32)
        }
        return hasNanoseconds.count - 1
    }

    /// Writes a packet.
    ///
    /// Traps if the section has no such interface, or if the time is negative.
    ///
    /// - Parameters:
    ///   - bytes: the captured bytes.
    ///   - interface: the number that ``add(_:)`` returned in this section.
    ///   - time: nanoseconds since 1970, not negative; an interface with microseconds drops the rest.
    ///   - originalLength: bytes on the wire.
    ///   - comment: a comment for readers of the file.
    public mutating func write(
        _ bytes: Span<UInt8>,
        interface: Int,
        time: Int64,
        originalLength: Int,
        comment: String? = nil
    ) {
        precondition(hasNanoseconds.indices.contains(interface) && time >= 0)
        let ticks = UInt64(hasNanoseconds[interface] ? time : time / 1000)
        let start = begin(PcapngBlockType.enhancedPacket)
        out.append(littleEndian: UInt32(interface))
        out.append(littleEndian: UInt32(truncatingIfNeeded: ticks >> 32))
        out.append(littleEndian: UInt32(truncatingIfNeeded: ticks))
        out.append(littleEndian: UInt32(clamping: bytes.count))
        out.append(littleEndian: UInt32(clamping: max(originalLength, bytes.count)))
        out.append(bytes)
        out.pad()
        if out.option(PcapngOptions.Code.comment, comment) { out.append(littleEndian: 0 as UInt32) }
        end(start)
    }

    /// Writes a TLS key log in a Decryption Secrets Block.
    public mutating func write(keyLog: Span<UInt8>) {
        write(keyLog: keyLog, bigEndian: false)
    }

    /// Writes a TLS key log in the byte order of the current section, whose header may come from another file.
    mutating func write(keyLog: Span<UInt8>, bigEndian: Bool) {
        let length = keyLog.count + (-keyLog.count & 3) + 20
        for number in [
            PcapngBlockType.decryptionSecrets, UInt32(clamping: length), 0x544C_534B, UInt32(clamping: keyLog.count),
        ] {
            out.append(littleEndian: bigEndian ? number.byteSwapped : number)
        }
        out.append(keyLog)
        out.pad()
        out.append(littleEndian: bigEndian ? UInt32(clamping: length).byteSwapped : UInt32(clamping: length))
    }

    /// Writes an interface's counts in an Interface Statistics Block.
    ///
    /// Traps if the section has no such interface, or if the time is negative.
    ///
    /// - Parameters:
    ///   - statistics: the counts.
    ///   - interface: the number of the interface in its section, as ``add(_:)`` returned it.
    ///   - time: when the counts were taken, in nanoseconds since 1970, not negative.
    public mutating func write(_ statistics: Statistics, interface: Int, time: Int64) {
        precondition(hasNanoseconds.indices.contains(interface) && time >= 0)
        let ticks = UInt64(hasNanoseconds[interface] ? time : time / 1000)
        block(PcapngBlockType.interfaceStatistics) { out in
            out.append(littleEndian: UInt32(interface))
            out.append(littleEndian: UInt32(truncatingIfNeeded: ticks >> 32))
            out.append(littleEndian: UInt32(truncatingIfNeeded: ticks))
            let counts = [
                (4, statistics.received), (5, statistics.droppedByInterface), (7, statistics.droppedBySystem),
            ]
            for case (let code, let count?) in counts {
                out.append(littleEndian: UInt16(code))
                out.append(littleEndian: 8 as UInt16)
                out.append(littleEndian: count)
            }
            out.append(littleEndian: 0 as UInt32)
        }
    }

    // MARK: - Blocks

    private mutating func block(_ type: UInt32, _ body: (inout ByteWriter) -> Void) {
        let start = begin(type)
        body(&out)
        end(start)
    }

    private mutating func begin(_ type: UInt32) -> Int {
        let start = out.count
        out.append(littleEndian: type)
        // Placeholder until `end(_:)` knows the length.
        out.append(littleEndian: UInt32.max)
        return start
    }

    private mutating func end(_ start: Int) {
        let length = UInt32(clamping: out.count + 4 - start)
        out.append(littleEndian: length)
        for index in 0..<4 {
            out.replaceByte(at: start + 4 + index, with: UInt8(truncatingIfNeeded: length >> UInt32(8 * index)))
        }
    }

    /// Appends whole blocks unchanged.
    mutating func append(blocks bytes: Span<UInt8>) {
        out.append(bytes)
    }

    /// Overwrites a byte that was not drained yet.
    mutating func replaceByte(at position: Int, with byte: UInt8) {
        out.replaceByte(at: position, with: byte)
    }
}

extension ByteWriter {
    /// Appends an integer, little-endian.
    mutating func append<Value: FixedWidthInteger>(littleEndian value: Value) {
        append(bigEndian: value.byteSwapped)
    }

    /// Appends zeros up to a multiple of four bytes, at which blocks begin.
    mutating func pad() {
        while count % 4 != 0 { append(0 as UInt8) }
    }

    /// Appends a text option of pcapng, if there is a text, and returns whether there was.
    ///
    /// An option holds at most 65535 bytes; a longer text is cut.
    @discardableResult
    mutating func option(_ code: UInt16, _ text: String?) -> Bool {
        guard let text else { return false }
        option(code, bytes: Array(text.utf8))
        return true
    }

    /// Appends an option of pcapng.
    mutating func option(_ code: UInt16, bytes: [UInt8]) {
        append(littleEndian: code)
        let count = min(bytes.count, Int(UInt16.max))
        append(littleEndian: UInt16(count))
        append(bytes.span.extracting(first: count))
        pad()
    }
}
