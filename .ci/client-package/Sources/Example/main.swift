import RongCloud
import WireFormat

let bytes = try Hex.decode(
    "32000670704d73675000076c696e5f6d656900040803120952433a5478744d73671a107b22636f6e74656e74223a226869227d4800"
)
let frame = try Frame(decoding: bytes.span, sender: .client)
for message in try frame.messages(sender: .client) {
    print(message.objectName ?? "", "to", message.targetId ?? "")  // RC:TxtMsg to lin_mei
    if let text = message.decoded()?.content as? TextMessage {
        print(text.content)  // hi
    }
}
