import WireFormat

/// The diagnostics of one unit: the first ones, and a count of the rest.
///
/// A unit may cause a diagnostic for every few of its bytes. At most ``limit`` are kept; one more counts the rest.
struct DiagnosticList: Sendable {
    /// The number of diagnostics kept per unit.
    static let limit = 1000

    private var kept: [Diagnostic] = []
    private var leftOut = 0
    /// The number of diagnostics by severity, including those that were left out.
    private(set) var counts = Counts()

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
    /// The number of diagnostics shown, including the one that counts the rest.
    var count: Int { kept.count }
    var indices: Range<Int> { kept.indices }
    var span: Span<Diagnostic> {
        @_lifetime(borrow self)
        borrowing get { kept.span }
    }

    subscript(index: Int) -> Diagnostic { kept[index] }

    /// The worst severity; `nil` if there is no diagnostic.
    var worst: Severity? {
        counts.errors > 0 ? .error : counts.warnings > 0 ? .warning : counts.notes > 0 ? .note : nil
    }

    /// Returns the index of the first kept diagnostic with a severity.
    func place(ofFirst severity: Severity) -> Int? { kept.firstIndex { $0.severity == severity } }

    /// Whether a diagnostic with a code was kept.
    func contains(code: String) -> Bool { kept.contains { $0.code == code } }

    func first(_ severity: Severity) -> Diagnostic? { kept.first { $0.severity == severity } }

    /// Adds a diagnostic; the closure is called only if the diagnostic is kept.
    mutating func append(_ severity: Severity, _ diagnostic: () -> Diagnostic) {
        counts.add(severity)
        guard kept.count >= Self.limit else { return kept.append(diagnostic()) }
        leftOut += 1
        // The diagnostic that counts the rest has the worst severity among them.
        let worst = leftOut > 1 ? max(severity, kept[Self.limit].severity) : severity
        let more = Diagnostic(leftOut: leftOut, worst: worst)
        if leftOut > 1 { kept[Self.limit] = more } else { kept.append(more) }
    }

    mutating func append(_ diagnostic: Diagnostic) { append(diagnostic.severity) { diagnostic } }

    mutating func append(contentsOf diagnostics: [Diagnostic]) {
        for diagnostic in diagnostics { append(diagnostic) }
    }

    /// Removes all diagnostics and keeps the memory.
    mutating func removeAll() {
        guard !kept.isEmpty else { return }
        kept.removeAll(keepingCapacity: true)
        leftOut = 0
        counts = Counts()
    }
}
