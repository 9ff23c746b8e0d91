/// Wraps frames for the TCP form: header, checksum, length and a body that is not readable as it is.
struct TCPFormLayer {
    /// The key of bodies, 8 bytes.
    var key: [UInt8]

    /// Most bytes of a body: what three groups of seven bits can say.
    static let mostBytes = 1 << 21 - 1

    /// A frame from its header byte and the fields behind it.
    func frame(_ headerAndBody: [UInt8]) -> [UInt8] {
        let header = headerAndBody[0]
        let body = headerAndBody.dropFirst()
        precondition(body.count <= Self.mostBytes, "the shape caps contents")
        var length: [UInt8] = []
        length.append(varint: UInt64(body.count))
        var frame = [header, length.reduce(header, ^)]
        frame.reserveCapacity(body.count + 5)
        frame += length
        var place = 0
        for byte in body {
            frame.append(byte ^ key[place & 7])
            place += 1
        }
        return frame
    }
}
