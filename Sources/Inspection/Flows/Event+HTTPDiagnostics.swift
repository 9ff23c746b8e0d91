import Transport
import WireFormat

extension Event {
    /// Adds a diagnostic for each part of an exchange that is missing, out of order or spelled oddly.
    mutating func diagnose(_ exchange: HTTPExchange) {
        if exchange.status == nil {
            diagnose(.note, "http-unanswered", "no answer was seen")
        } else if exchange.method.isEmpty {
            diagnose(.note, "http-unpaired", "the request was not seen")
        }
        if exchange.isAnsweredEarly {
            diagnose(.note, "http-early", "the answer came before the request was whole")
        }
        if exchange.hasSpacedNames {
            diagnose(.warning, "http-field-name", "blanks stand between a field's name and its colon")
        }
        for name in exchange.target.query.doubledNames {
            diagnose(
                .note,
                "http-parameter-doubled",
                path: "query.\(name)",
                "\(name) stands more than once; the last counts"
            )
        }
    }
}
