import WireFormat
public import WireJSON

extension FieldPass {
    /// Handles a required text that carries JSON; an object in its place is read as its JSON text.
    public mutating func jsonText(_ key: StaticString, _ value: inout String) {
        switch step(key, or: { [] }, isRequired: true) {
        case .read(let view, let key): if let text = readJSONText(view, key) { value = text }
        case .write(let key): write(key, JSONValue(value))
        case .skip: break
        }
    }

    /// Handles an optional text that carries JSON; an object in its place is read as its JSON text.
    public mutating func jsonText(_ key: StaticString, _ value: inout String?) {
        switch step(key, or: { [] }, isRequired: false) {
        case .read(let view, let key): if let text = readJSONText(view, key) { value = text }
        case .write(let key): write(key, value.map { JSONValue($0) })
        case .skip: break
        }
    }

    /// Handles a required JSON object or array; its JSON text in its place is read too.
    public mutating func json(_ key: StaticString, _ value: inout JSONValue) {
        switch step(key, or: { [] }, isRequired: true) {
        case .read(let view, let key): if let json = readJSON(view, key) { value = json }
        case .write(let key): write(key, value)
        case .skip: break
        }
    }

    /// Handles an optional JSON object or array; its JSON text in its place is read too.
    public mutating func json(_ key: StaticString, _ value: inout JSONValue?, of platform: ContentPlatform? = nil) {
        switch step(key, or: { [] }, isRequired: false, of: platform) {
        case .read(let view, let key): if let json = readJSON(view, key) { value = json }
        case .write(let key): write(key, value)
        case .skip: break
        }
    }

    /// Handles a required list of texts.
    public mutating func texts(_ key: StaticString, _ value: inout [String]) {
        switch step(key, or: { [] }, isRequired: true) {
        case .read(let view, let key): if let texts = readTexts(view, key) { value = texts }
        case .write(let key): write(key, .array(value.map { JSONValue($0) }))
        case .skip: break
        }
    }

    /// Handles an optional list of texts.
    public mutating func texts(_ key: StaticString, _ value: inout [String]?) {
        switch step(key, or: { [] }, isRequired: false) {
        case .read(let view, let key): if let texts = readTexts(view, key) { value = texts }
        case .write(let key): write(key, value.map { .array($0.map { JSONValue($0) }) })
        case .skip: break
        }
    }

    /// Handles an optional object of texts, in its own order.
    public mutating func pairs(_ key: StaticString, _ value: inout [TextPair]?) {
        switch step(key, or: { [] }, isRequired: false) {
        case .read(let view, let key): if let pairs = readPairs(view, key) { value = pairs }
        case .write(let key): write(key, value.map { .object($0.map(\.member)) })
        case .skip: break
        }
    }

    /// Handles a required object of texts, in its own order.
    public mutating func pairs(_ key: StaticString, _ value: inout [TextPair]) {
        switch step(key, or: { [] }, isRequired: true) {
        case .read(let view, let key): if let pairs = readPairs(view, key) { value = pairs }
        case .write(let key): write(key, .object(value.map(\.member)))
        case .skip: break
        }
    }

    /// Handles an optional part; a part without content, such as `{}` or `[]`, counts as absent.
    @inline(__always)
    public mutating func part<Part: MessagePart>(_ key: StaticString, _ value: inout Part?) {
        if isDone { return }
        if takesInOrder, !isCheck, finder.comesNext(key), let view = finder.takeNextObject() {
            var saysSomething = false
            value = readPart(Part.self, view, key, saysSomething: &saysSomething)
            if !saysSomething, value == Part() { value = nil }
        } else {
            otherPart(key, &value)
        }
    }

    @inline(never)
    private mutating func otherPart<Part: MessagePart>(_ key: StaticString, _ value: inout Part?) {
        switch step(key, or: { [] }, isRequired: false) {
        case .read(let view, let key):
            var saysSomething = false
            value = readPart(Part.self, view, key, saysSomething: &saysSomething)
            guard !saysSomething, value == Part() else { return }
            value = nil
            guard isCheck else { return }
            let isKnown = key.description == "user" && (view.kind == .object || view.kind == .array)
            if isKnown { report(.emptyUser, at: key, "user says nothing, as Flutter and Go servers write it") }
        case .write(let key): if var part = value { write(key, written(&part, key)) }
        case .skip: break
        }
    }

    /// Handles a required list of parts.
    public mutating func parts<Part: MessagePart>(_ key: StaticString, _ value: inout [Part]) {
        switch step(key, or: { [] }, isRequired: true) {
        case .read(let view, let key): if let parts = readParts(Part.self, view, key) { value = parts }
        case .write(let key): write(key, .array(writtenParts(&value, key)))
        case .skip: break
        }
    }

    /// Handles an optional list of parts.
    public mutating func parts<Part: MessagePart>(_ key: StaticString, _ value: inout [Part]?) {
        switch step(key, or: { [] }, isRequired: false) {
        case .read(let view, let key): if let parts = readParts(Part.self, view, key) { value = parts }
        case .write(let key): if var parts = value { write(key, .array(writtenParts(&parts, key))) }
        case .skip: break
        }
    }

    /// Handles a list of parts that is the whole content.
    mutating func rootParts<Part: MessagePart>(_ value: inout [Part]) {
        isList = true
        if let written {
            written.elements = writtenParts(&value, nil)
        } else if let object, !isCheck || object.kind == .array, let parts = readParts(Part.self, object, "") {
            value = parts
        }
    }

    private mutating func readJSONText(_ view: JSONView, _ key: StaticString) -> String? {
        switch view.kind {
        case .object, .array:
            report(
                .objectForText,
                at: key,
                "\(key) is \(view.kind.words), text was expected; the web SDK and Java servers write it so",
                view.kind == .object ? .javaServer : nil
            )
            return String(decodingUTF8: view.spelling)
        default: return readText(view, key)
        }
    }

    private mutating func readJSON(_ view: JSONView, _ key: StaticString) -> JSONValue? {
        switch view.kind {
        case .object, .array: return try? view.value()
        case .string:
            if let inner = MessageSource.unwrapped(view) {
                report(.textForObject, at: key, "\(key) is an object as text; Android reads only the object")
                return try? inner.value()
            }
            fallthrough
        default:
            reportType(view, at: key, expected: "an object or array")
            return try? view.value()
        }
    }

    private mutating func readTexts(_ view: JSONView, _ key: StaticString) -> [String]? {
        if view.kind == .string {
            if let inner = MessageSource.unwrapped(view), inner.root.kind == .array {
                report(.textForObject, at: key, "\(key) is a list as text; Android reads only a list", .web)
                return Self.texts(in: inner.root)
            }
            reportType(view, at: key, expected: "a list of strings")
            return view.string.map { [$0] }
        }
        guard view.kind == .array else {
            reportType(view, at: key, expected: "a list of strings")
            return nil
        }
        if isCheck {
            var elements = view.elements
            while let element = elements.next() {
                guard element.kind != .string else { continue }
                reportType(element, at: key, expected: "a list of strings")
                break
            }
        }
        return Self.texts(in: view)
    }

    private static func texts(in view: JSONView) -> [String] {
        var texts: [String] = []
        texts.reserveCapacity(view.count)
        var elements = view.elements
        while let element = elements.next() {
            if element.isNull { continue }
            texts.append(element.string ?? String(decodingUTF8: element.spelling))
        }
        return texts
    }

    private mutating func readPairs(_ view: JSONView, _ key: StaticString) -> [TextPair]? {
        if view.kind == .string, let inner = MessageSource.unwrapped(view), inner.root.kind == .object {
            report(.textForObject, at: key, "\(key) is an object as text; Android reads both, others the object")
            return Self.pairs(in: inner.root)
        }
        guard view.kind == .object else {
            reportType(view, at: key, expected: "an object")
            return nil
        }
        return Self.pairs(in: view)
    }

    private static func pairs(in view: JSONView) -> [TextPair] {
        var pairs: [TextPair] = []
        var members = view.members
        while let member = members.next() {
            if member.value.isNull { continue }
            let value = member.value.string ?? String(decodingUTF8: member.value.spelling)
            pairs.append(TextPair(member.key.string ?? "", value))
        }
        return pairs
    }

    private mutating func readPart<Part: MessagePart>(
        _ type: Part.Type,
        _ view: JSONView,
        _ key: StaticString,
        at position: Int? = nil,
        saysSomething: inout Bool
    ) -> Part {
        var part = Part()
        guard view.kind == .object else {
            let isEmptyList = view.kind == .array && view.count == 0
            if !isEmptyList { reportType(view, at: key, expected: "an object") }
            return part
        }
        // An object without members means that there is no part, so nothing is missing in it.
        if isCheck, view.count == 0, position == nil { return part }
        var pass = FieldPass(reading: view, isCheck: isCheck, keepsTexts: keepsTexts)
        part.fields(&pass)
        if pass.mustReadAgain {
            pass = FieldPass(reading: view, isCheck: isCheck, isRepeated: true, keepsTexts: keepsTexts)
            part = Part()
            part.fields(&pass)
        }
        saysSomething = pass.hasText
        if !pass.findings.isEmpty {
            let found = pass.findings
            pass.findings = []
            add(found, of: key, at: position)
        }
        return part
    }

    /// Adds the findings of a part.
    private mutating func add(_ found: consuming [ContentDiagnostic], of key: StaticString, at position: Int?) {
        for index in found.indices { found[index].place.enter(key, at: position) }
        if findings.isEmpty { findings = found } else { findings += found }
    }

    private mutating func readParts<Part: MessagePart>(
        _ type: Part.Type,
        _ view: JSONView,
        _ key: StaticString
    ) -> [Part]? {
        guard view.kind == .array else {
            reportType(view, at: key, expected: "a list")
            return nil
        }
        var parts: [Part] = []
        parts.reserveCapacity(view.count)
        var elements = view.elements
        var saysSomething = false
        while let element = elements.next() {
            parts.append(readPart(type, element, key, at: parts.count, saysSomething: &saysSomething))
        }
        return parts
    }

    /// Returns the part as an object; keeps the keys of the object that the part was read from.
    private func written<Part: MessagePart>(_ part: inout Part, _ key: String) -> JSONValue {
        guard let outer = self.written else { return .null }
        let inner = WrittenFields(outer.spelling)
        if let view = object?[key], view.kind == .object {
            var pass = FieldPass(writing: inner, over: view)
            part.fields(&pass)
        } else {
            var pass = FieldPass(writing: inner)
            part.fields(&pass)
        }
        outer.parts[key] = [inner]
        return .object(inner.members)
    }

    private func writtenParts<Part: MessagePart>(_ parts: inout [Part], _ key: String?) -> [JSONValue] {
        guard let written else { return [] }
        var inner: [WrittenFields] = []
        if let list = key == nil ? object : object?[key ?? ""] {
            var elements = list.elements
            while inner.count < parts.count, let view = elements.next() {
                let fields = WrittenFields(written.spelling)
                if view.kind == .object {
                    var pass = FieldPass(writing: fields, over: view)
                    parts[inner.count].fields(&pass)
                } else {
                    var pass = FieldPass(writing: fields)
                    parts[inner.count].fields(&pass)
                }
                inner.append(fields)
            }
        }
        while inner.count < parts.count {
            let fields = WrittenFields(written.spelling)
            var pass = FieldPass(writing: fields)
            parts[inner.count].fields(&pass)
            inner.append(fields)
        }
        if let key { written.parts[key] = inner }
        return inner.map { .object($0.members) }
    }
}
