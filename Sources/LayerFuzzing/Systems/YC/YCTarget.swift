package import FuzzInputs
package import Fuzzer
import WireFormat
import WireJSON
import YC

/// Answers to YC's polls.
package struct YCTarget: FuzzTarget {
    package let name = "yc"
    package let summary = "YC's polling answers, their elements and frame objects"
    /// Member names and types.
    package var words: [[UInt8]] {
        [
            "\"ret_code\":200", "\"result\":[", "\"id\":", "\"type\":", "\"content\":{", "\"topic\":", "\"ChatType\":",
            "new_chat",
        ].map { Array($0.utf8) }
    }

    package init() {}

    /// Runs one answer.
    package func run(_ input: [UInt8], _ features: inout Features) throws(Violation) {
        let tree = FieldTree()
        let shown = attempt { () throws(WireError) in try tree.append(ycReply: input.span) }
        try Oracles.coverage(tree, of: 0..<input.count, "yc")
        let frame: YCFrame
        do throws(WireError) {
            frame = try YCFrame(decoding: input.span, sender: .server)
        } catch {
            features.reach("yc", error)
            return try Oracles.place(error, in: input.count, "yc")
        }
        if case .failure(let error) = shown {
            throw Violation(.coverage, "the answer is read, and its tree says \(error)")
        }
        try Oracles.same(frame.encoded(), input, .roundtrip, "\(Oracles.hex(input)) is written otherwise")
        let object = frame.object
        let again = attempt { () throws(WireError) in try YCFrame(object: object) }
        guard case .success(let other) = again, other.encoded() == input else {
            throw Violation(.roundtrip, "\(Oracles.hex(input)) by way of its frame object: \(again)")
        }
        guard case .reply(let reply) = frame else { return }
        features.reach("yc.reply", reply.isRecognisable ? 1 : 0, Features.bucket(reply.elements.count))
        features.reach("yc.findings", Features.bucket(reply.check().count))
        for element in reply.elements.prefix(16) {
            features.reach("yc.element", element.knownType == nil ? 0 : 1, element.order == nil ? 0 : 1)
        }
    }

    /// The tokens of the text.
    package func shape(of input: [UInt8]) -> Shape? { JSONShape.json(input) }

    /// Answers with and without elements.
    package func seeds(_ random: inout FuzzRandom) -> [[UInt8]] {
        [
            #"{"ret_code":200,"result":[{"id":"p1","type":"new_chat","content":{"topic":"883412","ChatType":1,"text":"on my way"}}]}"#,
            #"{"ret_code":200,"result":[]}"#, #"{"ret_code":499,"msg":"no"}"#,
            #"{"ret_code":200,"result":[{"id":7,"type":"other","content":"text"},{"type":null},3]}"#, "{}",
        ].map { Array($0.utf8) }
    }
}
