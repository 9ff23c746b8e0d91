package import FuzzInputs
import Fuzzer
import LayerFuzzing
import RongCloud

// Contents with values at, within and beyond the documented limits.
extension ContentsPlanTarget {
    /// Creates a content with up to three varied values, and compares its diagnostics.
    func limits(_ kind: Int, _ choice: Int, _ reader: inout PlanReader, _ features: inout Features) throws(Violation) {
        var expected: [String] = []
        let url = #""https://a.example/b""#
        let text: String
        let found: [ContentDiagnostic]
        switch kind {
        case 0:
            // At most four lines summarize the forwarded messages (conversation type 1 private, 3 group); each line is
            // a text.
            let count = choice % 7
            var lines = (0..<count).map { "\"\($0)\"" }
            let place = reader.below(9)
            let other = ["null", "5", "{}"][reader.below(3)]
            if place < count { lines[place] = other }
            let names = ["[]", "[\"a\"]", "[null]", "[\"a\",true]"][reader.below(4)]
            let type = reader.below(5)
            if ![1, 3].contains(type) { expected.append("value-undocumented conversationType") }
            if names.contains("null") || names.contains("true") { expected.append("wrong-type nameList") }
            if place < count { expected.append("wrong-type summaryList") }
            // `null` does not count as a line.
            if count - (place < count && other == "null" ? 1 : 0) > 4 { expected.append("value-limit summaryList") }
            let list = lines.joined(separator: ",")
            text =
                #"{"remoteUrl":\#(url),"conversationType":\#(type),"nameList":\#(names),"summaryList":[\#(list)]}"#
            found = CombineMessage.diagnose(Array(text.utf8))
        case 6...: return try digest(choice, reader.byte(), &features)
        case 4...:
            let limit = DocumentedLimit.all[choice % DocumentedLimit.all.count]
            (text, expected) = limit.made(reader.byte())
            found = MessageRegistry.builtIn.diagnose(limit.name, Array(text.utf8))
        case 1:
            let latitude = ContentPlan.degrees(upTo: 90, "latitude", choice, &expected)
            let longitude = ContentPlan.degrees(upTo: 180, "longitude", reader.byte(), &expected)
            text = #"{"content":"","latitude":\#(latitude),"longitude":\#(longitude),"poi":"x"}"#
            found = LocationMessage.diagnose(Array(text.utf8))
        case 2:
            // A voice message lasts at most a minute.
            let seconds = [0, 1, 59, 60, 61, 62, -1, 600][choice & 7]
            if seconds > 60 { expected.append("voice-too-long duration") }
            if seconds < 0 { expected.append("value-limit duration") }
            text = #"{"remoteUrl":\#(url),"duration":\#(seconds)}"#
            found = HQVoiceMessage.diagnose(Array(text.utf8))
        default:
            // A film lasts at most two minutes.
            let seconds = [0, 1, 119, 120, 121, 122, -1, 600][choice & 7]
            let size = [0, 1, -1, 1 << 40][reader.below(4)]
            if !(0...120).contains(seconds) { expected.append("value-limit duration") }
            if size < 0 { expected.append("value-limit size") }
            text = #"{"sightUrl":\#(url),"content":"","duration":\#(seconds),"size":\#(size),"name":"x"}"#
            found = SightMessage.diagnose(Array(text.utf8))
        }
        let codes = found.map { "\($0.code) \($0.path)" }.sorted()
        for code in codes { features.reach("contents-plan.limits", code, kind) }
        guard codes == expected.sorted() else {
            throw Violation(.meaning, "a content is judged otherwise: \(text): \(codes), not \(expected.sorted())")
        }
    }

    /// Returns random plans, plans around both ends of each documented limit, and plans with each content in each form.
    package func seeds(_ random: inout FuzzRandom) -> [[UInt8]] {
        anySeeds(&random)
            + DocumentedLimit.all.indices.flatMap { place in
                (0..<5 as Range<UInt8>).map { [0x92, UInt8(place), $0, 0] }
            }
            + DocumentedDigest.all.indices.flatMap { place in
                (0..<5 as Range<UInt8>).map { [0x9A, UInt8(place), $0, 0] }
            }
    }
}
