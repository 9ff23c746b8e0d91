import WireFormat

/// How events are written as text.
public struct TextStyle: Sendable {
    /// What stands for an event's time; the letters are those of `-t`.
    public enum Time: String, CaseIterable, Sendable {
        /// Date and time of day.
        case dateAndTime = "d"
        /// Time of day; a line says where another day begins.
        case timeOfDay = "a"
        /// Seconds since the capture's first packet.
        case sinceFirst = "r"
        /// Seconds since the event shown before.
        case sinceLast = "delta"

        /// Whether it is a number, which lines up on the right.
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

    /// What stands for an event's time.
    public var time = Time.timeOfDay
    /// Whether times of day are in UTC.
    public var isUTC = false
    /// Columns that a line must fit into; without it, nothing is cut.
    public var width: Int?
    /// Whether colours are written.
    public var isColored = false
    /// Whether pings are counted on one line instead of shown one by one.
    public var foldsPings = true

    /// Makes a style: times of day on this machine's clock, no colours, lines as long as they need.
    public init() {}

    var colors: TerminalColors { TerminalColors(isOn: isColored) }
}

/// Colours of a terminal, or none.
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
