import FuzzInputs
import Fuzzer
import LayerFuzzing
import RongCloud
import WireFormat
import WireJSON

// Contents of every type, and their digests: the few words that lists show.
extension ContentsPlanTarget {
    /// Creates a content in one of its forms, and compares its digest and diagnostics with the documented ones.
    func digest(_ choice: Int, _ form: Int, _ features: inout Features) throws(Violation) {
        let one = DocumentedDigest.all[choice % DocumentedDigest.all.count]
        let (text, remarks) = one.made(form)
        guard let document = try? JSONDocument(text) else {
            throw Violation(.json, "a content is not read: \(text)")
        }
        features.reach("contents-plan.digest", choice % DocumentedDigest.all.count, form % 5)
        var writer = ByteWriter()
        ContentDigest.append(objectName: Array(one.name.utf8).span, content: document.root, to: &writer)
        let shown = [
            ContentDigest.digest(objectName: one.name, content: document.root),
            String(decoding: writer.array, as: UTF8.self),
        ]
        try PlanEvents.compare(shown, [one.digest, one.digest], "what is shown of \(one.name) \(text)")
        let found = MessageRegistry.builtIn.diagnose(one.name, document.root).map { "\($0.code) \($0.path)" }
        try PlanEvents.compare(found.sorted(), remarks.sorted(), "what is told of \(one.name) \(text)")
    }
}
