public import WireJSON

/// What the result in an answer means.
public enum ParleyStatus {
    /// The words for a result; `nil` for one that the protocol does not have.
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
    /// All of them.
    public static let all = ContentShape.table(
        """
        {"typeId":"text","name":"text","kind":"content","fields":[],"exampleJSON":"hello","confidence":"source"}
        """
    )
}
