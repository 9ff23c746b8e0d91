import Capture
import Reporting

extension FindingReport {
    /// Adds notices about unread parts of a capture: connections that were not followed, and everything after damage.
    mutating func addNotices(of outcome: CaptureOutcome, name: String) {
        notices += outcome.notices.sorted.map { Notice(file: name, flow: $0.flow, text: $0.text) }
        noticesLeftOut += outcome.notices.leftOut
        guard let damage = outcome.damage else { return }
        let text = "damaged at byte \(damage.offset): \(damage.reason); what follows was not read"
        notices.append(Notice(file: name, flow: nil, text: text))
    }
}
