import WireJSON

extension Diagnostic.Severity {
    /// The same of a finding about a content.
    init(_ severity: ContentFinding.Severity) {
        switch severity {
        case .note: self = .note
        case .warning: self = .warning
        case .error: self = .error
        }
    }
}
