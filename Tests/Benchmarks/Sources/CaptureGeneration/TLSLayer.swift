import Crypto

/// Wraps the bytes of connections into TLS 1.3 with AES-128-GCM and writes the secrets to a key log.
struct TLSLayer {
    /// What one end sends during the handshake.
    struct Flight {
        var isFromClient: Bool
        var bytes: [UInt8]
    }

    private let certificate: TLSCertificate
    private var random: RandomNumbers
    private var ends: [[2 of TLSRecordKeys]?]
    private var keyLog: OutputBuffer?

    init(connections: Int, seed: UInt64, keysDescriptor: Int32?) throws {
        random = RandomNumbers(seed: seed &+ 0x7153)
        certificate = try TLSCertificate(seed: random.bytes(32))
        ends = Array(repeating: nil, count: connections)
        keyLog = keysDescriptor.map { OutputBuffer(descriptor: $0) }
    }

    /// The flights of a connection's handshake; after them its bytes can be protected.
    mutating func handshake(_ connection: Int) throws -> [Flight] {
        let handshake = try TLSHandshake(certificate, &random)
        ends[connection] = handshake.applicationKeys
        keyLog?.bytes += Array(handshake.keyLog.utf8)
        try keyLog?.flushIfLarge()
        return handshake.flights
    }

    /// Records with application data.
    mutating func protect(_ bytes: [UInt8], _ connection: Int, fromClient: Bool) throws -> [UInt8] {
        guard var keys = ends[connection] else { preconditionFailure("the handshake comes first") }
        defer { ends[connection] = keys }
        return try keys[fromClient ? 0 : 1].records(bytes, type: TLSRecordKeys.applicationData)
    }

    /// Writes what still waits.
    mutating func finish() throws(WritingError) { try keyLog?.flush() }
}
