import Inspection

/// The README's code with events.
enum ReadmeEvents {
    static func printMessages() async throws {
        let path = CommandLine.arguments.dropFirst().first ?? "captures/rongcloud-web-v2-chat.pcap"
        let filter = try EventFilter("message.conversation == group")
        let events = CaptureEvents(.file(path), selecting: EventSelection(filter: filter))
        for try await event in events {
            for message in event.messages {
                print(event.number, event.flow.client, message.objectName ?? "?", message.target ?? "?")
            }
        }
        if let outcome = events.outcomes.first { print(outcome.summary.events, "events") }
    }
}
