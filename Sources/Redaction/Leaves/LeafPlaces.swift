import RongCloud
import WireFormat
import WireProtobuf

/// Finds the places of leaves, and caches them.
final class LeafPlaces {
    /// The fields that stay (`keep`) or are replaced (`also`) regardless of their class.
    private let keep: Set<String>
    private let also: Set<String>
    /// Whether `also` lists a field that holds object names.
    private let replacesNames: Bool
    /// The names in `keep` and `also` that matched a value.
    @exclusivity(unchecked) private(set) var met: Set<String> = []
    @exclusivity(unchecked) private var places: [LeafPlace] = []
    @exclusivity(unchecked) private var scopes: [ScopeName: LeafScope] = [:]
    @exclusivity(unchecked) private var contents = HashMap64<Int32>()
    @exclusivity(unchecked) private var contentPlaces: [LeafPlace] = []

    /// The scopes of a schema's messages by message index, and the table of that schema.
    @exclusivity(unchecked) private var messages: [LeafScope?] = []
    @exclusivity(unchecked) private var messagesTable: LeafTable?

    private struct ScopeName: Hashable {
        var table: ObjectIdentifier
        var message: String
    }

    /// The limits of the caches: a capture has few names, but a hostile one has many.
    private static let mostPlaces = 1 << 14
    private static let mostScopes = 1 << 10

    /// The scope of an application's own members, which no table declares.
    let application = LeafScope("application", .none)
    /// A field of an unknown message.
    private(set) lazy var unknown = place("?", of: "?", in: .none)
    /// A content of an unknown type.
    private(set) lazy var unknownContent = place("content", of: "?", in: .none)

    init(keep: Set<String>, also: Set<String>) {
        self.keep = keep
        self.also = also
        replacesNames = also.contains { name in
            RongCloudLeaves.objectNames.contains(String(name.split(separator: ".").last ?? ""))
        }
    }

    func scope(_ message: String, _ table: LeafTable) -> LeafScope {
        let name = ScopeName(table: ObjectIdentifier(table), message: message)
        if let known = scopes[name] { return known }
        let made = LeafScope(message, table)
        if scopes.count < Self.mostScopes { scopes[name] = made }
        return made
    }

    func place(_ field: String, of message: String, in table: LeafTable) -> LeafPlace {
        let name = Array(field.utf8)
        return place(name.span, in: scope(message, table))
    }

    /// Returns the scope of a message of the schema that a table belongs to.
    func scope(_ message: MessageIndex, _ schema: borrowing ProtobufSchema, _ table: LeafTable) -> LeafScope {
        if table !== messagesTable {
            messagesTable = table
            messages = []
        }
        let index = Int(message.rawValue)
        if messages.indices.contains(index), let known = messages[index] { return known }
        let made = scope(schema.name(of: message), table)
        guard index >= 0 else { return made }
        while messages.count <= index { messages.append(nil) }
        messages[index] = made
        return made
    }

    /// Returns the place of a field of a message of the schema.
    func place(_ field: FieldIndex, _ schema: borrowing ProtobufSchema, in scope: LeafScope) -> LeafPlace {
        let hash = UInt64(truncatingIfNeeded: field.rawValue &+ 1) &* 0x9E37_79B9_7F4A_7C15
        if let known = scope.fields[hash] { return places[Int(known)] }
        let name = Array(schema.name(of: field).utf8)
        let made = place(name.span, in: scope)
        if let known = scope.places[Fingerprint.shared.of(name)] { scope.fields.set(hash, known) }
        return made
    }

    /// Returns the place of a field by its name in UTF-8.
    func place(_ field: Span<UInt8>, in scope: LeafScope) -> LeafPlace {
        let hash = Fingerprint.shared.of(field)
        if let known = scope.places[hash] { return places[Int(known)] }
        let made = make(String(decodingUTF8: field), in: scope)
        if places.count < Self.mostPlaces {
            scope.places.set(hash, Int32(places.count))
            places.append(made)
        }
        return made
    }

    /// Returns the place of a whole JSON text whose members are those of a message.
    func whole(_ message: String, in table: LeafTable) -> LeafPlace {
        let scope = scope(message, table)
        if let known = scope.whole { return known }
        let made = LeafPlace("?", in: scope, as: .unknown, isWhole: true, .byClass)
        scope.whole = made
        return made
    }

    private func make(
        _ field: String,
        in scope: LeafScope,
        as leaf: LeafClass? = nil,
        isWhole: Bool = false
    ) -> LeafPlace {
        var fate = LeafPlace.Fate.byClass
        if !keep.isEmpty || !also.isEmpty {
            let full = LeafPlace.fullName(field, of: scope)
            if keep.contains(field) || keep.contains(full) {
                fate = .stays
            } else if also.contains(field) || also.contains(full) {
                fate = .goes
            }
        }
        return LeafPlace(field, in: scope, as: leaf, isWhole: isWhole, fate)
    }

    /// Records a value whose field is listed in `keep` or `also`.
    @inline(__always)
    func note(_ place: LeafPlace) {
        if !place.isMet { noteFirst(place) }
    }

    private func noteFirst(_ place: LeafPlace) {
        place.isMet = true
        let names = place.fate == .stays ? keep : also
        met.formUnion(names.intersection([place.field, place.fullName]))
    }

    /// Merges the names that another instance has matched.
    func merge(_ other: LeafPlaces) { met.formUnion(other.met) }

    /// Returns the place of the content of a message of this type.
    func content(of objectName: Span<UInt8>) -> LeafPlace {
        let hash = Fingerprint.shared.of(objectName)
        if let known = contents[hash] { return contentPlaces[Int(known)] }
        let name = String(decodingUTF8: objectName)
        let isKnown = MessageCatalogue.shared.entry(name) != nil
        // The report must not show a name that the redacted capture no longer shows.
        let isShown = isKnown || !replacesNames && Vocabulary.isObjectName(name)
        let table = isKnown ? RongCloudLeaves.contents : RongCloudLeaves.envelope
        let made = make("content", in: scope(isShown ? name : "?", table), isWhole: true)
        if contentPlaces.count < Self.mostScopes {
            contents.set(hash, Int32(contentPlaces.count))
            contentPlaces.append(made)
        }
        return made
    }

    /// Returns the place of JSON inside a text of this place.
    func inside(_ place: LeafPlace) -> LeafPlace {
        if let known = place.inside { return known }
        let made: LeafPlace
        switch place.leaf {
        case .content:
            let table = place.scope.table.contents ?? .none
            made = make(place.field, in: scope(place.scope.message, table), isWhole: true)
        case .structure where place.scope.table.namesObject(place.field): made = make(place.field, in: place.scope)
        case .application: made = make(place.field, in: scope(place.scope.message, .none), as: .application)
        default: made = make(place.field, in: scope(place.scope.message, .none))
        }
        place.inside = made
        return made
    }

    /// Returns the scope of the members of an object at this place.
    ///
    /// - Parameters:
    ///   - namesContent: whether the object names the type of its content.
    ///   - isDownstream: whether such an object was sent by the server.
    func members(of place: LeafPlace, namesContent: Bool, isDownstream: Bool) -> LeafScope {
        guard place.holdsMembers else { return application }
        let outer = place.scope
        if place.leaf == .content, let contents = outer.table.contents {
            if let known = outer.contents { return known }
            let made = scope(outer.message, contents)
            outer.contents = made
            return made
        }
        guard namesContent else { return outer }
        // In JSON, too, the same name may have another meaning in another message.
        if isDownstream {
            if let known = outer.downstream { return known }
            let made = scope("DownStreamMessage", outer.table)
            outer.downstream = made
            return made
        }
        if let known = outer.upstream { return known }
        let made = scope("UpStreamMessage", outer.table)
        outer.upstream = made
        return made
    }
}
