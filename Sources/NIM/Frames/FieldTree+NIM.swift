public import WireFormat
import WireJSON

extension FieldTree {
    /// Adds the parts of a packet: every byte of `bytes` in exactly one leaf.
    ///
    /// - Throws: the errors of ``NIMLayout/read(_:of:limits:)``; the tree is complete even then.
    public func append(nim bytes: Span<UInt8>, limits: NIMLimits = NIMLimits()) throws(WireError) {
        var layout = NIMLayout()
        var reader = ByteReader(bytes, trace: self)
        var failure: WireError?
        do throws(WireError) {
            try layout.read(&reader, of: bytes, limits: limits)
        } catch {
            failure = error
        }
        makeTokens(named: ":")
        if let data = layout.data, !data.isEmpty {
            if layout.isJSON {
                removeLastLeaf()
                try? json("data", bytes, in: data, limits: limits.json)
            }
        } else if reader.offset < bytes.count {
            leaf("undecoded", .bytes, reader.offset..<bytes.count)
        }
        if let failure { throw failure }
    }
}
