import WireJSON

/// What recording a system's units as cases takes beside their bytes.
protocol UnitRecording: Sendable {
    /// Hears an event: an object of the schema `imwire-event/1` with `hex`, whether it is to be recorded or not.
    mutating func hear(_ event: JSONValue)
    /// What the input of an event's case says beside form, sender and bytes.
    func members(of event: JSONValue) -> [JSONMember]
    /// The contents of the messages in an event with its frame object, each with the name of its type.
    func contents(of frame: JSONValue, _ event: JSONValue) -> [(name: JSONValue, bytes: [UInt8])]
}

extension UnitRecording {
    mutating func hear(_ event: JSONValue) {}
    func members(of event: JSONValue) -> [JSONMember] { [] }
    func contents(of frame: JSONValue, _ event: JSONValue) -> [(name: JSONValue, bytes: [UInt8])] {
        shownContents(of: frame)
    }

    /// The contents of the messages in a frame that shows them, without white space between tokens.
    func shownContents(of frame: JSONValue) -> [(name: JSONValue, bytes: [UInt8])] {
        (frame["messages"]?.elements ?? []).compactMap { message in
            guard let name = message["objectName"], let content = message["content"] else { return nil }
            return (name, content.minified)
        }
    }
}

/// Recording of units that say all of themselves.
struct PlainRecording: UnitRecording {}
