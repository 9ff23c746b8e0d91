import LeanCloud
import WireJSON

/// Records LeanCloud's commands: the names of their secrets do not sound secret.
struct LeanCloudRecording: UnitRecording {
    func holdsSecret(_ event: JSONValue) -> Bool {
        guard let value = event["payload"]?["value"], let name = event["frame"]?["cmd"]?.string,
            let command = LeanCloudCommand(name: name)
        else { return PlainRecording().holdsSecret(event) }
        // The JSON form has the members of the body beside those of the envelope.
        let bodies = (value.members ?? []).filter { $0.key.text.hasSuffix("Message") }.map(\.value)
        let isDeclared = ([value] + bodies).contains { body in
            (body.members ?? []).contains { LeanCloudSchema.secret(member: $0.key.text, of: command) != nil }
        }
        return isDeclared || PlainRecording().holdsSecret(event)
    }
}
