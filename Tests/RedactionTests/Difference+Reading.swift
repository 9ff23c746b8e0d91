@testable import Redaction

/// A difference as the tests speak of it.
extension CaptureComparison.Difference {
    var kind: String {
        switch self {
        case .onlyInA: "onlyInA"
        case .onlyInB: "onlyInB"
        case .changed: "changed"
        case .moved: "moved"
        case .field: "field"
        }
    }

    var a: Int? { events.a?.number }
    var b: Int? { events.b?.number }
    var flowA: Int? { events.a?.flow }
    var flowB: Int? { events.b?.flow }
    var meaning: String { (events.a ?? events.b)?.meaning ?? "" }

    private var difference: Field? { if case .field(let field, _, _) = self { field } else { nil } }
    var field: String? { difference?.path }
    var valueA: String? { difference?.a }
    var valueB: String? { difference?.b }
}
