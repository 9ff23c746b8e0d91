import RongCloud
import RongCloudProtobuf
import SwiftProtobuf
import Testing
import WireFormat

@Suite("The page of the module")
struct PageTests {
    @Test("its code reads the message of a frame")
    func code() throws {
        var lines: [String] = []
        func print(_ value: String) { lines.append(value) }
        try Self.decode(print)
        #expect(lines == ["hi"])
    }

    /// - Parameter print: receives what a program would print.
    private static func decode(_ print: (String) -> Void) throws {
        let bytes = try Hex.decode(
            "32000670704d73675000076c696e5f6d656900040803120952433a5478744d73671a107b22636f6e74656e74223a226869227d4800"
        )
        let frame = try Frame(decoding: bytes.span, sender: .client)
        guard case .publish(let publish) = frame.body else { fatalError("no PUBLISH") }
        let message = try RongUpStreamMessage(serializedBytes: publish.data)
        print(try TextMessage(parsing: Array(message.content)).content)  // hi
    }
}
