import WireFormat
import WireJSON

/// Collects findings about the values of an attachment.
struct NIMContentCheck: ~Escapable {
    private let root: JSONView
    private(set) var findings: [ContentFinding] = []

    @_lifetime(copy root)
    init(_ root: JSONView) { self.root = root }

    private mutating func report(
        _ severity: Severity,
        _ code: String,
        _ path: String,
        _ offset: Int,
        _ text: String
    ) {
        findings.append(ContentFinding(severity, code, path: path, offset: offset, text: text))
    }

    /// Checks a file, picture, audio or video.
    mutating func file() {
        for key in ["size", "w", "h", "dur"] {
            guard let value = root[key], let number = value.double, number < 0 else { continue }
            report(.warning, "value-limit", key, value.range.lowerBound, "\(key) is \(number), below 0")
        }
        if let value = root["ext"], value.string?.hasPrefix(".") == true {
            report(.note, "extension-dot", "ext", value.range.lowerBound, "ext begins with a dot, which SDKs leave out")
        }
    }

    /// Checks a latitude or longitude, in degrees.
    mutating func range(_ key: String, _ range: ClosedRange<Double>) {
        guard let value = root[key], let number = value.double, !range.contains(number) else { return }
        let text = "\(key) is \(number), outside \(range.lowerBound) to \(range.upperBound) degrees"
        report(.warning, "coordinate-range", key, value.range.lowerBound, text)
    }

    /// Checks the number of a notification.
    mutating func notification(_ scope: NIMNotification.Scope) {
        guard let value = root["id"], let id = value.int64, NIMNotification.find(id, in: scope) == nil else { return }
        let offset = value.range.lowerBound
        report(.note, "value-undocumented", "id", offset, "there is no notification \(id) that is known")
    }

    /// Checks a number against those that the demo knows.
    mutating func value(_ outer: String, _ key: String, oneOf known: [Int64]) {
        guard let value = root[outer]?[key], let number = value.int64, !known.contains(number) else { return }
        let text = "\(key) is \(number), which the demo drops"
        report(.note, "value-undocumented", "\(outer).\(key)", value.range.lowerBound, text)
    }

    /// Checks that a text is not empty.
    mutating func text(_ outer: String, _ key: String) {
        guard let value = root[outer]?[key], value.string == "" else { return }
        report(.warning, "value-empty", "\(outer).\(key)", value.range.lowerBound, "\(key) is empty")
    }

    /// Checks messages that were forwarded together.
    mutating func multiRetweet() {
        guard let data = root["data"] else { return }
        if let list = data["messageAbstract"], list.kind == .array, list.count == 0 {
            report(.warning, "value-empty", "data.messageAbstract", list.range.lowerBound, "messageAbstract is empty")
        }
        let password = data["password"]?.string ?? ""
        if data["encrypted"]?.bool == true, password.isEmpty {
            let offset = data.range.lowerBound
            report(.warning, "missing-field", "data.password", offset, "password is missing although it is encrypted")
        }
        if let value = data["sessionID"], data["sessionId"] == nil {
            let text = "sessionID is how the web demo spells sessionId"
            report(.note, "platform-key", "data.sessionID", value.range.lowerBound, text)
        }
    }

    /// Checks a message to or from a robot.
    mutating func robot() {
        if let value = root["param"]?["type"], let type = value.string, !["00", "01", "03"].contains(type) {
            report(.note, "value-undocumented", "param.type", value.range.lowerBound, "param.type is \(type)")
        }
        guard let message = root["robotMsg"], message.kind == .object, let flag = message["flag"] else { return }
        if let name = flag.string, name != "bot", name != "faq" {
            report(.note, "value-undocumented", "robotMsg.flag", flag.range.lowerBound, "robotMsg.flag is \(name)")
        }
        guard let answers = message["message"], answers.kind == .array else { return }
        var elements = answers.elements
        var position = 0
        while let answer = elements.next() {
            let path = "robotMsg.message[\(position)].content"
            position += 1
            guard answer["type"]?.string == "11", let content = answer["content"], let text = content.string,
                text.contains("<template")
            else { continue }
            do throws(WireError) {
                _ = try NIMRobotTemplate(parsing: text)
            } catch {
                report(.warning, "template-invalid", path, content.range.lowerBound, "the template: \(error)")
            }
        }
    }
}
