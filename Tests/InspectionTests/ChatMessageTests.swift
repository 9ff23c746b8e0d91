import Foundation
import RongCloud
import Testing
import WireFormat
import WireJSON

@Suite("Chat messages of RongCloud's frames")
struct ChatMessageTests {
    @Test("are those that the events of real sessions have", arguments: Bundled.anyWebSocket)
    func recorded(_ capture: Bundled) async throws {
        let events = try await capture.decoded().events()
        var frames: [Int64: Frame] = [:]
        var (count, user) = (0, String?.none)
        for event in events where event.transport == "websocket" && !event.isGap {
            let sender = try #require(FrameSender(rawValue: event.sender))
            let bytes = try Hex.decode(try #require(event.hex))
            let frame = try Frame(decoding: bytes.span, sender: sender)
            frames[event.number] = frame
            var query: Query?
            if let number = event.reply?["n"]?.int64, case .query(let asked)? = frames[number]?.body { query = asked }
            let messages = try frame.messages(sender: sender, answering: query)
            let expected = event.messages.map { message in
                var message = message
                // The logged-in user is known from the session only.
                if message["sender"]?.string == user || event.sender == "client" { message["sender"] = nil }
                message["sentTime"] = message["sentTime"]?.string.map { JSONValue(Self.milliseconds($0)) }
                return message
            }
            #expect(try messages.map(Self.shown) == expected, "event \(event.number)")
            if case .connack(let connack) = frame.body { user = connack.userId?.text }
            count += messages.count
        }
        #expect(count > 0)
    }

    /// Returns a message in the form of an event.
    private static func shown(_ message: ChatMessage) throws -> JSONValue {
        var members: [JSONMember] = []
        if let name = message.objectName { members.append(JSONMember("objectName", JSONValue(name))) }
        members.append(JSONMember("content", try JSONValue(parsing: message.content)))
        if let name = message.conversationType?.name { members.append(JSONMember("conversation", JSONValue(name))) }
        if let target = message.targetId { members.append(JSONMember("target", JSONValue(target))) }
        if let sender = message.senderUserId { members.append(JSONMember("sender", JSONValue(sender))) }
        if let handling = message.handling {
            let words: [(ChatMessage.Handling, String)] = [
                (.persisted, "persisted"), (.counted, "counted"), (.mentioned, "mentioned"),
                (.noNotification, "noNotification"), (.expansion, "expansion"), (.fetched, "fetched"),
            ]
            let flags = words.filter { handling.contains($0.0) }.map { JSONValue($0.1) }
            members.append(JSONMember("flags", .array(flags)))
        }
        if let uid = message.messageUId { members.append(JSONMember("uid", JSONValue(uid))) }
        if let time = message.sentTime {
            members.append(JSONMember("sentTime", JSONValue(time)))
        }
        return .object(members)
    }

    private static func milliseconds(_ text: String) -> Int64 {
        let form = ISO8601DateFormatter()
        form.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
        return form.date(from: text).map { Int64(($0.timeIntervalSince1970 * 1000).rounded()) } ?? 0
    }
}
