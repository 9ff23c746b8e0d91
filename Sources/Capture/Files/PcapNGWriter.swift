import WireFormat

/// Writes pcapng (draft-ietf-opsawg-pcapng): sections, interfaces, packets, secrets and statistics.
///
/// Blocks are put together in memory, little-endian, and wait there until ``drain(to:)`` hands them on; a caller who
/// does so after each batch of packets keeps memory flat. Every block is whole, so what was handed on is a valid file.
public struct PcapNGWriter: ~Copyable {
    /// An interface that packets come from.
    public struct Interface: Hashable, Sendable {
        /// What the first byte of its packets is.
        public var link: LinkType
        /// The most bytes of a packet that are captured; 0 for no limit.
        public var snapLength: Int
        /// Name, such as `eth0`.
        public var name: String?
        /// The condition for packets to be captured, in the language of libpcap.
        public var captureFilter: String?
        /// Bits of the frame check sequence at the end of a packet, at most 255.
        public var checkSequenceBits: Int?
        /// Whether times are written in nanoseconds; else in microseconds.
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

    /// What was counted at an interface since it was opened.
    public struct Statistics: Hashable, Sendable {
        /// Packets that came in.
        public var received: UInt64?
        /// Packets that the interface dropped.
        public var droppedByInterface: UInt64?
        /// Packets that the operating system dropped.
        public var droppedBySystem: UInt64?

        /// Gathers counts; `nil` for what is not known.
        public init(received: UInt64? = nil, droppedByInterface: UInt64? = nil, droppedBySystem: UInt64? = nil) {
            self.received = received
            self.droppedByInterface = droppedByInterface
            self.droppedBySystem = droppedBySystem
        }
    }

    private var out: ByteWriter
    /// Of the current section, whether each interface counts in nanoseconds.
    private var hasNanoseconds: [Bool] = []

    /// Makes a writer that holds nothing.
    public init() {
        out = ByteWriter(capacity: 1 << 16)
    }

    /// Bytes that wait to be handed on.
    public var count: Int { out.count }

    /// Hands on what was written, and keeps the memory.
    public mutating func drain(to sink: (Span<UInt8>) throws -> Void) rethrows {
        if out.count > 0 { try sink(out.span) }
        out.removeAll()
    }

    /// Begins a section, which every file does first; interfaces are described anew.
    ///
    /// - Parameters:
    ///   - application: the program that writes.
    ///   - system: the operating system.
    ///   - comment: for those who read the file.
    public mutating func beginSection(application: String? = nil, system: String? = nil, comment: String? = nil) {
        hasNanoseconds = []
        block(PcapngBlockType.sectionHeader) { out in
            out.append(littleEndian: 0x1A2B_3C4D as UInt32)
            out.append(littleEndian: 1 as UInt16)
            out.append(littleEndian: 0 as UInt16)
            // The length is not known.
            out.append(littleEndian: UInt64.max)
            var hasOptions = out.option(PcapngOptions.Code.comment, comment)
            hasOptions = out.option(3, system) || hasOptions
            hasOptions = out.option(4, application) || hasOptions
            if hasOptions { out.append(littleEndian: 0 as UInt32) }
        }
    }

    /// Describes an interface and answers its number in the section.
    @discardableResult
    public mutating func add(_ interface: Interface) -> Int {
        hasNanoseconds.append(interface.hasNanoseconds)
        block(PcapngBlockType.interfaceDescription) { out in
            out.append(littleEndian: interface.link.rawValue)
            out.append(littleEndian: 0 as UInt16)
            out.append(littleEndian: UInt32(clamping: interface.snapLength))
            out.option(2, interface.name)
            out.option(9, bytes: [interface.hasNanoseconds ? 9 : 6])
            // The filter's first byte says that it is text.
            if let filter = interface.captureFilter { out.option(11, bytes: [0] + Array(filter.utf8)) }
            if let bits = interface.checkSequenceBits { out.option(13, bytes: [UInt8(clamping: bits)]) }
            out.append(littleEndian: 0 as UInt32)
        }
        return hasNanoseconds.count - 1
    }

    /// Writes a packet.
    ///
    /// - Parameters:
    ///   - bytes: what was captured of it.
    ///   - interface: the number that ``add(_:)`` answered in this section.
    ///   - time: nanoseconds since 1970, not negative; an interface that counts microseconds drops the rest.
    ///   - originalLength: bytes on the wire.
    ///   - comment: for those who read the file.
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

    /// The same in a section whose header was appended as it was.
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
    /// - Parameter time: when they were taken, nanoseconds since 1970, not negative.
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
        // Until the length is known the block is as long as can be.
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

    /// Appends blocks as they are.
    mutating func append(blocks bytes: Span<UInt8>) {
        out.append(bytes)
    }

    /// Overwrites a byte that waits to be handed on.
    mutating func replaceByte(at position: Int, with byte: UInt8) {
        out.replaceByte(at: position, with: byte)
    }
}

extension ByteWriter {
    /// Appends an integer, little-endian.
    mutating func append<Value: FixedWidthInteger>(littleEndian value: Value) {
        append(bigEndian: value.byteSwapped)
    }

    /// Appends zeros up to a multiple of four bytes; blocks begin at one.
    mutating func pad() {
        while count % 4 != 0 { append(0 as UInt8) }
    }

    /// Appends an option of pcapng with a text, when there is one; whether there was.
    ///
    /// An option holds at most 65535 bytes; of a longer text the rest is left out.
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
