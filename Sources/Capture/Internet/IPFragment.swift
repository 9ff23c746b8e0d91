/// A fragment of an IP datagram: RFC 791 section 3.2, RFC 8200 section 4.5.
struct IPFragment: Sendable, BitwiseCopyable {
    /// What the fragments of one datagram have in common.
    struct Key: Hashable, Sendable, BitwiseCopyable {
        var source: InternetAddress
        var destination: InternetAddress
        /// The sender's number for the datagram: 16 bits in IPv4, 32 in IPv6.
        var identification: UInt32
        /// The number of the protocol inside, which belongs to the key in IPv4; 0 in IPv6.
        var number: UInt8
    }

    var key: Key
    /// First byte of the IP header.
    var headerStart: Int
    /// Offset from `headerStart` of the two bytes with the fragment's offset and flags.
    var fieldOffset: Int
    /// First byte of the data, right behind all headers that each fragment repeats.
    var dataStart: Int
    /// Where the data ends on the wire; beyond the captured bytes when the capture cut it off.
    var dataEnd: Int
    /// Place of the data in the datagram, in bytes; a multiple of 8.
    var offset: Int
    /// Whether the datagram ends with this fragment.
    var isLast: Bool
}
