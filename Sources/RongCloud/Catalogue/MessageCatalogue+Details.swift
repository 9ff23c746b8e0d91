import WireFormat
public import WireJSON

extension MessageCatalogue {
    /// Returns the catalogue's details of the message at an index.
    public func details(at index: Int) -> MessageDetails {
        Self.details[index]
    }

    /// Returns the catalogue's details of the message with this object name or alias, or `nil` if there is none.
    public func details(_ objectName: String) -> MessageDetails? {
        index(of: objectName).map(details(at:))
    }

    /// Returns the message at an index as the JSON object in the catalogue's file.
    ///
    /// The schema `imwire-catalogue/2` describes its form.
    public func json(at index: Int) -> JSONValue {
        Self.objects[index]
    }

    /// The differences between platforms in general, not in one message.
    public var differences: [PlatformDifference] { Self.general.map(PlatformDifference.init) }

    /// The general differences as the JSON objects in the catalogue's file.
    public var differencesJSON: [JSONValue] { Self.general }

    /// The SDKs that the members `writers` and `registered` of messages cite, by their short names.
    public var sourcesJSON: JSONValue { Self.cited }

    private static let objects = lines(MessageData.details)

    private static let general = lines(MessageData.differences)

    private static let cited = lines(MessageData.sources).first ?? [:]

    /// Parses the JSON values of a text with one value per line.
    private static func lines(_ text: StaticString) -> [JSONValue] {
        TableText.lines(text).map { line in
            do {
                return try JSONValue(parsing: line)
            } catch {
                preconditionFailure("the catalogue is not JSON: \(error)")
            }
        }
    }

    private static let details: [MessageDetails] = zip(shared, objects).map { entry, object in
        MessageDetails(entry: entry, object: object)
    }
}

extension MessageDetails {
    /// Reads an object of the catalogue, which `.ci/generate-tables` and the tests have checked.
    init(entry: MessageEntry, object: JSONValue) {
        self.entry = entry
        direction = object["direction"]?.string.flatMap(Direction.init) ?? .both
        supersededBy = object["supersededBy"]?.string
        platformFlags = Self.byPlatform(object["flags"]?["platforms"]) { value in
            value.int64.map { MessageFlags(rawValue: Int($0)) }
        }
        flagNote = object["flags"]?["note"]?.string
        classes = Self.byPlatform(object["classes"], Self.texts)
        fields = (object["fields"]?.elements ?? []).map(MessageField.init)
        envelope = Self.texts(object["envelope"])
        differences = (object["differences"]?.elements ?? []).map(PlatformDifference.init)
        minimalExample = object["examples"]?["minimal"]?.string ?? ""
        fullExample = object["examples"]?["full"]?.string ?? ""
        note = object["note"]?.string
        sources = Self.texts(object["source"])
    }

    fileprivate static func texts(_ value: JSONValue?) -> [String] {
        value?.elements?.compactMap(\.string) ?? []
    }

    private static func byPlatform<Value>(_ object: JSONValue?, _ read: (JSONValue) -> Value?) -> [SDKPlatform: Value] {
        var result: [SDKPlatform: Value] = [:]
        for member in object?.members ?? [] {
            if let platform = SDKPlatform(rawValue: member.key.text) { result[platform] = read(member.value) }
        }
        return result
    }
}

extension PlatformDifference {
    fileprivate init(_ object: JSONValue) {
        id = object["id"]?.string ?? ""
        platforms = MessageDetails.texts(object["platforms"])
        what = object["what"]?.string ?? ""
    }
}

extension MessageField {
    fileprivate init(_ object: JSONValue) {
        key = object["key"]?.string ?? ""
        type = object["type"]?.string.flatMap(FieldType.init) ?? .string
        isRequired = object["required"]?.bool ?? false
        unit = object["unit"]?.string
        constraints = object["constraints"]?.string
        values = object["values"]?.elements ?? []
        note = object["note"]?.string
    }
}
