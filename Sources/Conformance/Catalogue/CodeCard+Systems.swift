import Inspection
import LeanCloud
import NIM
import RongCloud
import WireJSON

// What each system knows of a number.
extension CodeCard {
    static func rongCloud(_ code: Int) -> [Meaning] {
        CodeMeaning.all(of: code).map { meaning in
            var facts = [Fact(label: "meaning", text: meaning.meaning)]
            if let name = meaning.name { facts.append(Fact(label: "name", text: name)) }
            facts += meaning.platformNames.map { Fact(label: $0.platform, text: $0.names.joined(separator: ", ")) }
            if let isTransient = meaning.isTransient { facts.append(Fact(label: "transient", is: isTransient)) }
            if let handling = meaning.handling { facts.append(Fact(label: "what to do", text: handling.advice)) }
            return Meaning(
                system: MessagingSystem.rongCloud.name.description,
                title: "RongCloud: \(meaning.scope.title)",
                facts: facts,
                members: meaning.json
            )
        }
    }

    static func leanCloud(_ code: Int) -> [Meaning] {
        guard let known = LeanCloudCode.lookUp(code) else { return [] }
        var members = members(known.scope.rawValue, code, known.name, known.meaning)
        members["fatal"] = .bool(known.isFatal)
        var facts = facts(known.name, known.meaning)
        facts.append(Fact(label: "fatal", is: known.isFatal))
        let place =
            switch known.scope {
            case .server where known.mayCloseConnection: "code of the server's answers and of WebSocket close frames"
            case .server: "code of the server's answers"
            case .close: "code of WebSocket close frames"
            case .local: "code of the SDKs, never on the wire"
            }
        return [
            Meaning(
                system: MessagingSystem.leanCloud.name.description,
                title: "LeanCloud: \(place)",
                facts: facts,
                members: members
            )
        ]
    }

    static func nim(_ code: Int) -> [Meaning] {
        guard let known = NIMCode.lookUp(code) else { return [] }
        var members = members("response", code, known.name, known.meaning)
        members["success"] = .bool(known.isSuccess)
        var facts = facts(known.name, known.meaning)
        facts.append(Fact(label: "success", is: known.isSuccess))
        return [
            Meaning(
                system: MessagingSystem.nim.name.description,
                title: "NIM: result of a response",
                facts: facts,
                members: members
            )
        ]
    }

    /// The numbers that some system calls by a name.
    static func numbers(named name: String) -> [Int] {
        (ErrorCode(constant: name).map { [$0.rawValue] } ?? [])
            + LeanCloudCode.all.filter { $0.name == name }.map(\.code)
            + NIMCode.all.filter { $0.name == name }.map(\.code)
    }

    private static func members(_ scope: String, _ code: Int, _ name: String?, _ meaning: String) -> JSONValue {
        var members: JSONValue = ["scope": JSONValue(scope), "code": JSONValue(code)]
        members["name"] = name.map { JSONValue($0) }
        members["meaning"] = JSONValue(meaning)
        return members
    }

    private static func facts(_ name: String?, _ meaning: String) -> [Fact] {
        [Fact(label: "meaning", text: meaning)] + (name.map { [Fact(label: "name", text: $0)] } ?? [])
    }
}

extension CodeCard.Fact {
    fileprivate init(label: String, is value: Bool) {
        self.init(label: label, text: value ? "yes" : "no")
    }
}
