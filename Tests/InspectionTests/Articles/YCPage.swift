import WireFormat
import YC

/// The code of the page of `YC`.
enum YCPage {
    /// - Parameter print: receives what a program would print.
    static func decode(_ print: (Any...) -> Void) throws {
        let text = #"{"ret_code":200,"result":[{"id":"p5","type":"SERVICE_DONE","content":{"order_id":"883412"}}]}"#
        let reply = try YCReply(decoding: Array(text.utf8).span)
        for element in reply.elements {
            print(element.id ?? "", element.handling, element.order ?? "")  // p5 order 883412
        }
    }
}
