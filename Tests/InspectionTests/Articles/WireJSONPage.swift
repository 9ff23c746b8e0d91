import WireFormat
import WireJSON

/// The code of the page of `WireJSON`.
enum WireJSONPage {
    /// - Parameter print: receives what a program would print.
    static func read(_ print: (Any...) -> Void) throws {
        let document = try JSONDocument(#"{"content": "hi", "ids": [12345678901234567890, 1e2]}"#)
        print(document.root["content"]?.string ?? "")  // hi
        print(document.root["ids"]?[0]?.uint64 ?? 0)  // 12345678901234567890

        do throws(WireError) { _ = try JSONDocument(#"{"content": "hi",}"#) } catch { print(error) }
        // json, expected a key, at offset 17
    }
}
