/// The style in which events are written as text.
public struct TextStyle: Hashable, Sendable {
    /// The form of an event's time; the raw values are those of `-t`.
    public enum Time: String, CaseIterable, Sendable {
        /// Date and time of day.
        case dateAndTime = "d"
        /// Time of day; a separate line marks the beginning of another day.
        case timeOfDay = "a"
        /// Seconds since the capture's first packet.
        case sinceFirst = "r"
        /// Seconds since the event shown before.
        case sinceLast = "delta"

        /// Whether the time is a number, which is aligned on the right.
        var isRight: Bool { self == .sinceFirst || self == .sinceLast }
    }

    /// A colour of a terminal.
    enum Color {
        case plain
        case dim
        case bold
        case client
        case server
        case yellow
        case red

        var code: StaticString? {
            switch self {
            case .plain: nil
            case .dim: "\u{1B}[2m"
            case .bold: "\u{1B}[1m"
            case .client: "\u{1B}[36m"
            case .server: "\u{1B}[35m"
            case .yellow: "\u{1B}[33m"
            case .red: "\u{1B}[31m"
            }
        }
    }

    /// The form of an event's time.
    public var time = Time.timeOfDay
    /// Whether times of day are in UTC.
    public var isUTC = false
    /// The columns that a line must fit into; if `nil`, nothing is cut.
    public var width: Int?
    /// Whether colours are written.
    public var isColored = false
    /// Whether the pings of a connection are counted on one line instead of being shown one by one.
    public var foldsPings = true

    /// Makes a style with local times of day, no colours, and lines as long as they need.
    public init() {}

    var colors: TerminalColors { TerminalColors(isOn: isColored) }
}

/// The colours of a terminal, or none.
struct TerminalColors: Sendable {
    /// Whether colours are written.
    var isOn: Bool

    static let dimCode: StaticString = "\u{1B}[2m"
    static let endCode: StaticString = "\u{1B}[0m"

    func dim(_ text: String) -> String { wrap(text, "2") }

    private func wrap(_ text: String, _ code: String) -> String {
        isOn && text.contains { $0 != " " } ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
