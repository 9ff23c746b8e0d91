import WireJSON

/// What a pass over the fields leaves behind when it writes or judges.
final class FieldLog {
    enum Purpose {
        case write(ContentSpelling)
        case check
    }

    let purpose: Purpose
    /// Written: the members in order.
    var members: [JSONMember] = []
    /// Written: the elements, of a content that is an array.
    var elements: [JSONValue]?
    /// Keys that were asked for, other spellings included.
    var keys: [String] = []
    /// Whether the content is an array.
    var isList = false
    /// Judged: the findings.
    var findings: [ContentDiagnostic] = []
    /// Judged: the path of the object that is read, with a dot at the end if it is not empty.
    var path = ""

    init(_ purpose: Purpose) { self.purpose = purpose }

    var isCheck: Bool {
        if case .check = purpose { return true }
        return false
    }
}
