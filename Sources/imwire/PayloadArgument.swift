import ArgumentParser
import Inspection
import RongCloud
import WireProtobuf

/// The argument of `--payload`: a message for a topic.
struct PayloadArgument: Sendable {
    let topic: String
    /// The name of the message.
    let message: String

    /// Reads `TOPIC=Message`; the topic may be empty, because SDKs send such frames.
    @Sendable
    init(_ text: String) throws {
        guard let sign = text.lastIndex(of: "=") else {
            throw ValidationError("--payload needs TOPIC=Message, such as ppMsgX=UpStreamMessage")
        }
        let name = String(text[text.index(after: sign)...])
        let schema = RongCloudSchema.shared
        guard schema.message(named: name) != nil else {
            let near = EventFields.nearest(to: name, in: schema.messageIndices.map { schema.name(of: $0) })
            throw ValidationError(
                "no message of the schema is called \(name)" + (near.map { " (did you mean \($0)?)" } ?? "")
            )
        }
        topic = String(text[..<sign])
        message = name
        if let known = Self.requests(ofTopic: topic).first {
            throw ValidationError(
                "the topic \(topic) carries \(known) by the table of topics; --payload is for topics that it does not know"
            )
        }
    }

    /// Returns the names of the messages that a topic of the table carries in PUBLISH or QUERY.
    private static func requests(ofTopic name: String) -> [String] {
        TopicTable.shared.filter { $0.name == name }.flatMap { $0.requests.map(\.name) }
    }
}
