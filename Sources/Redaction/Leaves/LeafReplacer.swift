import RongCloud
import WireFormat
import WireJSON

/// Replaces the leaves of units by their classes, and counts what it did.
package final class LeafReplacer {
    let pseudonyms: Pseudonyms
    /// Fields that stay though their class says otherwise, and fields that go though theirs says that they stay.
    private let keep: Set<String>
    private let also: Set<String>
    private var counts: [Counted: Int] = [:]
    /// How many texts were replaced that are long enough to be searched for.
    private var searchedLeaves = 0

    private static let reportedFields = 4096

    package init(_ pseudonyms: Pseudonyms, keep: Set<String> = [], also: Set<String> = []) {
        self.pseudonyms = pseudonyms
        self.keep = keep
        self.also = also
    }

    /// Where a leaf is: its field, and the message that it belongs to.
    struct Place {
        var message: String
        var field: String
        var table: LeafTable
        /// The class of its field.
        var leaf: LeafClass

        init(_ field: String, of message: String, in table: LeafTable) {
            self.message = message
            self.field = field
            self.table = table
            leaf = table.leaf(field, of: message) ?? .unknown
        }
    }

    private enum Fate { case stays, goes, byClass }

    private func fate(_ place: Place) -> Fate {
        if keep.isEmpty, also.isEmpty { return .byClass }
        let full = place.message + "." + place.field
        if keep.contains(place.field) || keep.contains(full) { return .stays }
        if also.contains(place.field) || also.contains(full) { return .goes }
        return .byClass
    }

    /// A class and a field of it that leaves were replaced of.
    private struct Counted: Hashable {
        var leaf: LeafClass
        var message: String
        var field: String
    }

    private func count(_ place: Place) {
        // Fields that applications made up have no place in a report.
        let known = place.leaf != .unknown && place.leaf != .application
        var counted = Counted(leaf: place.leaf, message: known ? place.message : "", field: known ? place.field : "?")
        if counts.count >= Self.reportedFields, counts[counted] == nil {
            counted = Counted(leaf: place.leaf, message: "", field: "…")
        }
        counts[counted, default: 0] += 1
    }

    /// How many leaves of each class and field were replaced.
    package var replaced: [LeafClass: [String: Int]] {
        var result: [LeafClass: [String: Int]] = [:]
        for (counted, count) in counts {
            let name = counted.message.isEmpty ? counted.field : counted.message + "." + counted.field
            result[counted.leaf, default: [:]][name, default: 0] += count
        }
        return result
    }

    // MARK: Leaves

    /// A text by its class.
    func text(_ value: String, _ place: Place) -> String {
        guard !value.isEmpty else { return value }
        switch fate(place) {
        case .stays:
            pseudonyms.originals.keep(Array(value.utf8))
            return value
        case .goes: break
        case .byClass:
            if mayStay(value, place.leaf) {
                pseudonyms.originals.keep(Array(value.utf8))
                return value
            }
        }
        count(place)
        if value.utf8.count >= Originals.shortest { searchedLeaves += 1 }
        switch place.leaf {
        case .user:
            pseudonyms.note(target: value)
            return pseudonyms.text(value)
        case .media: return media(base64: value)
        case .messageUID: return pseudonyms.messageUID(value)
        case .content, .application, .unknown, .structure, .text, .token, .name:
            if let json = jsonText(value, place) { return json }
            if value.hasPrefix("/9j/"), value.utf8.count > 100 { return media(base64: value) }
            return pseudonyms.text(value)
        default: return pseudonyms.text(value)
        }
    }

    /// Whether a value of a class that stays has a spelling that such values have.
    private func mayStay(_ value: String, _ leaf: LeafClass) -> Bool {
        switch leaf {
        case .structure: Vocabulary.isWord(value)
        case .code: Vocabulary.isShortNumber(value)
        case .time: Vocabulary.isTime(value)
        case .topic: Vocabulary.isTopic(value)
        case .objectName: Vocabulary.isObjectName(value)
        default: false
        }
    }

    /// JSON inside a string stays JSON of the same shape.
    private func jsonText(_ value: String, _ place: Place) -> String? {
        guard let first = value.utf8.first(where: { $0 != 32 && $0 != 10 }),
            first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
            let parsed = try? JSONValue(parsing: value)
        else { return nil }
        let table: LeafTable =
            switch place.leaf {
            case .content: place.table.contents.first ?? .none
            case .structure: place.table
            default: .none
            }
        var inner = Place(place.field, of: place.message, in: table)
        if place.leaf == .application { inner.leaf = .application }
        let made = json(parsed, inner).description
        note(Array(value.utf8), became: Array(made.utf8))
        return made
    }

    /// A number of JSON by its class.
    func number(_ value: JSONNumber, _ place: Place) -> JSONNumber {
        switch (fate(place), place.leaf) {
        case (.stays, _), (.byClass, .structure), (.byClass, .time):
            pseudonyms.originals.keep(Array(value.spelling.utf8))
            return value
        case (.byClass, .code) where Vocabulary.isShortNumber(value.spelling): return value
        case (.byClass, .objectName) where Vocabulary.isShortNumber(value.spelling): return value
        default: break
        }
        count(place)
        let spelling =
            place.leaf == .coordinate ? pseudonyms.coordinate(value.spelling) : pseudonyms.number(value.spelling)
        return (try? JSONNumber(spelling: spelling)) ?? 0
    }

    /// A number of protobuf by its class.
    func bits(_ value: UInt64, _ place: Place) -> UInt64 {
        switch (fate(place), place.leaf) {
        case (.stays, _), (.byClass, .structure), (.byClass, .time):
            pseudonyms.originals.keep(Array(String(value).utf8))
            return value
        default: break
        }
        count(place)
        return pseudonyms.number(value)
    }

    /// Bytes by their class.
    func bytes(_ value: [UInt8], _ place: Place) -> [UInt8] {
        guard !value.isEmpty else { return value }
        if case .stays = fate(place) { return value }
        if let text = String(validating: value, as: UTF8.self), !text.unicodeScalars.contains(where: { $0.value < 9 }) {
            return Array(self.text(text, place).utf8)
        }
        count(place)
        return media(value) ?? pseudonyms.textOrBytes(value)
    }

    private func media(_ bytes: [UInt8]) -> [UInt8]? {
        var random = KeyedBytes(bytes, key: pseudonyms.key, purpose: 0xD5)
        guard let made = Media.replacement(for: bytes, mark: (0..<16).map { _ in 97 + random.next() % 26 }) else {
            return nil
        }
        pseudonyms.originals.record(bytes)
        return made
    }

    private func media(base64 value: String) -> String {
        pseudonyms.originals.record(Array(value.utf8))
        guard let bytes = Base64.decode(Array(value.utf8).span, ignoringWhitespace: true) else {
            return pseudonyms.text(value)
        }
        var made = media(bytes) ?? pseudonyms.bytes(bytes)
        if made == bytes { made = pseudonyms.bytes(bytes) }
        pseudonyms.originals.record(bytes)
        var writer = ByteWriter(capacity: value.utf8.count + 4)
        writer.append(base64: made.span)
        return String(decodingUTF8: writer.span)
    }

    // MARK: JSON

    /// A JSON value of the same shape, with other leaves.
    func json(_ value: JSONValue, _ place: Place) -> JSONValue {
        switch value {
        case .object(let members):
            var objectName: String?
            if place.table.leaf("content", of: "") == .content {
                objectName = (value["classname"] ?? value["objectName"])?.string
            }
            var place = place
            if objectName != nil, place.leaf != .application {
                // In JSON, too, the same name may mean something else in another message.
                place.message =
                    value["fromUserId"] != nil || value["msgId"] != nil
                    ? "DownStreamMessage" : "UpStreamMessage"
            }
            return .object(
                members.map { member in
                    let key = member.key.text
                    let inner = self.place(of: key, in: place)
                    if inner.leaf == .content, let objectName {
                        return JSONMember(self.key(member.key), content(member.value, objectName, inner))
                    }
                    return JSONMember(self.key(member.key), json(member.value, inner))
                }
            )
        case .array(let elements): return .array(elements.map { json($0, place) })
        case .string(let string): return .string(JSONString(text(string.text, place)))
        case .number(let number): return .number(self.number(number, place))
        case .bool, .null: return value
        }
    }

    private func place(of key: String, in outer: Place) -> Place {
        // What applications made up is not read by our tables.
        if outer.leaf == .application { return Place(key, of: "application", in: .none) }
        return Place(key, of: outer.message, in: outer.table)
    }

    /// Keys that the protocol knows stay.
    func key(_ key: JSONString) -> JSONString {
        if Vocabulary.isKey(key.text) {
            pseudonyms.originals.keep(Array(key.text.utf8))
            return key
        }
        return JSONString(pseudonyms.text(key.text))
    }

    private func content(_ value: JSONValue, _ objectName: String, _ place: Place) -> JSONValue {
        switch value {
        case .string(let string):
            let bytes = content(Array(string.text.utf8), objectName: objectName, place)
            return .string(JSONString(String(decoding: bytes, as: UTF8.self)))
        case .array(let elements):
            let bytes = elements.compactMap {
                $0.int64.flatMap { -128...255 ~= $0 ? UInt8(truncatingIfNeeded: $0) : nil }
            }
            guard bytes.count == elements.count, !bytes.isEmpty else {
                return json(value, Place("content", of: "?", in: .none))
            }
            let isSigned = elements.contains { ($0.int64 ?? 0) < 0 }
            return .array(
                content(bytes, objectName: objectName, place).map {
                    .number(isSigned ? JSONNumber(Int8(bitPattern: $0)) : JSONNumber($0))
                }
            )
        default: return json(value, contentPlace(objectName))
        }
    }

    private func contentPlace(_ objectName: String) -> Place {
        let isKnown = MessageCatalogue.shared.entry(objectName) != nil
        return Place("content", of: objectName, in: isKnown ? RongCloudLeaves.contents : RongCloudLeaves.envelope)
    }

    /// The content of a chat message.
    func content(_ value: [UInt8], objectName: String, _ place: Place) -> [UInt8] {
        guard !value.isEmpty else { return value }
        guard let parsed = try? JSONValue(parsing: value), parsed.kind == .object || parsed.kind == .array else {
            return bytes(value, Place("content", of: "?", in: .none))
        }
        count(place)
        let before = searchedLeaves
        let made = json(parsed, contentPlace(objectName)).minified
        // A content is found by any of its texts, but for those that are spelt otherwise in it or are too short.
        if made == value || searchedLeaves == before || value.contains(UInt8(ascii: "\\")) { note(value, became: made) }
        return made
    }

    /// A value whose leaves all stay is no secret.
    private func note(_ value: [UInt8], became made: [UInt8]) {
        if value == made { pseudonyms.originals.keep(value) } else { pseudonyms.originals.record(content: value) }
    }
}
