import RongCloud

extension Diagnostic.Severity {
    /// The same of a finding about a content.
    init(_ severity: ContentDiagnostic.Severity) {
        switch severity {
        case .note: self = .note
        case .warning: self = .warning
        case .error: self = .error
        }
    }
}
