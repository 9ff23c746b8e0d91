/// A fragment of an IP datagram: RFC 791 section 3.2, RFC 8200 section 4.5.
struct IPFragment: Sendable, BitwiseCopyable {
    /// The fields that the fragments of one datagram have in common.
    struct Key: Hashable, Sendable, BitwiseCopyable {
        var source: InternetAddress
        var destination: InternetAddress
        /// The sender's identification of the datagram: 16 bits in IPv4, 32 in IPv6.
        var identification: UInt32
        /// The number of the inner protocol, which is part of the key in IPv4; 0 in IPv6.
        var number: UInt8
    }

    var key: Key
    /// The index of the first byte of the IP header.
    var headerStart: Int
    /// The offset from `headerStart` of the two bytes with the fragment's offset and flags.
    var fieldOffset: Int
    /// The index of the first byte of the data, after the headers that each fragment repeats.
    var dataStart: Int
    /// The end of the data on the wire; beyond the captured bytes when the capture cut it off.
    var dataEnd: Int
    /// The offset of the data in the datagram, in bytes; a multiple of 8.
    var offset: Int
    /// Whether the datagram ends with this fragment.
    var isLast: Bool
}
