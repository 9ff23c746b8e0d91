import FuzzInputs
package import Fuzzer
import LeanCloud
import WireFormat
import WireJSON

/// Contents of LeanCloud's messages with members that are missing, null, of another type, there twice or beyond their limits.
///
/// A plan says which content it is, then of each member what it is.
package struct LeanCloudContentsPlanTarget: PlanTarget {
    /// `leancloud-contents-plan`.
    package let name = "leancloud-contents-plan"
    /// What is attacked.
    package let summary =
        "what is said of LeanCloud's contents made of a plan: missing, null, mistyped, doubled, beyond limits"
    package static let headBytes = 1
    package static let stepBytes = 1

    /// Makes the target.
    package init() {}

    /// The members of contents by the reference's tables; `!` is required.
    private static let shapes: [(id: Int64, members: String)] = [
        (-1, "_lctext:string _lcattrs:object"),
        (-2, files + " _lcfile.metaData.format:string _lcfile.metaData.width:number _lcfile.metaData.height:number"),
        (-3, files + " _lcfile.metaData.format:string _lcfile.metaData.duration:number"),
        (-4, files + " _lcfile.metaData.format:string _lcfile.metaData.duration:number"),
        (-5, "_lctext:string _lcattrs:object _lcloc:object! _lcloc.latitude:number! _lcloc.longitude:number!"),
        (-6, files + " _lcfile.metaData.format:string"),
    ]
    private static let files =
        "_lctext:string _lcattrs:object _lcfile:object! _lcfile.objId:string _lcfile.url:string! _lcfile.metaData:object"
        + " _lcfile.metaData.name:string _lcfile.metaData.size:number"

    /// Runs one plan.
    package func run(_ input: [UInt8], _ features: inout Features) throws(Violation) {
        var reader = PlanReader(input)
        let place = reader.below(Self.shapes.count)
        let shape = Self.shapes[place]
        // Of files of elsewhere nobody asks for the object.
        let plan = ContentPlan(shape.members, free: ["_lcfile.objId"], value: Self.value)
        let (members, expected) = plan.content(&reader)
        let text = "{\((["\"_lctype\":\(shape.id)"] + members).joined(separator: ","))}"
        guard let document = try? JSONDocument(Array(text.utf8)) else {
            throw Violation("meaning", "a content is refused: \(text)")
        }
        let findings = LeanCloudContents.check(document.root)
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
