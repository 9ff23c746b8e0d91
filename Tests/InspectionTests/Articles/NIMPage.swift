import NIM
import WireFormat

/// The code of the page of `NIM`.
enum NIMPage {
    /// - Parameter print: receives what a program would print.
    static func decode(_ print: (Any...) -> Void) throws {
        let text = #"3:::{"SID":7,"CID":1,"SER":3,"Q":[{"t":"Property","v":{"0":0,"1":"bob","8":0,"9":"hi"}}]}"#
        let packet = try NIMPacket(decoding: Array(text.utf8).span)
        print(packet.command(in: .im)?.name ?? "")  // sendMsg

        for message in packet.messages(in: .im) {
            guard case .text(let words) = message.content else { continue }
            print(message.to ?? "", words)  // bob hi
        }
    }
}
