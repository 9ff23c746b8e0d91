public import WireFormat

/// DISCONNECT: the end of a session, from the server in practice.
///
/// Source: web SDK v2 `signalling.ts` (read).
public struct Disconnect: Hashable, Sendable {
    /// The byte that every SDK ignores.
    public var flag: UInt8
    /// The reason; 1 is another device that logged in.
    public var status: UInt8

    /// Makes a DISCONNECT.
    public init(status: UInt8, flag: UInt8 = 0) {
        self.flag = flag
        self.status = status
    }

    @inlinable
    static func read<Trace: FieldTrace>(
        _ reader: inout ByteReader<Trace>,
        into layout: inout FrameLayout
    ) throws(WireError) {
        layout.flag = try reader.uint8("flag")
        layout.status = UInt16(try reader.uint8("status"))
    }

    init?(_ layout: FrameLayout) {
        guard let flag = layout.flag, let status = layout.status.flatMap(UInt8.init(exactly:)) else { return nil }
        self.init(status: status, flag: flag)
    }

    /// Reads the members of a frame object.
    init(_ members: FrameObjectReader) throws(WireError) {
        self.init(
            status: try members.number("status"),
            flag: try members.integer("flag", UInt8.self) ?? 0
        )
    }

    func encode(into writer: inout ByteWriter) {
        writer.append(flag)
        writer.append(status)
    }
}
