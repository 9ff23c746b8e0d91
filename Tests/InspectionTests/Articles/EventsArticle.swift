import Capture
import Inspection
import WireFormat
import WireJSON

/// The code of "From a capture to events" that has the imports of its first block.
enum EventsArticle {
    static func readAFile() async throws {
        let events = CaptureEvents(.file("chat.pcap"))
        for try await event in events {
            switch event.unit {
            case .frame(let frame): print(event.number, event.sender.rawValue, frame.type, frame.topic ?? "")
            case .http(let exchange): print(event.number, exchange.path ?? "", exchange.status ?? 0)
            case .gap(let gap): print(event.number, gap.length, "bytes are missing")
            case .undecoded: print(event.number, event.byteCount, "bytes that are no frame")
            }
        }
    }

    static func selectEvents() async throws {
        let filter = try EventFilter("message.objectName == \"RC:TxtMsg\" && sender == client")
        let selection = EventSelection(filter: filter, limit: 10)
        for try await event in CaptureEvents(.file("chat.pcap"), selecting: selection) {
            for message in event.messages { print(message.sender ?? "?", message.content?["content"]?.string ?? "") }
        }
    }

    static func pairAnswers() async throws {
        for try await event in CaptureEvents(.file("chat.pcap")) {
            if let request = event.inReplyTo { print(event.number, "to", request.number, request.latency) }
        }
    }

    static func findOut(_ events: CaptureEvents) {
        for outcome in events.outcomes {
            if let damage = outcome.damage { print("damaged at byte \(damage.offset): \(damage.reason)") }
            for line in outcome.notices.lines { print(line) }
        }
    }
}
