import WireFormat
import WireProtobuf

/// The code of the page of `WireProtobuf`.
enum WireProtobufPage {
    /// - Parameter print: receives what a program would print.
    static func decode(_ print: (Any...) -> Void) throws {
        // message Note { required string text = 1; }
        let descriptors = try Hex.decode(
            "0a250a076e2e70726f746f221a0a044e6f746512120a0474657874180120022809520474657874"
        )
        let schema = try ProtobufSchema(descriptorSet: descriptors.span)
        guard let note = schema.message(named: "Note") else { fatalError("no such message") }

        // The field 2 is not in the schema.
        let bytes = try Hex.decode("0a026869 1005")
        let message = try ProtobufMessage(decoding: bytes.span, as: note, schema: schema)
        if case .bytes(let text)? = message[1].first { print(String(decoding: text, as: UTF8.self)) }  // hi
        print(message.encoded() == bytes)  // true
    }
}
