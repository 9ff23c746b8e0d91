import WireFormat
import WireJSON
import WireProtobuf

/// Replaces the leaves of units by their classes, and counts the replacements.
package final class LeafReplacer {
    let pseudonyms: Pseudonyms
    let places: LeafPlaces
    @exclusivity(unchecked) private var counts: [Counted: LeafPlace.Counter] = [:]
    /// The number of replaced texts that are long enough to be searched for.
    @exclusivity(unchecked) var searchedLeaves = 0
    /// Whether a content became longer than servers accept, which the original is not.
    @exclusivity(unchecked) var madeContentTooLong = false
    @exclusivity(unchecked) var protobufTape = ProtobufTape()
    @exclusivity(unchecked) private var jsonTape = JSONTape()

    private static let reportedFields = 4096

    package init(_ pseudonyms: Pseudonyms, keep: Set<String> = [], also: Set<String> = []) {
        self.pseudonyms = pseudonyms
        places = LeafPlaces(keep: keep, also: also)
    }

    /// A field and its class, for counting replaced leaves.
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
        // The report does not list fields of applications by name.
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

    /// Merges the counts of an instance that replaced leaves in parallel.
    func merge(_ other: LeafReplacer) {
        for (counted, counter) in other.counts {
            if let known = counts[counted] { known.value += counter.value } else { counts[counted] = counter }
        }
        places.merge(other.places)
        madeContentTooLong = madeContentTooLong || other.madeContentTooLong
    }

    /// The number of replaced leaves by class and field.
    package var replaced: [LeafClass: [String: Int]] {
        var result: [LeafClass: [String: Int]] = [:]
        for (counted, counter) in counts {
            let name = counted.message.isEmpty ? counted.field : counted.message + "." + counted.field
            result[counted.leaf, default: [:]][name, default: 0] += counter.value
        }
        return result
    }

    /// Swaps in the tape for parsing; a second call swaps it back.
    @inline(__always)
    func exchange(_ tape: inout JSONTape) { swap(&tape, &jsonTape) }

    /// Returns the place of a field.
    func place(_ field: String, of message: String, in table: LeafTable) -> LeafPlace {
        places.place(field, of: message, in: table)
    }

    // MARK: Texts

    /// Returns a text, replaced if its class demands it.
    func text(_ value: String, _ place: LeafPlace) -> String {
        let bytes = value.utf8.span
        var writer = ByteWriter(capacity: bytes.count + 32)
        text(bytes, place, to: &writer)
        return String(decodingUTF8: writer.span)
    }

    /// Appends a text in UTF-8, replaced if its class demands it.
    func text(_ value: Span<UInt8>, _ place: LeafPlace, to writer: inout ByteWriter) {
        guard !value.isEmpty else { return }
        if stays(value, place) { return writer.append(value) }
        count(place)
        if value.count >= Originals.shortest { searchedLeaves += 1 }
        switch place.leaf {
        case .media: media(base64: value, to: &writer)
        case .messageUID: pseudonyms.messageUID(value, to: &writer)
        case .structure where value.isJSONNumber:
            writer.append(text: pseudonyms.number(String(decodingUTF8: value)))
        case .content, .application, .unknown, .structure, .text, .token, .name:
            if appendJSON(inText: value, place, to: &writer) { return }
            if value.count > 100, value.extracting(0..<4).equals("/9j/") { return media(base64: value, to: &writer) }
            pseudonyms.text(value, to: &writer)
        case .topic, .command, .objectName:
            let start = writer.count
            pseudonyms.text(value, to: &writer)
            // The pseudonym of an odd name must not look like a name that stays: names that stay are compared.
            let isName = place.leaf.allows(text: writer.span.extracting(start...), isVersion: false)
            if isName { writer.append(Self.noPartOfNames) }
        case .coordinate where value.isJSONNumber:
            writer.append(text: pseudonyms.coordinate(String(decodingUTF8: value)))
        default: pseudonyms.text(value, to: &writer)
        }
    }

    /// A byte that no name of a topic, command or message type has, and no base64.
    static let noPartOfNames = UInt8(ascii: "!")

    private func stays(_ value: Span<UInt8>, _ place: LeafPlace) -> Bool {
        switch place.fate {
        case .goes: return false
        case .stays:
            keep(value, place)
            return true
        case .byClass:
            guard place.leaf.mayStay else { return false }
            let hash = Fingerprint.shared.of(value)
            if place.stayed.contains(hash) { return true }
            guard place.leaf.allows(text: value, isVersion: place.isVersion) || isNumber(value, place) else {
                return false
            }
            pseudonyms.originals.keep(value)
            if place.stayed.count < LeafPlace.mostStayed { _ = place.stayed.insert(hash) }
            return true
        }
    }

    /// Returns whether a text stands for a number of the protocol, which stays like the number itself.
    private func isNumber(_ value: Span<UInt8>, _ place: LeafPlace) -> Bool {
        place.mayBeNumberAsText && Int64(String(decodingUTF8: value)) != nil
    }

    /// Records a value that stays because its field is listed in `keep`; elsewhere the same value may be replaced.
    private func keep(_ value: Span<UInt8>, _ place: LeafPlace) {
        pseudonyms.originals.keep(value)
        places.note(place)
    }

    /// Appends JSON of the same shape if the text is a JSON object or array, or one of JSON's words, which reveal nothing
    /// and are told from other texts; otherwise returns `false`.
    private func appendJSON(inText value: Span<UInt8>, _ place: LeafPlace, to writer: inout ByteWriter) -> Bool {
        if value.equals("null") || value.equals("true") || value.equals("false") {
            pseudonyms.originals.keep(value)
            writer.append(value)
            return true
        }
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
        if writer.count - start < value.count { writer.padJSON(from: start, parsed.range.count, value.count) }
        note(value, became: writer.span.extracting(start...))
        return true
    }

    /// Records a value and its replacement: a value whose leaves all stay is no secret.
    func note(_ value: Span<UInt8>, became made: Span<UInt8>) {
        if value.equals(made) { pseudonyms.originals.keep(value) } else { pseudonyms.originals.record(content: value) }
    }

    /// Records the spelling of a replaced text, unless the text is too short to be searched for in any spelling.
    func note(_ spelling: Span<UInt8>, became made: Span<UInt8>, of text: Span<UInt8>) {
        guard text.count >= Originals.shortest, !text.equals(made) else { return }
        pseudonyms.originals.record(content: spelling)
    }

    // MARK: Bytes

    /// Returns bytes, replaced if their class demands it.
    func bytes(_ value: [UInt8], _ place: LeafPlace) -> [UInt8] {
        var writer = ByteWriter(capacity: value.count + 32)
        bytes(value.span, place, to: &writer)
        return writer.array
    }

    /// Appends bytes, replaced if their class demands it.
    ///
    /// - Parameter isString: whether the bytes are a string; if so, control characters in UTF-8 are accepted as text.
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
        // A string that is not UTF-8 must stay invalid UTF-8.
        if isString, String(validating: made, as: UTF8.self) != nil { made[made.count - 1] = FlowRewriter.filler }
        writer.append(made)
    }

    /// Returns whether bytes are UTF-8; unless they are a string, bytes below 9 are not accepted.
    private static func isText(_ value: Span<UInt8>, _ isString: Bool) -> Bool {
        var isASCII = true
        for index in value.indices {
            let byte = value[index]
            if byte < 9, !isString { return false }
            if byte >= 0x80 { isASCII = false }
        }
        return isASCII || (try? UTF8Span(validating: value)) != nil
    }

    // MARK: Numbers

    /// Appends the spelling of a JSON number, replaced if its class demands it.
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

    /// Returns a number of protobuf, replaced if its class demands it.
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
