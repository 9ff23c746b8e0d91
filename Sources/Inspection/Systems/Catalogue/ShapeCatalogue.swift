import WireFormat
import WireJSON

/// The catalogue of a system whose contents are described by shapes.
struct ShapeCatalogue: SystemCatalogue {
    let entries: [CatalogueEntry]
    private let system: MessagingSystem
    private let contents: any ShapedContents.Type
    private let shapes: [ContentShape]

    init(_ contents: any ShapedContents.Type, of system: MessagingSystem) {
        self.system = system
        self.contents = contents
        shapes = contents.all
        entries = shapes.map { CatalogueEntry($0, of: system, isReconstructed: contents.isReconstructed($0)) }
    }

    // MARK: Names

    func places(of name: String, _ match: CatalogueMatch) -> [Int] {
        let id = id(name)
        switch match {
        case .exact:
            return shapes.indices.filter { place in
                let shape = shapes[place]
                return shape.id == id || Self.names(of: shape).contains(name)
            }
        case .loose:
            let wanted = name.lowercased()
            let found = shapes.indices.filter { place in
                let shape = shapes[place]
                return ((shape.id.map { [$0] } ?? []) + Self.names(of: shape)).contains { $0.lowercased() == wanted }
            }
            guard found.isEmpty else { return found }
            let kinds = contents.kinds(of: id)
            return shapes.indices.filter { place in shapes[place].id.map(kinds.contains) ?? false }
        }
    }

    func nearest(to name: String) -> [String] {
        let wanted = Array(name.lowercased().utf8)
        // For a number, every other number would be near.
        guard wanted.contains(where: { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }) else { return [] }
        let limit = max(1, (wanted.count + 2) / 3)
        var found: [(edits: Int, name: String)] = []
        for shape in shapes {
            for known in [shape.id ?? shape.name] + Self.names(of: shape)
            where !found.contains(where: { $0.name == known }) {
                let edits = EditDistance.between(wanted, Array(known.lowercased().utf8), limit: limit)
                if edits <= limit { found.append((edits, known)) }
            }
        }
        guard let least = found.map(\.edits).min() else { return [] }
        return Array(found.filter { $0.edits == least }.prefix(3).map(\.name))
    }

    private static func names(of shape: ContentShape) -> [String] {
        [shape.name] + shape.classes.values.flatMap { $0 } + shape.constants
    }

    /// Returns a type's id as the catalogue spells it: `-1` for `_lctype: −1`, and `100/1` for `100:1` or `100.1`.
    private func id(_ text: String) -> String {
        var id = text.filter { $0 != " " && $0 != "\"" }
        let keys = Set(shapes.compactMap { contents.idKey(of: $0) })
        if let sign = id.firstIndex(where: { $0 == ":" || $0 == "=" }), keys.contains(String(id[..<sign])) {
            id = String(id[id.index(after: sign)...])
        }
        // Minus signs and dashes of typeset texts.
        if let first = id.first, "\u{2212}\u{2013}\u{2010}\u{2011}".contains(first) { id = "-" + id.dropFirst() }
        if let number = Int64(id) { return String(number) }
        return String(id.map { $0 == ":" || $0 == "." ? "/" : $0 })
    }

    // MARK: Contents

    func read(_ bytes: [UInt8], as name: String) throws(WireError) -> CatalogueContent {
        let places = places(of: name)
        let id = id(name)
        guard let first = places.first else {
            throw WireError(.value, at: 0, expected: "a type that \(system.name) has, not \(name)")
        }
        let known = shapes[first]
        let form = contents.form(of: known)
        // The application's own type of that number.
        let own = known.id != id && known.id.map(contents.kinds(of: id).contains) ?? false ? id : nil
        if form != .json, let plain = try plain(bytes, form) { return content(known, own, form, plain) }
        let document = try JSONDocument(bytes)
        // Of several kinds with one id, the content is read as the one that it fits best.
        var best = (shape: known, findings: judge(document, known, own))
        for place in places.dropFirst() {
            let findings = judge(document, shapes[place], own)
            if findings.count < best.findings.count { best = (shapes[place], findings) }
        }
        let root = document.root
        var content = content(best.shape, own, .json, try document.value())
        if own == nil, let key = contents.idKey(of: best.shape), let number = root[key]?.wholeNumber.map(String.init),
            best.shape.id.map(contents.kinds(of: number).contains) ?? false
        {
            content.objectName = number
        }
        content.digest = contents.digest(root, as: best.shape)
        content.findings = best.findings
        return content
    }

    func write(_ bytes: [UInt8], as name: String, platform: String?) throws(WireError) -> [UInt8] {
        try read(bytes, as: name).form == .json ? JSONDocument(bytes).value().minified : bytes
    }

    private func content(
        _ shape: ContentShape,
        _ own: String?,
        _ form: CatalogueContent.Form,
        _ value: JSONValue
    ) -> CatalogueContent {
        CatalogueContent(
            system: system,
            objectName: own ?? shape.id ?? shape.name,
            form: form,
            value: value,
            digest: form == .text ? value.string ?? "" : "",
            findings: [],
            isReconstructed: contents.isReconstructed(shape)
        )
    }

    private func judge(_ document: JSONDocument, _ shape: ContentShape, _ own: String?) -> [ContentFinding] {
        let root = document.root
        var findings = contents.check(root, as: shape)
        if let key = contents.idKey(of: shape), let finding = shape.checkId(of: root, at: key, is: own) {
            findings.append(finding)
        }
        return findings
    }

    /// Returns a content that is no JSON; `nil` if it begins like an object, because it then has the entry's members.
    private func plain(_ bytes: [UInt8], _ form: CatalogueContent.Form) throws(WireError) -> JSONValue? {
        let first = bytes.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
        guard first != UInt8(ascii: "{") else { return nil }
        if form == .bytes {
            var writer = ByteWriter()
            writer.append(base64: bytes.span)
            return JSONValue(String(decodingUTF8: writer.span))
        }
        do throws(UTF8.ValidationError) {
            _ = try UTF8Span(validating: bytes.span)
        } catch {
            throw WireError(.string, at: error.byteOffsets.lowerBound, expected: "UTF-8")
        }
        return JSONValue(String(decodingUTF8: bytes.span))
    }
}

extension CatalogueEntry {
    /// Creates the entry of a shape.
    fileprivate init(_ shape: ContentShape, of system: MessagingSystem, isReconstructed: Bool) {
        // `reconstruction: only id and type were seen`
        let parts = shape.confidence.split(separator: ":", maxSplits: 1)
        let confidence = parts.first.map(String.init) ?? ""
        let note = parts.count > 1 ? String(parts[1].drop { $0 == " " }) : nil
        var facts: [Fact] = []
        if !shape.constants.isEmpty { facts.append(Fact("Constants", shape.constants.joined(separator: ", "))) }
        facts.append(Fact("Learnt from", shape.sources.joined(separator: "; ")))
        self.init(
            system: system,
            objectName: shape.id,
            title: shape.name,
            kind: shape.kind,
            confidence: confidence,
            isReconstructed: isReconstructed,
            classes: shape.classes,
            facts: facts,
            fields: shape.fields.map { field in
                let secret = field.secret.map { "secret: \($0)" }
                return Field(
                    key: field.key,
                    type: field.types.joined(separator: "|"),
                    isRequired: field.isRequired,
                    remarks: [field.note, secret ?? ""].filter { !$0.isEmpty }.joined(separator: "; ")
                )
            },
            note: note,
            example: shape.example.description,
            json: Self.json(shape, of: system, confidence, note, isReconstructed)
        )
    }

    private static func json(
        _ shape: ContentShape,
        of system: MessagingSystem,
        _ confidence: String,
        _ note: String?,
        _ isReconstructed: Bool
    ) -> JSONValue {
        func texts(_ texts: [String]) -> JSONValue { .array(texts.map { JSONValue($0) }) }
        var json: JSONValue = ["system": JSONValue(system.name.description)]
        json["objectName"] = shape.id.map { JSONValue($0) }
        json["title"] = JSONValue(shape.name)
        json["kind"] = JSONValue(shape.kind)
        json["confidence"] = JSONValue(confidence)
        if isReconstructed { json["reconstructed"] = true }
        var classes: JSONValue = [:]
        for (platform, names) in shape.classes.sorted(by: { $0.key < $1.key }) { classes[platform] = texts(names) }
        json["classes"] = classes
        if !shape.constants.isEmpty { json["constants"] = texts(shape.constants) }
        json["fields"] = .array(
            shape.fields.map { field in
                var object: JSONValue = [
                    "key": JSONValue(field.key), "type": JSONValue(field.types.joined(separator: "|")),
                    "required": .bool(field.isRequired),
                ]
                if !field.note.isEmpty { object["note"] = JSONValue(field.note) }
                object["secret"] = field.secret.map { JSONValue($0) }
                if isReconstructed, field.key != "*" { object["reconstructed"] = true }
                return object
            }
        )
        json["examples"] = ["full": JSONValue(shape.example.description)]
        json["note"] = note.map { JSONValue($0) }
        json["source"] = texts(shape.sources)
        return json
    }
}
