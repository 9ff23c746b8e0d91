package import WireFormat
public import WireJSON

/// The known message types: the types of the SDKs and those that an app adds.
///
/// ```swift
/// var registry = MessageRegistry()
/// try registry.register(GiftMessage.self)
/// let message = registry.decode("App:Gift", bytes)
/// ```
public struct MessageRegistry: Sendable {
    /// The registry of the SDKs' types.
    public static let builtIn = MessageRegistry()

    /// The prefixes that an app's names must not have: those of the SDKs, of real-time audio and video, of red packets,
    /// of stickers, of the vendor's own apps and demos.
    public static let reservedPrefixes = ["RC:", "RCRTC:", "RCJrmf:", "RCBQMM:", "RCE:", "RCD:"]

    /// The longest object name that the server accepts, in characters.
    ///
    /// Source: docs.rongcloud.cn, the server API's page on system messages (documented).
    public static let longestName = 32

    private struct Entry {
        let type: any MessageContent.Type
        let isCustom: Bool
        /// The type's own name; a content with this name and these flags needs no check of them.
        let objectName: String
        let flags: MessageFlags

        init(_ type: any MessageContent.Type, isCustom: Bool) {
            self.type = type
            self.isCustom = isCustom
            objectName = type.objectName
            flags = type.flags
        }
    }

    private var entries: [String: Entry] = [:]
    /// The names of the entries, by their lower-case spelling.
    private var namesByFolded: [String: String] = [:]

    /// Makes a registry with the types of the SDKs.
    public init() {
        for type in BuiltInMessages.types {
            add(type.objectName, Entry(type, isCustom: false))
            for spelling in type.objectNameSpellings { add(spelling.text, Entry(type, isCustom: false)) }
        }
    }

    private mutating func add(_ name: String, _ entry: Entry) {
        entries[name] = entry
        namesByFolded[LetterCase.folded(name)] = name
    }

    /// Adds an app's own type; the SDKs require this between init and connect.
    ///
    /// Throws ``RegistrationError``.
    ///
    /// - Parameters:
    ///   - type: the type.
    ///   - allowingReservedPrefix: whether to allow a reserved prefix, for the traffic of an app that uses one, as the
    ///     vendor's live-chatroom demo does. Names of the SDKs' own types are still refused.
    public mutating func register<Content: MessageContent>(
        _ type: Content.Type,
        allowingReservedPrefix: Bool = false
    ) throws(RegistrationError) {
        let name = Content.objectName
        try Self.check(name, allowingReservedPrefix)
        if entries[name] != nil { throw .duplicate(name) }
        if let other = namesByFolded[LetterCase.folded(name)] {
            throw .duplicateButForCase(name, registered: other)
        }
        add(name, Entry(type, isCustom: true))
    }

    private static func check(_ name: String, _ allowingReservedPrefix: Bool) throws(RegistrationError) {
        guard !name.isEmpty else { throw .emptyName }
        guard name.unicodeScalars.count <= longestName else { throw .longName(name) }
        for (offset, byte) in name.utf8.enumerated() {
            switch byte {
            case 48...57, 65...90, 97...122: continue
            case UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: ":"): continue
            default: throw .badCharacter(name, at: offset)
            }
        }
        guard !allowingReservedPrefix else { return }
        for prefix in reservedPrefixes where LetterCase.equal(String(name.prefix(prefix.count)), prefix) {
            throw .reservedPrefix(name, prefix: prefix)
        }
    }

    /// The type with this name; letter case counts.
    public subscript(_ objectName: String) -> (any MessageContent.Type)? { entries[objectName]?.type }

    /// Returns the type with this name in any letter case.
    public func type(ignoringCaseOf objectName: String) -> (any MessageContent.Type)? {
        entry(ignoringCaseOf: objectName)?.type
    }

    private func entry(ignoringCaseOf objectName: String) -> Entry? {
        if let entry = entries[objectName] { return entry }
        return namesByFolded[LetterCase.folded(objectName)].flatMap { entries[$0] }
    }

    /// The names of all types, sorted.
    public var objectNames: [String] { entries.keys.sorted() }

    /// Decodes a content that is part of a parsed text.
    public func decode(_ objectName: String, _ view: JSONView) -> DecodedMessage {
        guard let entry = entries[objectName] else {
            return .unregistered(UnregisteredMessage(objectName: objectName, bytes: Array(copying: view.spelling)))
        }
        let content = entry.type.init(decoding: view)
        return entry.isCustom ? .custom(content) : .builtIn(content)
    }

    /// Decodes a content from its bytes; a body that is not JSON stays bytes.
    public func decode(_ objectName: String, _ bytes: [UInt8]) -> DecodedMessage {
        guard let entry = entries[objectName], let content = try? entry.type.init(parsing: bytes) else {
            return .unregistered(UnregisteredMessage(objectName: objectName, bytes: bytes))
        }
        return entry.isCustom ? .custom(content) : .builtIn(content)
    }

    /// Checks a content that is part of a parsed text; returns nothing for an unknown type.
    ///
    /// A name in other letter case is checked as the type that it must mean.
    public func diagnose(
        _ objectName: String,
        _ view: JSONView,
        flags: MessageFlags? = nil
    ) -> [ContentDiagnostic] {
        guard let entry = entry(ignoringCaseOf: objectName) else { return [] }
        return entry.type.diagnose(
            view,
            objectName: objectName == entry.objectName ? nil : objectName,
            flags: flags == entry.flags ? nil : flags
        )
    }

    /// Checks a content of a built-in type whose object name is given in bytes.
    ///
    /// All threads call this for each message, so it changes no reference count that they share.
    package static func diagnoseBuiltIn(
        _ objectName: Span<UInt8>,
        _ view: JSONView,
        flags: MessageFlags? = nil
    ) -> [ContentDiagnostic] {
        guard let index = ownNames.value(of: objectName) else {
            return builtIn.diagnose(String(decodingUTF8: objectName), view, flags: flags)
        }
        let (type, own, _) = ownTypes[index]
        return type.diagnose(view, flags: flags == own ? nil : flags)
    }

    /// The built-in types, with the facts that each message needs, in the order of `BuiltInMessages.types`.
    private static let ownTypes: [(type: any MessageContent.Type, flags: MessageFlags, digestKey: StaticString?)] =
        BuiltInMessages.types.map { ($0, $0.flags, $0.digestKey) }

    /// The index in ``ownTypes`` of each built-in type, by its own name.
    private static let ownNames = NameIndex(
        BuiltInMessages.types.enumerated().map { (name: $1.objectName, value: $0) }
    )

    /// Checks a content in its bytes.
    public func diagnose(
        _ objectName: String,
        _ bytes: [UInt8],
        flags: MessageFlags? = nil
    ) -> [ContentDiagnostic] {
        type(ignoringCaseOf: objectName)?.diagnose(bytes, objectName: objectName, flags: flags) ?? []
    }

    /// Appends the digest of a content whose object name is given in bytes.
    package static func appendDigest(_ objectName: Span<UInt8>, _ view: JSONView, to writer: inout ByteWriter) {
        if let index = ownNames.value(of: objectName), let key = ownTypes[index].digestKey,
            let text = view.plainText(onlyUnder: key)
        {
            return writer.append(text)
        }
        writer.append(text: builtIn.digest(String(decodingUTF8: objectName), view))
    }

    /// Returns a short text for a content; empty if there is nothing to show.
    public func digest(_ objectName: String, _ view: JSONView) -> String {
        guard let entry = entries[objectName] else { return UnregisteredMessage.firstText(view) }
        return entry.type.init(decoding: view, keepingSource: false).digest
    }
}
