import WireFormat

/// The code of the page of `WireFormat`.
enum WireFormatPage {
    /// - Parameter print: receives what a program would print.
    static func readAndWrite(_ print: (Any...) -> Void) throws {
        let bytes = try Hex.decode("00 03 61 62 63 00 2a")
        var reader = ByteReader(bytes.span)
        let name = try reader.text("name")
        let number = try reader.uint16("number")
        try reader.finish()
        print(String(decoding: bytes[name], as: UTF8.self), number)  // abc 42

        var writer = ByteWriter()
        try writer.lengthPrefixed16("name") { $0.append(text: "abc") }
        writer.append(bigEndian: number)
        print(writer.array == bytes)  // true

        var cut = ByteReader(bytes.span.extracting(0..<4))
        do throws(WireError) { _ = try cut.text("name") } catch { print(error) }
        // name: needs 3 bytes, 2 left, at offset 2
    }
}
