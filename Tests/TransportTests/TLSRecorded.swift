import TLSRecording
import Testing
import Transport
import WireFormat

/// Sessions that were recorded once, so that the tests need no tools.
enum TLSRecorded {
    static let all = rfc8448 + tls12 + tls13

    /// The session with a name.
    static func session(_ name: String) throws -> TLSWire {
        try #require(all.first { $0.name == name }, "there is no such session")
    }
}

extension TLSWire {
    /// Reads a session from text: a line that begins with a blank continues a key log line, and one that does not begin
    /// with `c ` or `s ` continues the bytes of the client or the server.
    init(name: String, keyLog: String, wire: String, client: String, server: String) {
        var flights: [Flight] = []
        for line in wire.split(separator: "\n") {
            if line.hasPrefix("c ") || line.hasPrefix("s ") {
                flights.append(Flight(fromClient: line.hasPrefix("c"), bytes: Self.bytes(line.dropFirst(2))))
            } else {
                flights[flights.count - 1].bytes += Self.bytes(line)
            }
        }
        self.init(
            name: name,
            keys: keyLog.split(separator: "\n").reduce(into: "") { $0 += ($1.hasPrefix(" ") ? "" : "\n") + $1 },
            flights: flights,
            client: Self.bytes(client[...]),
            server: Self.bytes(server[...])
        )
    }

    private static func bytes(_ hex: Substring) -> [UInt8] {
        guard let bytes = try? Hex.decode(hex) else { preconditionFailure("the recording is hex") }
        return bytes
    }
}

extension TLSWire: CustomTestStringConvertible {
    var testDescription: String { name }
}
