import WireFormat

/// What is to be said of one unit: the first diagnostics, and how many more there were.
///
/// A unit may give a reason to complain for every few of its bytes. Only so many are kept; a last one counts the rest.
struct DiagnosticList: Sendable {
    /// Diagnostics kept of one unit.
    static let limit = 1000

    private var kept: [Diagnostic] = []
    private var leftOut = 0
    /// How many there were of each severity, those that were left out included.
    private(set) var counts = Counts()

    /// Numbers by severity.
    struct Counts: Hashable, Sendable {
        var notes = 0
        var warnings = 0
        var errors = 0

        fileprivate mutating func add(_ severity: Severity) {
            switch severity {
            case .note: notes += 1
            case .warning: warnings += 1
            case .error: errors += 1
            }
        }
    }

    var isEmpty: Bool { kept.isEmpty }
    /// How many are shown, the one that counts the rest included.
    var count: Int { kept.count }
    var indices: Range<Int> { kept.indices }
    var span: Span<Diagnostic> {
        @_lifetime(borrow self)
        borrowing get { kept.span }
    }

    subscript(index: Int) -> Diagnostic { kept[index] }

    /// The worst severity that there is; `nil` when there is none.
    var worst: Severity? {
        counts.errors > 0 ? .error : counts.warnings > 0 ? .warning : counts.notes > 0 ? .note : nil
    }

    /// The place of the first of a severity that is kept.
    func place(ofFirst severity: Severity) -> Int? { kept.firstIndex { $0.severity == severity } }

    /// The first of a severity that is kept.
    func first(_ severity: Severity) -> Diagnostic? { kept.first { $0.severity == severity } }

    /// Adds a diagnostic, whose wording is made only if it is kept.
    mutating func append(_ severity: Severity, _ diagnostic: () -> Diagnostic) {
        counts.add(severity)
        guard kept.count >= Self.limit else { return kept.append(diagnostic()) }
        leftOut += 1
        // The one that counts the rest is as bad as the worst of them.
        let worst = leftOut > 1 ? max(severity, kept[Self.limit].severity) : severity
        let more = Diagnostic(leftOut: leftOut, worst: worst)
        if leftOut > 1 { kept[Self.limit] = more } else { kept.append(more) }
    }

    /// Adds a diagnostic.
    mutating func append(_ diagnostic: Diagnostic) { append(diagnostic.severity) { diagnostic } }

    /// Adds diagnostics in their order.
    mutating func append(contentsOf diagnostics: [Diagnostic]) {
        for diagnostic in diagnostics { append(diagnostic) }
    }

    /// Forgets all, but for the memory.
    mutating func removeAll() {
        guard !kept.isEmpty else { return }
        kept.removeAll(keepingCapacity: true)
        leftOut = 0
        counts = Counts()
    }
}
