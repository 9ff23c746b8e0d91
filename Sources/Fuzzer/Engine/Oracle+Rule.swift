package import Reporting
import WireFormat

extension Oracle {
    /// The oracle as a rule of reports.
    package var rule: FindingRule {
        let (title, basis) = words
        return FindingRule(id: "fuzz-\(rawValue)", severity: .error, title: title, basis: basis)
    }

    /// The title of a finding, and the rule that it breaks.
    private var words: (title: String, basis: String) {
        switch self {
        case .crash: ("An input ends the process", "Any bytes end in a value or an error.")
        case .hang:
            ("An input takes too long", "Any bytes are dealt with in a time that is in proportion to them.")
        case .exit: ("An input ends the process in an orderly way", "A decoder does not end its process.")
        case .memory: ("An input takes too much memory", "Limits hold memory down, whatever the bytes.")
        case .mutation:
            ("An input kills its process while it is taken apart", "Any bytes end in a value or an error.")
        case .roundtrip:
            ("Encoding does not give back what was decoded", "Decode and encode are each other's reverse.")
        case .chunking:
            ("The result depends on how the bytes were cut", "Streams decode the same however they come.")
        case .coverage: ("Bytes are lost, or counted twice", "Every byte belongs to exactly one field.")
        case .cost: ("The work is out of proportion to the input", "The work is at most so many steps a byte.")
        case .limit: ("A limit does not hold", "Limits are kept, whatever the bytes.")
        case .secrecy: ("A token is shown", "Unless secrets are asked for, no output holds a token.")
        case .offset: ("An error names a place outside the input", "An error's place lies within the input.")
        case .disagreement: ("Two readers disagree", "Every reader of the same bytes says the same.")
        case .meaning:
            (
                "A decoder says another thing than what was made",
                "What is made by a plan means what the plan says."
            )
        case .vector: ("A golden vector fails", "The golden vectors hold.")
        case .json: ("Output that must be JSON is not", "Events and mappings are JSON.")
        case .numbers: ("Events or connections are counted wrong", "Events are numbered without a break.")
        case .range: ("A value lies outside its range", "Decoded values lie within what they document.")
        case .reading:
            ("A capture that was opened cannot be read", "Bytes in memory can always be read.")
        case .terminal: ("A control character reaches the terminal", "Text from the wire is made safe.")
        case .refusal: ("A capture is not redacted", "Whatever decodes can be redacted.")
        case .repetition: ("The same input says something else again", "The same input always says the same.")
        case .adapterCrash: ("The adapter ends", "Any bytes end in a value or an error.")
        case .adapterHang: ("The adapter does not answer", "Any bytes are dealt with in time.")
        case .adapterMalformed:
            ("The adapter breaks its protocol", "Each request has one reply, a line of JSON.")
        case .adapterState:
            ("The adapter breaks down after some requests", "A request leaves nothing to the next one.")
        case .adapterAccepts:
            ("The adapter accepts what the library refuses", "SDKs of one service read the same.")
        case .adapterRefuses:
            ("The adapter refuses what the library reads", "SDKs of one service read the same.")
        case .adapterDiffers:
            ("The adapter reads another value than the library", "SDKs of one service read the same.")
        case .start: ("The process that runs inputs cannot be started", "The program can be started again.")
        }
    }
}
