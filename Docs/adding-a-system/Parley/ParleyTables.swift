public import WireJSON

/// The meanings of the results in answers.
public enum ParleyStatus {
    /// Returns the meaning of a result; `nil` if the protocol has no such result.
    public static func meaning(of status: UInt16) -> String? {
        switch status {
        case 0: "ok"
        case 1: "the token is refused"
        case 2: "no such room"
        default: nil
        }
    }
}

/// The kinds of content that messages have: a text, and nothing else.
public enum ParleyContents {
    /// All kinds.
    public static let all = ContentShape.table(
        """
        {"typeId":"text","name":"text","kind":"content","fields":[],"exampleJSON":"hello","confidence":"source"}
        """
    )
}
