import Inspection
import WireFormat
import WireJSON

/// Reads the input of a request.
struct AdapterInput {
    let object: JSONValue

    init(_ object: JSONValue) { self.object = object }

    func value(_ name: String) throws(WireError) -> JSONValue {
        guard let value = object[name] else { throw WireError(.required, at: 0, path: [name]) }
        return value
    }

    func text(_ name: String) throws(WireError) -> String {
        guard let text = try value(name).string else {
            throw WireError(.value, at: 0, path: [name], expected: "a string")
        }
        return text
    }

    func optionalText(_ name: String) throws(WireError) -> String? {
        guard let value = object[name], !value.isNull else { return nil }
        return try text(name)
    }

    func bytes(_ name: String) throws(WireError) -> [UInt8] {
        do throws(WireError) {
            return try Hex.decode(try text(name))
        } catch {
            throw error.path.isEmpty ? error.inside(name) : error
        }
    }

    /// Returns the requested system, or `nil` for an unknown name.
    func system() throws(WireError) -> MessagingSystem? {
        guard let name = try optionalText("system") else { return .unnamed }
        return MessagingSystem(name: name)
    }

    func form() throws(WireError) -> UnitForm {
        guard let form = UnitForm(rawValue: try text("form")) else {
            throw WireError(.value, at: 0, path: ["form"], expected: "websocket, tcp or polling")
        }
        return form
    }

    func sender() throws(WireError) -> FrameSender {
        guard let sender = FrameSender(rawValue: try text("sender")) else {
            throw WireError(.value, at: 0, path: ["sender"], expected: "client or server")
        }
        return sender
    }
}
