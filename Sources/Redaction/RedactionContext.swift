import Capture
import Inspection
import Transport
import WireFormat

/// The state that the connections of a capture share while they are rewritten.
final class RedactionContext {
    let limits: Limits
    let leaves: LeafReplacer
    let rongCloud: RongCloudUnits
    let spool: Spool
    var secrets = TLSSecrets()
    /// The key of the TCP form, if it was given.
    var obfuscationKey: [UInt8]?
    /// The settings and memory that the readers of all connections share.
    let reading: UnitReading
    /// The state that the streams of all connections share during reassembly.
    @exclusivity(unchecked) var reassembly: ReassemblyContext
    /// The memory for units of all connections that are not complete.
    @exclusivity(unchecked) var unfinished: UnfinishedBudget
    /// The memory for inflating messages.
    let inflation: InflationMemory
    /// The compressors of new messages, of which few are kept.
    let deflaters: RecentUses<MessageDeflater>
    private static let mostDeflaters = 128
    /// Connections in the TCP form.
    var tcpForms: Set<Int> = []
    /// Connections that are cut where bytes are missing.
    var cutAtHoles: Set<Int> = []
    /// The number of rewritten units of all connections; units beyond ``mostUnits`` are cut.
    @exclusivity(unchecked) var units = 0
    static let mostUnits = 2 << 20
    /// The number of bytes of connections that were not rebuilt.
    @exclusivity(unchecked) var cutBytes = 0

    /// Two writers that are reused: for the original of a unit, and for its replacement.
    @exclusivity(unchecked) private var first: ByteWriter?
    @exclusivity(unchecked) private var second: ByteWriter?

    /// Returns an empty writer, a reused one if possible.
    @inline(__always)
    func takeMemory() -> ByteWriter { first.take() ?? second.take() ?? ByteWriter(capacity: 1 << 12) }

    /// Keeps a writer for the next call of ``takeMemory()``.
    @inline(__always)
    func giveBack(_ memory: consuming ByteWriter) {
        memory.removeAll()
        if first == nil { first = consume memory } else { second = consume memory }
    }

    /// - Parameters:
    ///   - payloads: message names by topic, for topics that are not in the table.
    ///   - workers: the number of contexts that share the limits.
    init(
        _ leaves: LeafReplacer,
        limits: Limits,
        payloads: [String: String] = [:],
        workers: Int = 1
    ) throws(RedactionError) {
        self.leaves = leaves
        rongCloud = RongCloudUnits(leaves, limits: limits.protobuf)
        self.limits = limits
        reassembly = ReassemblyContext(limits: limits.capture, workers: workers)
        unfinished = UnfinishedBudget(limits, workers: workers)
        inflation = InflationMemory(limits, workers: workers)
        deflaters = RecentUses(limit: Self.mostDeflaters / max(1, workers))
        reading = UnitReading(limits: limits, payloads: payloads)
        spool = try Spool()
    }

    var pseudonyms: Pseudonyms { leaves.pseudonyms }

    /// The readers of NIM's long-polling sessions by session id; a session uses several connections.
    private var nimReaders: [String: SystemReader] = [:]
    private static let mostNIMReaders = 1024

    func nimReader(ofSession id: String) -> SystemReader {
        if let reader = nimReaders[id] { return reader }
        if nimReaders.count >= Self.mostNIMReaders { nimReaders.removeAll() }
        let reader = SystemReader(.nim, begunBy: nil, reading)
        nimReaders[id] = reader
        return reader
    }

    /// Merges the state of a context that rewrote other connections in parallel, except the values that it recorded.
    func merge(_ other: RedactionContext) {
        leaves.merge(other.leaves)
        units += other.units
        cutBytes += other.cutBytes
        other.pseudonyms.finish()
    }

    /// Returns the key of the TCP form in the output.
    func newObfuscationKey(_ key: [UInt8]) -> [UInt8]? {
        var random = KeyedBytes(key, key: pseudonyms.key, purpose: 0xC1)
        pseudonyms.originals.record(key)
        return key.map { _ in random.next() }
    }
}
