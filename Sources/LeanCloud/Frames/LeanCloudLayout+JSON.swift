import WireFormat
import WireJSON

extension LeanCloudLayout {
    /// Reads the flat object of the JSON form, in which envelope and body are mixed.
    ///
    /// Source: js-realtime-sdk branch v2, `src/realtime.js`.
    mutating func readJSON(_ bytes: Span<UInt8>, _ limits: LeanCloudLimits) throws(WireError) {
        // The view borrows the tape, so a local tape is filled and then stored.
        var tape = json
        json = JSONTape()
        defer { json = tape }
        let root = try tape.parse(leavingOutScalarsOf: bytes, in: 0..<bytes.count, limits: limits.json)
        guard root.kind == .object else {
            throw WireError(.value, at: root.range.lowerBound, expected: "a JSON object")
        }
        isEmptyObject = root.count == 0
        if let value = root.member(exactly: "cmd"), let name = value.string {
            header.cmdText = value.text
            header.cmd = LeanCloudCommand(name: name)
        }
        if let value = root.member(exactly: "op"), let name = value.string {
            header.opText = value.text
            header.op = LeanCloudOp(name: name)
        }
        header.i = root.member(exactly: "i")?.integer.flatMap { Int32(exactly: $0) }
        header.appId = root.member(exactly: "appId")?.text
        header.peerId = root.member(exactly: "peerId")?.text
        header.installationId = root.member(exactly: "installationId")?.text
        header.priority = root.member(exactly: "priority")?.integer.flatMap { Int32(exactly: $0) }
        header.service = root.member(exactly: "service")?.integer.flatMap { Int32(exactly: $0) }
        header.serverTs = root.member(exactly: "serverTs")?.integer
        header.clientTs = root.member(exactly: "clientTs")?.integer
        header.notificationType = root.member(exactly: "notificationType")?.integer.flatMap { Int32(exactly: $0) }
    }
}

extension JSONView {
    /// The position of a string's text; `nil` for other values.
    var text: LeanCloudText? {
        guard kind == .string else { return nil }
        let inner = range.lowerBound + 1..<range.upperBound - 1
        let content = spelling.extracting(1..<spelling.count - 1)
        return LeanCloudText(inner, isEscaped: content.firstIndex(of: UInt8(ascii: "\\"), from: 0) != nil)
    }

    /// The value as an integer, even if it is written as text.
    var integer: Int64? { int64 ?? string.flatMap { Int64($0) } }

    /// The value as a truth value, even if it is written as 0 or 1.
    var truth: Bool { bool ?? (int64.map { $0 != 0 } ?? false) }
}
