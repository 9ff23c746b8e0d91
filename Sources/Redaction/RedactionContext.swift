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
    /// What topics carry that the table does not know: the name of the message by topic.
    var payloads: [String: String] = [:]
    /// Connections in the TCP form.
    var tcpForms: Set<Int> = []
    /// Units that were rewritten, of all connections; what comes after as many as can be kept is cut.
    @exclusivity(unchecked) var units = 0
    static let mostUnits = 2 << 20
    /// Bytes of connections that were not rebuilt.
    @exclusivity(unchecked) var cutBytes = 0

    /// Memory for a unit as it came and as it is made.
    @exclusivity(unchecked) private var clear = ByteWriter(capacity: 1 << 12)
    @exclusivity(unchecked) private var made = ByteWriter(capacity: 1 << 12)

    /// Takes the memory for a unit, which is given back by a second call.
    @inline(__always)
    func exchange(_ clear: inout ByteWriter, _ made: inout ByteWriter) {
        swap(&clear, &self.clear)
        swap(&made, &self.made)
    }

    init(_ leaves: LeafReplacer, limits: Limits) throws(RedactionError) {
        self.leaves = leaves
        rongCloud = RongCloudUnits(leaves)
        self.limits = limits
        spool = try Spool()
    }

    var pseudonyms: Pseudonyms { leaves.pseudonyms }

    /// What was learned from the packets of NIM's sessions over long polling, which use several connections.
    private var nimReaders: [String: SystemReader] = [:]
    private static let mostNIMReaders = 1024

    func nimReader(ofSession id: String) -> SystemReader {
        if let reader = nimReaders[id] { return reader }
        if nimReaders.count >= Self.mostNIMReaders { nimReaders.removeAll() }
        let reader = SystemReader(.nim, begunBy: nil, limits: limits)
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
