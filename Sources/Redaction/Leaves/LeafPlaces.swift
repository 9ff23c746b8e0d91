import RongCloud
import WireFormat
import WireProtobuf

/// Finds places of leaves, and keeps those that come again.
final class LeafPlaces {
    /// Fields that stay though their class says otherwise, and fields that go though theirs says that they stay.
    private let keep: Set<String>
    private let also: Set<String>
    /// Whether names of types that applications made up are among those that go.
    private let replacesNames: Bool
    /// Those of them that came.
    @exclusivity(unchecked) private(set) var met: Set<String> = []
    @exclusivity(unchecked) private var places: [LeafPlace] = []
    @exclusivity(unchecked) private var scopes: [ScopeName: LeafScope] = [:]
    @exclusivity(unchecked) private var contents = HashMap64<Int32>()
    @exclusivity(unchecked) private var contentPlaces: [LeafPlace] = []

    /// The scopes of a schema's messages, by their indices, and the table that is for.
    @exclusivity(unchecked) private var messages: [LeafScope?] = []
    @exclusivity(unchecked) private var messagesTable: LeafTable?

    private struct ScopeName: Hashable {
        var table: ObjectIdentifier
        var message: String
    }

    /// Names of one capture are few; a hostile one has many.
    private static let mostPlaces = 1 << 14
    private static let mostScopes = 1 << 10

    /// What applications made up, which is not read by our tables.
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

    /// The scope of a message of the schema that a table is for.
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

    /// The place of a field of a message of the schema.
    func place(_ field: FieldIndex, _ schema: borrowing ProtobufSchema, in scope: LeafScope) -> LeafPlace {
        let hash = UInt64(truncatingIfNeeded: field.rawValue &+ 1) &* 0x9E37_79B9_7F4A_7C15
        if let known = scope.fields[hash] { return places[Int(known)] }
        let name = Array(schema.name(of: field).utf8)
        let made = place(name.span, in: scope)
        if let known = scope.places[Fingerprint.shared.of(name)] { scope.fields.set(hash, known) }
        return made
    }

    /// The place of a field by its name in UTF-8.
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

    /// The place of a whole text of JSON, whose members are those of a message.
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

    /// Takes note of a value that stays or goes because its field was named.
    @inline(__always)
    func note(_ place: LeafPlace) {
        if !place.isMet { noteFirst(place) }
    }

    private func noteFirst(_ place: LeafPlace) {
        place.isMet = true
        let names = place.fate == .stays ? keep : also
        met.formUnion(names.intersection([place.field, place.fullName]))
    }

    /// Takes in what another one has met.
    func merge(_ other: LeafPlaces) { met.formUnion(other.met) }

    /// The place of the content of a message of this type.
    func content(of objectName: Span<UInt8>) -> LeafPlace {
        let hash = Fingerprint.shared.of(objectName)
        if let known = contents[hash] { return contentPlaces[Int(known)] }
        let name = String(decodingUTF8: objectName)
        let isKnown = MessageCatalogue.shared.entry(name) != nil
        // In the report no name may stand that the capture does not show any more.
        let isShown = isKnown || !replacesNames && Vocabulary.isObjectName(name)
        let table = isKnown ? RongCloudLeaves.contents : RongCloudLeaves.envelope
        let made = make("content", in: scope(isShown ? name : "?", table), isWhole: true)
        if contentPlaces.count < Self.mostScopes {
            contents.set(hash, Int32(contentPlaces.count))
            contentPlaces.append(made)
        }
        return made
    }

    /// Where JSON inside a text of this place is.
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

    /// Where the members of an object at this place are.
    ///
    /// - Parameter isDownstream: of an object that names its content's type, whether it came from the server.
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
        // In JSON, too, the same name may mean something else in another message.
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
