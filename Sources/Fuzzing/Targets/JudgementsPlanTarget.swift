import LeanCloud
import NIM
import WireFormat
import WireJSON

/// Contents of LeanCloud's and NIM's messages with members that are missing, null, of another type, there twice or beyond their
/// limits, and what is to be said of them.
///
/// A plan says which content it is, then of each member what it is.
package struct JudgementsPlanTarget: PlanTarget {
    /// `judgements-plan`.
    package let name = "judgements-plan"
    /// What is attacked.
    package let summary =
        "what is said of LeanCloud's and NIM's contents made of a plan: missing, null, mistyped, doubled, beyond limits"
    static let headBytes = 1
    static let stepBytes = 1

    /// Makes the target.
    package init() {}

    /// The members of contents by the reference's tables; `!` is required.
    private static let shapes: [(isNIM: Bool, id: Int64, members: String)] = [
        (false, -1, "_lctext:string _lcattrs:object"),
        (
            false, -2,
            files + " _lcfile.metaData.format:string _lcfile.metaData.width:number _lcfile.metaData.height:number"
        ),
        (false, -3, files + " _lcfile.metaData.format:string _lcfile.metaData.duration:number"),
        (false, -4, files + " _lcfile.metaData.format:string _lcfile.metaData.duration:number"),
        (false, -5, "_lctext:string _lcattrs:object _lcloc:object! _lcloc.latitude:number! _lcloc.longitude:number!"),
        (false, -6, files + " _lcfile.metaData.format:string"),
        (
            true, 1,
            "url:string! ext:string! size:integer! md5:string name:string w:integer! h:integer! orientation:string"
        ),
        (true, 2, "url:string! ext:string! size:integer! md5:string name:string dur:integer!"),
        (true, 3, "url:string! ext:string! size:integer! md5:string name:string dur:integer! w:integer! h:integer!"),
        (true, 4, "lat:number! lng:number! title:string!"),
        (true, 6, "url:string! ext:string! size:integer! md5:string name:string"),
        (
            true, 5,
            "id:integer! data:object data.ids:array<string> data.id:string data.tinfo:object data.uinfos:array<object>"
                + " data.mute:integer data.attach:string data.channel:string|integer data.calltype:integer data.duration:integer"
                + " data.time:integer data.from:string data.ext:string"
        ),
    ]
    private static let files =
        "_lctext:string _lcattrs:object _lcfile:object! _lcfile.objId:string _lcfile.url:string! _lcfile.metaData:object"
        + " _lcfile.metaData.name:string _lcfile.metaData.size:number"

    /// Runs one plan.
    package func run(_ input: [UInt8], _ features: inout Features) throws(Violation) {
        var reader = PlanReader(input)
        let place = reader.below(Self.shapes.count)
        let shape = Self.shapes[place]
        var expected: [String] = []
        var members = Self.members(of: shape, below: "", &reader, &expected)
        if !shape.isNIM { members.insert("\"_lctype\":\(shape.id)", at: 0) }
        let text = "{\(members.joined(separator: ","))}"
        guard let document = try? JSONDocument(Array(text.utf8)) else {
            throw Violation("meaning", "a content is refused: \(text)")
        }
        let findings: [ContentFinding]
        if shape.isNIM {
            guard let known = NIMContents.shape(type: shape.id, document.root) else {
                throw Violation("meaning", "a type of content is not known: \(shape.id)")
            }
            findings = NIMContents.check(document.root, as: known)
        } else {
            findings = LeanCloudContents.check(document.root)
        }
        let found = findings.map { "\($0.code) \($0.path)" }.sorted()
        for code in found { features.reach("judgements-plan", code, place) }
        guard found == expected.sorted() else {
            throw Violation("meaning", "a content is judged otherwise: \(text): \(found), not \(expected.sorted())")
        }
        for finding in findings where !(0..<text.utf8.count).contains(finding.offset) {
            throw Violation("meaning", "a finding lies outside of its content: \(finding.code)")
        }
    }

    // MARK: Making

    /// The members of an object, and what is to be said of them.
    private static func members(
        of shape: (isNIM: Bool, id: Int64, members: String),
        below parent: String,
        _ reader: inout PlanReader,
        _ expected: inout [String]
    ) -> [String] {
        var written: [String] = []
        var doubled: String?
        for member in shape.members.split(separator: " ") {
            let parts = member.split(separator: ":").map(String.init)
            let path = parts[0]
            guard path.hasPrefix(parent) else { continue }
            let key = String(path.dropFirst(parent.count))
            guard !key.contains(".") else { continue }
            let isRequired = parts[1].hasSuffix("!")
            let types = parts[1].filter { $0 != "!" }.split(separator: "|").map(String.init)
            let choice = reader.byte()
            // Of files of elsewhere nobody asks for the object.
            let isFree = path == "_lcfile.objId"
            switch choice & 7 {
            case 3:
                if isRequired, !isFree { expected.append("missing-field \(path)") }
            case 4:
                written.append("\"\(key)\":null")
                if !isFree { expected.append("null-value \(path)") }
            case 5:
                let (value, code) = wrong(types, choice >> 3)
                written.append("\"\(key)\":\(value)")
                if !isFree { expected.append("\(code) \(path)") }
            default:
                let value: String
                if types[0] == "object" {
                    let inner = members(of: shape, below: path + ".", &reader, &expected)
                    value = "{\(inner.joined(separator: ","))}"
                } else {
                    value = right(types, path, choice >> 3, isNIM: shape.isNIM, &expected)
                }
                written.append("\"\(key)\":\(value)")
                guard choice & 7 == 6, types[0] != "object", doubled == nil else { break }
                // Of several that come twice the first one is told.
                doubled = path
                written.append("\"\(key)\":\(value)")
            }
        }
        if let doubled { expected.append("duplicate-key \(doubled)") }
        return written
    }

    /// A value of a type, and what its size gives rise to.
    private static func right(
        _ types: [String],
        _ path: String,
        _ choice: Int,
        isNIM: Bool,
        _ expected: inout [String]
    ) -> String {
        let key = path.split(separator: ".").last.map(String.init) ?? path
        switch types[choice % types.count] {
        case "string":
            guard isNIM, path == "ext" else { return "\"x\"" }
            if choice & 1 != 0 { expected.append("extension-dot ext") }
            return choice & 1 != 0 ? "\".x\"" : "\"x\""
        case "integer", "number":
            if ["latitude", "lat", "longitude", "lng"].contains(key) {
                let end = key.hasPrefix("la") ? 90.0 : 180.0
                let degrees = [end, -end, end + 0.5, -end - 0.5, 0, end - 0.25, -end + 0.25, end * 2][choice & 7]
                if abs(degrees) > end { expected.append("coordinate-range \(path)") }
                return "\(degrees)"
            }
            if isNIM, path == "id" {
                // Notices of teams, calls and super teams that the reference names.
                let known = Array(0...10) + [101, 102, 103] + Array(401...411)
                let number = [0, 1, 9, 10, 11, 100, 101, 103, 104, 400, 401, 410, 411, 412, 99, 8][choice & 15]
                if !known.contains(number) { expected.append("value-undocumented id") }
                return "\(number)"
            }
            let sized = isNIM ? ["size", "w", "h", "dur"] : ["size", "duration", "width", "height"]
            let number = ["5", "0", "-1", "7.0", "-0", "-2", "1e3", "12"][choice & 7]
            let isBelow = number == "-1" || number == "-2"
            if isBelow, sized.contains(key), isNIM || path.hasPrefix("_lcfile.metaData.") {
                expected.append("value-limit \(path)")
            }
            return number
        case "array<string>": return choice & 1 == 0 ? "[]" : "[\"a\",\"b\"]"
        case "array<object>": return choice & 1 == 0 ? "[]" : "[{},{}]"
        default: return "\"x\""
        }
    }

    /// A value of another type, and what is said of it.
    private static func wrong(_ types: [String], _ choice: Int) -> (value: String, code: String) {
        let isNumber = types.contains("integer") || types.contains("number")
        if isNumber, types.count == 1, choice & 3 == 1 { return ("\"12\"", "number-as-text") }
        if types == ["integer"], choice & 3 == 2 { return ("1.5", "wrong-type") }
        if types == ["array<string>"], choice & 1 == 1 { return ("[\"a\",5]", "wrong-type") }
        if types == ["array<object>"], choice & 1 == 1 { return ("[{},\"a\"]", "wrong-type") }
        if types == ["string"], choice & 1 == 1 { return ("7", "wrong-type") }
        return ("true", "wrong-type")
    }
}
