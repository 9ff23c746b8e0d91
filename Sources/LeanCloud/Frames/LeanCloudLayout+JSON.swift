import WireFormat
import WireJSON

extension LeanCloudLayout {
    /// Reads the flat object of the JSON form: envelope and body side by side.
    ///
    /// Source: js-realtime-sdk branch v2, `src/realtime.js`.
    mutating func readJSON(_ bytes: Span<UInt8>, _ limits: LeanCloudLimits) throws(WireError) {
        // The view borrows the tape, so that a tape of its own is filled and handed over.
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
    /// Where the text of a string lies; `nil` for another value.
    var text: LeanCloudText? {
        guard kind == .string else { return nil }
        let inner = range.lowerBound + 1..<range.upperBound - 1
        let content = spelling.extracting(1..<spelling.count - 1)
        return LeanCloudText(inner, isEscaped: content.firstIndex(of: UInt8(ascii: "\\"), from: 0) != nil)
    }

    /// An integer, also one that is written as text.
    var integer: Int64? { int64 ?? string.flatMap { Int64($0) } }

    /// A truth value, also one that is written as 0 or 1.
    var truth: Bool { bool ?? (int64.map { $0 != 0 } ?? false) }
}
