import Capture
import Inspection
import Transport
import WireFormat

/// What the connections of a capture share while they are rewritten.
final class RedactionContext {
    let limits: Limits
    let leaves: LeafReplacer
    let rongCloud: RongCloudUnits
    let spool: Spool
    var secrets = TLSSecrets()
    /// The key of the TCP form, where it was given.
    var obfuscationKey: [UInt8]?
    /// What the readers of all connections have in common.
    let reading: UnitReading
    /// What the streams of all connections have in common while they are put in order.
    @exclusivity(unchecked) var reassembly: ReassemblyContext
    /// Connections in the TCP form.
    var tcpForms: Set<Int> = []
    /// Connections that are cut where bytes are missing.
    var cutAtHoles: Set<Int> = []
    /// Units that were rewritten, of all connections; what comes after as many as can be kept is cut.
    @exclusivity(unchecked) var units = 0
    static let mostUnits = 2 << 20
    /// Bytes of connections that were not rebuilt.
    @exclusivity(unchecked) var cutBytes = 0

    /// Memory for a unit as it came and as it is made.
    @exclusivity(unchecked) private var first: ByteWriter?
    @exclusivity(unchecked) private var second: ByteWriter?

    /// An empty writer that was used before, if there is one.
    @inline(__always)
    func takeMemory() -> ByteWriter { first.take() ?? second.take() ?? ByteWriter(capacity: 1 << 12) }

    /// Takes a writer for the next one who asks.
    @inline(__always)
    func giveBack(_ memory: consuming ByteWriter) {
        memory.removeAll()
        if first == nil { first = consume memory } else { second = consume memory }
    }

    /// - Parameters:
    ///   - payloads: what topics carry that the table does not know: the name of the message by topic.
    ///   - workers: how many share the limits.
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
        reading = UnitReading(limits: limits, payloads: payloads)
        spool = try Spool()
    }

    var pseudonyms: Pseudonyms { leaves.pseudonyms }

    /// What was learned from the packets of NIM's sessions over long polling, which use several connections.
    private var nimReaders: [String: SystemReader] = [:]
    private static let mostNIMReaders = 1024

    func nimReader(ofSession id: String) -> SystemReader {
        if let reader = nimReaders[id] { return reader }
        if nimReaders.count >= Self.mostNIMReaders { nimReaders.removeAll() }
        let reader = SystemReader(.nim, begunBy: nil, reading)
        nimReaders[id] = reader
        return reader
    }

    /// Takes in the state of another one, which rewrote other connections beside this one, but for what it recorded.
    func merge(_ other: RedactionContext) {
        leaves.merge(other.leaves)
        units += other.units
        cutBytes += other.cutBytes
        other.pseudonyms.finish()
    }

    /// The key of the TCP form in the output.
    func newObfuscationKey(_ key: [UInt8]) -> [UInt8]? {
        var random = KeyedBytes(key, key: pseudonyms.key, purpose: 0xC1)
        pseudonyms.originals.record(key)
        return key.map { _ in random.next() }
    }
}
