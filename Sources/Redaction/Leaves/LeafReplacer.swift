import RongCloud
import WireFormat
import WireJSON
import WireProtobuf

/// Replaces the leaves of units by their classes, and counts what it did.
package final class LeafReplacer {
    let pseudonyms: Pseudonyms
    let places: LeafPlaces
    @exclusivity(unchecked) private var counts: [Counted: LeafPlace.Counter] = [:]
    /// How many texts were replaced that are long enough to be searched for.
    @exclusivity(unchecked) var searchedLeaves = 0
    @exclusivity(unchecked) var protobufTape = ProtobufTape()
    @exclusivity(unchecked) private var jsonTape = JSONTape()

    private static let reportedFields = 4096

    package init(_ pseudonyms: Pseudonyms, keep: Set<String> = [], also: Set<String> = []) {
        self.pseudonyms = pseudonyms
        places = LeafPlaces(keep: keep, also: also)
    }

    /// A class and a field of it that leaves were replaced of.
    private struct Counted: Hashable {
        var leaf: LeafClass
        var message: String
        var field: String
    }

    @inline(__always)
    func count(_ place: LeafPlace) {
        if let counter = place.counter {
            counter.value += 1
        } else {
            countFirst(place)
        }
    }

    private func countFirst(_ place: LeafPlace) {
        if place.fate == .goes { places.note(place) }
        // Fields that applications made up have no place in a report.
        let known = place.leaf != .unknown && place.leaf != .application
        let message = known ? place.scope.message : ""
        var counted = Counted(leaf: place.leaf, message: message, field: known ? place.field : "?")
        if counts.count >= Self.reportedFields, counts[counted] == nil {
            counted = Counted(leaf: place.leaf, message: "", field: "…")
        }
        let counter = counts[counted] ?? LeafPlace.Counter()
        counts[counted] = counter
        counter.value += 1
        place.counter = counter
    }

    /// Takes in what another one counted, which replaced leaves beside this one.
    func merge(_ other: LeafReplacer) {
        for (counted, counter) in other.counts {
            if let known = counts[counted] { known.value += counter.value } else { counts[counted] = counter }
        }
        places.merge(other.places)
    }

    /// How many leaves of each class and field were replaced.
    package var replaced: [LeafClass: [String: Int]] {
        var result: [LeafClass: [String: Int]] = [:]
        for (counted, counter) in counts {
            let name = counted.message.isEmpty ? counted.field : counted.message + "." + counted.field
            result[counted.leaf, default: [:]][name, default: 0] += counter.value
        }
        return result
    }

    /// Takes the tape to parse with, which is given back by a second call.
    @inline(__always)
    func exchange(_ tape: inout JSONTape) { swap(&tape, &jsonTape) }

    /// The place of a field.
    func place(_ field: String, of message: String, in table: LeafTable) -> LeafPlace {
        places.place(field, of: message, in: table)
    }

    // MARK: Texts

    /// A text by its class.
    func text(_ value: String, _ place: LeafPlace) -> String {
        let bytes = value.utf8.span
        var writer = ByteWriter(capacity: bytes.count + 32)
        text(bytes, place, to: &writer)
        return String(decodingUTF8: writer.span)
    }

    /// Appends a text, which is UTF-8, by its class.
    func text(_ value: Span<UInt8>, _ place: LeafPlace, to writer: inout ByteWriter) {
        guard !value.isEmpty else { return }
        if stays(value, place) { return writer.append(value) }
        count(place)
        if value.count >= Originals.shortest { searchedLeaves += 1 }
        switch place.leaf {
        case .media: media(base64: value, to: &writer)
        case .messageUID: pseudonyms.messageUID(value, to: &writer)
        case .content, .application, .unknown, .structure, .text, .token, .name:
            if appendJSON(inText: value, place, to: &writer) { return }
            if value.count > 100, value.extracting(0..<4).equals("/9j/") { return media(base64: value, to: &writer) }
            pseudonyms.text(value, to: &writer)
        default: pseudonyms.text(value, to: &writer)
        }
    }

    private func stays(_ value: Span<UInt8>, _ place: LeafPlace) -> Bool {
        switch place.fate {
        case .goes: return false
        case .stays:
            keep(value, place)
            return true
        case .byClass:
            guard place.leaf.mayStay else { return false }
            let hash = Fingerprint.shared.of(value)
            if place.stayed == hash { return true }
            guard place.leaf.allows(text: value, isVersion: place.isVersion) else { return false }
            pseudonyms.originals.keep(value)
            place.stayed = hash
            return true
        }
    }

    /// Takes note of a value that stays because its field was named; elsewhere it may be replaced.
    private func keep(_ value: Span<UInt8>, _ place: LeafPlace) {
        pseudonyms.originals.keep(value)
        places.note(place)
    }

    /// JSON inside a string stays JSON of the same shape.
    private func appendJSON(inText value: Span<UInt8>, _ place: LeafPlace, to writer: inout ByteWriter) -> Bool {
        var first = 0
        while first < value.count, value[first] == 32 || value[first] == 10 { first += 1 }
        guard first < value.count, value[first] == UInt8(ascii: "{") || value[first] == UInt8(ascii: "[") else {
            return false
        }
        var tape = JSONTape()
        exchange(&tape)
        defer { exchange(&tape) }
        guard let parsed = try? tape.parse(value, in: 0..<value.count) else { return false }
        let start = writer.count
        json(parsed, places.inside(place), to: &writer)
        note(value, became: writer.span.extracting(start...))
        return true
    }

    /// A value whose leaves all stay is no secret.
    func note(_ value: Span<UInt8>, became made: Span<UInt8>) {
        if value.equals(made) { pseudonyms.originals.keep(value) } else { pseudonyms.originals.record(content: value) }
    }

    /// The spelling of a text that became another one; one that is short by itself is short in any spelling.
    func note(_ spelling: Span<UInt8>, became made: Span<UInt8>, of text: Span<UInt8>) {
        guard text.count >= Originals.shortest, !text.equals(made) else { return }
        pseudonyms.originals.record(content: spelling)
    }

    // MARK: Bytes

    /// Bytes by their class.
    func bytes(_ value: [UInt8], _ place: LeafPlace) -> [UInt8] {
        var writer = ByteWriter(capacity: value.count + 32)
        bytes(value.span, place, to: &writer)
        return writer.array
    }

    /// Appends bytes by their class.
    ///
    /// - Parameter isString: whether they stay text whatever characters are in it.
    func bytes(_ value: Span<UInt8>, _ place: LeafPlace, isString: Bool = false, to writer: inout ByteWriter) {
        guard !value.isEmpty else { return }
        if case .stays = place.fate {
            keep(value, place)
            return writer.append(value)
        }
        if Self.isText(value, isString) { return text(value, place, to: &writer) }
        count(place)
        let value = Array(copying: value)
        var made = media(value) ?? pseudonyms.textOrBytes(value)
        // A string that is no UTF-8 stays none.
        if isString, String(validating: made, as: UTF8.self) != nil { made[made.count - 1] = FlowRewriter.filler }
        writer.append(made)
    }

    /// Whether bytes are UTF-8, and what is no string also without the first control characters.
    private static func isText(_ value: Span<UInt8>, _ isString: Bool) -> Bool {
        var isASCII = true
        for index in value.indices {
            let byte = value[index]
            if byte < 9, !isString { return false }
            if byte >= 0x80 { isASCII = false }
        }
        return isASCII || (try? UTF8Span(validating: value)) != nil
    }

    private func media(_ bytes: [UInt8]) -> [UInt8]? {
        var random = KeyedBytes(bytes, key: pseudonyms.key, purpose: 0xD5)
        guard let made = Media.replacement(for: bytes, mark: (0..<16).map { _ in 97 + random.next() % 26 }) else {
            return nil
        }
        pseudonyms.originals.record(bytes)
        return made
    }

    private func media(base64 value: Span<UInt8>, to writer: inout ByteWriter) {
        pseudonyms.originals.record(value)
        guard let bytes = Base64.decode(value, ignoringWhitespace: true) else {
            return pseudonyms.text(value, to: &writer)
        }
        var made = media(bytes) ?? pseudonyms.bytes(bytes)
        if made == bytes { made = pseudonyms.bytes(bytes) }
        pseudonyms.originals.record(bytes)
        let start = writer.count
        writer.append(base64: made.span)
        guard !value.indices.allSatisfy({ value[$0] > 32 }) else { return }
        // Breaks of lines stay where they were, as far as the new letters go.
        let letters = Array(copying: writer.span.extracting(start...))
        writer.truncate(to: start)
        var next = 0
        for index in value.indices where next < letters.count {
            if value[index] <= 32 {
                writer.append(value[index])
            } else {
                writer.append(letters[next])
                next += 1
            }
        }
        writer.append(letters.span.extracting(droppingFirst: next))
    }

    // MARK: Numbers

    /// The spelling of a number of JSON by its class.
    func number(_ spelling: Span<UInt8>, _ place: LeafPlace, to writer: inout ByteWriter) {
        if stays(number: spelling, place) {
            pseudonyms.originals.keep(spelling)
            return writer.append(spelling)
        }
        count(place)
        let number = String(decodingUTF8: spelling)
        let made = place.leaf == .coordinate ? pseudonyms.coordinate(number) : pseudonyms.number(number)
        writer.append(text: (try? JSONNumber(spelling: made))?.spelling ?? "0")
    }

    private func stays(number spelling: Span<UInt8>, _ place: LeafPlace) -> Bool {
        switch place.fate {
        case .goes: return false
        case .stays:
            places.note(place)
            return true
        case .byClass: return place.leaf.allows(number: spelling, inContent: place.scope.table.isOfContents)
        }
    }

    /// A number of protobuf by its class.
    func bits(_ value: UInt64, _ place: LeafPlace) -> UInt64 {
        if place.fate == .stays { places.note(place) }
        if place.fate == .stays || place.fate == .byClass && place.leaf.allowsBits {
            if value > 99_999 {
                var spelling = ByteWriter(capacity: 20)
                spelling.append(decimal: value)
                pseudonyms.originals.keep(spelling.span)
            }
            return value
        }
        count(place)
        return pseudonyms.number(value)
    }
}
