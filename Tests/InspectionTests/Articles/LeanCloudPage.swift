import LeanCloud
import WireFormat
import WireJSON

/// The code of the page of `LeanCloud`.
enum LeanCloudPage {
    /// - Parameter print: receives what a program would print.
    static func decode(_ print: (Any...) -> Void) throws {
        let bytes = try Hex.decode(
            "08022802c206290a1d7b225f6c6374797065223a2d312c225f6c6374657874223a226869227d50015a02633172026431"
        )
        let frame = try LeanCloudFrame(decoding: bytes.span)
        print(frame.envelope.cmd?.name ?? "", frame.envelope.i ?? 0)  // direct 2

        for message in frame.messages() {
            guard case .typed(let type, let document)? = message.content else { continue }
            print(message.conversation ?? "", type, document.root["_lctext"]?.string ?? "")  // c1 -1 hi
        }
    }
}
