import WireFormat

/// A connection as `diff` sees it.
struct ComparedConnection: Sendable {
    /// The events of one end.
    struct Side: Sendable {
        var count: Int32 = 0
        /// Hashes of the meanings of the events, and of their meanings and fields.
        ///
        /// Two connections with equal hashes are only paired by them, so that a collision hides no difference.
        private(set) var meanings: UInt64 = 0
        private(set) var fields: UInt64 = 0

        mutating func add(_ meaning: Int32, _ fields: Int32) {
            count += 1
            meanings = Self.mixed(meanings, UInt32(bitPattern: meaning))
            self.fields = Self.mixed(Self.mixed(self.fields, UInt32(bitPattern: meaning)), UInt32(bitPattern: fields))
        }

        fileprivate static func mixed(_ hash: UInt64, _ word: some FixedWidthInteger) -> UInt64 {
            let mixed = (hash ^ UInt64(truncatingIfNeeded: word) &+ 1) &* 0x9E37_79B9_7F4A_7C15
            return mixed ^ mixed >> 29
        }
    }

    /// The number of the connection.
    let flow: Int
    /// The server's address and port.
    let server: Int32
    /// The text of its system and transport.
    var transport: Int32
    /// Whether it has events that are not compared because of a limit.
    var isCut = false
    /// The index of its first event; the client's events come first.
    var start = 0
    private var client = Side()
    private var other = Side()

    init(flow: Int, server: Int32, transport: Int32) {
        (self.flow, self.server, self.transport) = (flow, server, transport)
    }

    subscript(sender: FrameSender) -> Side {
        get { sender == .client ? client : other }
        set { if sender == .client { client = newValue } else { other = newValue } }
    }

    /// The number of its events.
    var count: Int { Int(client.count) + Int(other.count) }
    /// The indices of its events.
    var range: Range<Int> { start..<start + count }

    /// Returns the indices of the events of one end.
    func range(of sender: FrameSender) -> Range<Int> {
        let middle = start + Int(client.count)
        return sender == .client ? start..<middle : middle..<start + count
    }

    /// Returns a hash of its events; equal if two connections mean the same.
    func hash(withFields: Bool, withServer: Bool) -> UInt64 {
        var hash: UInt64 = withServer ? Side.mixed(1, server) : 0
        for side in [client, other] {
            hash = Side.mixed(Side.mixed(hash, withFields ? side.fields : side.meanings), side.count)
        }
        return hash
    }
}
