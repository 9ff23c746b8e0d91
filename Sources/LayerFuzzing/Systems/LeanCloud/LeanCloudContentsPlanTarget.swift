import FuzzInputs
package import Fuzzer
import LeanCloud
import WireFormat
import WireJSON

/// Contents of LeanCloud's messages with members that are missing, null, mistyped, repeated or beyond their limits.
///
/// A plan selects a content, then the state of each member; some contents are not distinguished by their numbers alone.
package struct LeanCloudContentsPlanTarget: PlanTarget {
    package let name = "leancloud-contents-plan"
    package let summary =
        "what is said of LeanCloud's contents made of a plan: missing, null, mistyped, doubled, beyond limits, odd types"
    package static let headBytes = 1
    package static let stepBytes = 1

    package init() {}

    /// The members of contents according to the reference's tables; `!` marks a required member.
    private static let shapes: [(id: Int64, kind: String, members: String)] = [
        (-1, "text", texts),
        (
            -2, "image",
            files + " _lcfile.metaData.format:string _lcfile.metaData.width:number _lcfile.metaData.height:number"
        ),
        (-3, "audio", files + " _lcfile.metaData.format:string _lcfile.metaData.duration:number"),
        (-4, "video", files + " _lcfile.metaData.format:string _lcfile.metaData.duration:number"),
        (-5, "location", texts + " _lcloc:object! _lcloc.latitude:number! _lcloc.longitude:number!"),
        (-6, "file", files + " _lcfile.metaData.format:string"),
        (-127, "recalled", texts),
        (0, "generic", texts),
        (1, "custom", texts),
        (32_767, "custom", texts),
    ]
    private static let texts = "_lctext:string _lcattrs:object"
    private static let files =
        texts + " _lcfile:object! _lcfile.objId:string _lcfile.url:string! _lcfile.metaData:object"
        + " _lcfile.metaData.name:string _lcfile.metaData.size:number"

    /// Runs one plan.
    package func run(_ input: [UInt8], _ features: inout Features) throws(Violation) {
        var reader = PlanReader(input)
        // Some plans are about contents that their numbers do not distinguish.
        let place = reader.below(Self.shapes.count + 4)
        guard place < Self.shapes.count else {
            let odd = LeanCloudOddContent(&reader)
            return try Self.compare(odd.text, odd.kind, odd.expected, isBinary: odd.isBinary, place, &features)
        }
        let shape = Self.shapes[place]
        // For files stored elsewhere, the object's id is not required.
        let plan = ContentPlan(shape.members, free: ["_lcfile.objId"], value: Self.value)
        let (members, expected) = plan.content(&reader)
        let text = "{\((["\"_lctype\":\(shape.id)"] + members).joined(separator: ","))}"
        try Self.compare(text, shape.kind, expected, isBinary: false, place, &features)
    }

    /// Compares the kind and the findings of a content with the expected ones.
    private static func compare(
        _ text: String,
        _ kind: String?,
        _ expected: [String],
        isBinary: Bool,
        _ place: Int,
        _ features: inout Features
    ) throws(Violation) {
        guard let document = try? JSONDocument(Array(text.utf8)) else {
            throw Violation(.meaning, "a content is refused: \(text)")
        }
        features.reach("leancloud-contents-plan.kind", kind ?? "-", expected.count)
        let binary = LeanCloudContents.all.first { $0.kind == "binary" }
        let found = isBinary ? binary?.name : LeanCloudContents.shape(of: document.root)?.name
        guard found == kind else {
            throw Violation(.meaning, "a content is of another kind: \(text): \(found ?? "-"), not \(kind ?? "-")")
        }
        var findings = LeanCloudContents.check(document.root)
        if isBinary, let binary { findings = LeanCloudContents.check(document.root, as: binary) }
        try ContentPlan.compare(findings, of: text, with: expected, "leancloud-contents-plan", place, &features)
    }

    private static func value(_ path: String, _ choice: Int, _ expected: inout [String]) -> String? {
        switch path {
        case "_lcloc.latitude": ContentPlan.degrees(upTo: 90, path, choice, &expected)
        case "_lcloc.longitude": ContentPlan.degrees(upTo: 180, path, choice, &expected)
        case "_lcfile.metaData.size", "_lcfile.metaData.duration", "_lcfile.metaData.width", "_lcfile.metaData.height":
            ContentPlan.size(path, choice, &expected)
        default: nil
        }
    }
}
