/// A TLS session as it went over the wire, with what both applications sent.
package struct TLSWire: Sendable {
    /// What one end sent in one go.
    package struct Flight: Sendable {
        package var fromClient: Bool
        package var bytes: [UInt8]

        /// Bytes of one end.
        package init(fromClient: Bool, bytes: [UInt8]) {
            self.fromClient = fromClient
            self.bytes = bytes
        }
    }

    package var name: String
    /// The key log.
    package var keys: String
    /// What each end sent, in order, each entry from one end.
    package var flights: [Flight]
    /// The application data of the client and of the server.
    package var client: [UInt8]
    package var server: [UInt8]

    /// Makes a session of what is known of it.
    package init(name: String, keys: String, flights: [Flight], client: [UInt8], server: [UInt8]) {
        self.name = name
        self.keys = keys
        self.flights = flights
        self.client = client
        self.server = server
    }

    /// The bytes of one direction.
    package func stream(fromClient: Bool) -> [UInt8] {
        flights.filter { $0.fromClient == fromClient }.flatMap(\.bytes)
    }

    /// The key log without the lines that begin with a label.
    package func keys(without labels: String...) -> String {
        keys.split(separator: "\n").filter { line in !labels.contains { line.hasPrefix($0 + " ") } }
            .joined(separator: "\n")
    }

    /// The lengths of the records of one direction.
    package func records(fromClient: Bool) -> [Range<Int>] {
        let bytes = stream(fromClient: fromClient)
        var records: [Range<Int>] = []
        var start = 0
        while start + 5 <= bytes.count {
            let end = start + 5 + Int(bytes[start + 3]) << 8 + Int(bytes[start + 4])
            records.append(start..<end)
            start = end
        }
        return records
    }
}
