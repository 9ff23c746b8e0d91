package import WireFormat
import WireJSON

/// The object names, and the numbers in their place, of one source tree or of one adapter.
package struct NameTable: Sendable {
    /// The name in the report: a platform, or the folder.
    package var label: String
    /// Whether the table is compared with others; if so, it has a label of its own.
    package var isCompared: Bool
    /// Whether the table should have every name, as an adapter's table should.
    package var isComplete: Bool
    /// The message types that the sources declare.
    package var declarations: [NameDeclaration]
    /// The string literals that look like object names.
    package var literals: [NameLiteral]
    /// The numbers of types that the sources name without declaring them.
    package var mentions: [NumberMention] = []
    /// Declarations whose names cannot be read.
    package var unresolved: [UnresolvedName] = []
    /// The files and folders that were not read.
    package var unread: [SourceTree.Unread] = []
    /// The number of files that were read.
    package var fileCount: Int

    /// Reads the names of a source tree.
    ///
    /// - Parameters:
    ///   - label: the name in the report.
    ///   - isCompared: whether to compare it with other tables.
    ///   - sources: the files.
    ///   - unread: the files and folders that were not read.
    package init(label: String, isCompared: Bool, sources: [SourceFile], unread: [SourceTree.Unread] = []) {
        self.label = label
        self.isCompared = isCompared
        self.unread = unread
        isComplete = false
        fileCount = sources.count
        let texts = SourceConstants(sources, \.constants)
        let numbers = SourceConstants(sources, \.numbers)
        let read = NamingSystem.named.filter { named in
            !named.isReadWhereUsed || sources.contains { $0.marks.contains(.use, of: named.system) }
        }
        declarations = []
        literals = []
        for source in sources {
            literals += source.literals
            var code: SourceCode?
            for named in read {
                declarations += Self.listedTypes(source, of: named.system)
                // The types of such a system may also be in a file with the numbers of another system.
                let isBeside = named.isReadWhereUsed && source.marks.hasNumbers
                guard isBeside || source.marks.contains(.types, of: named.system) else { continue }
                let tokens = code ?? SourceCode(source)
                code = tokens
                let found = named.read(tokens, texts: texts, numbers: numbers)
                declarations += found.declarations
                unresolved += found.unresolved
                mentions += found.mentions
            }
        }
    }

    /// Returns the constants of a source that are numbers of a system's types.
    private static func listedTypes(_ source: SourceFile, of system: NamingSystem) -> [NameDeclaration] {
        source.listedTypes.filter { $0.system == system }.map { listed in
            var declaration = NameDeclaration(
                objectName: listed.value.text,
                className: listed.member,
                form: .constant,
                platform: source.platform,
                place: listed.value.place
            )
            declaration.system = system
            return declaration
        }
    }

    /// Reads the names of an adapter's table: a JSON array of `{"objectName", "persisted", "counted", "class"}`.
    ///
    /// The names belong to ``NamingSystem/unnamed``.
    ///
    /// - Throws: `json` if the bytes are not JSON, and `value` for another form.
    package init(label: String, adapterTable bytes: [UInt8]) throws(WireError) {
        self.label = label
        isCompared = true
        isComplete = true
        literals = []
        fileCount = 1
        guard let rows = try JSONValue(parsing: bytes).elements else {
            throw WireError(.value, at: 0, expected: "an array")
        }
        declarations = []
        for (index, row) in rows.enumerated() {
            guard let name = row["objectName"]?.string else {
                throw WireError(.value, at: 0, path: ["[\(index)]", "objectName"], expected: "a string")
            }
            var flags: TypeFlags?
            if let persisted = row["persisted"]?.bool, let counted = row["counted"]?.bool {
                var said: TypeFlags = counted ? [.counted] : []
                if persisted { said.insert(.persisted) }
                if row["status"]?.bool == true { said.insert(.status) }
                flags = said.completed
            }
            declarations.append(
                NameDeclaration(
                    objectName: name,
                    flags: flags,
                    className: row["class"]?.string,
                    form: .tableRow,
                    platform: SourcePlatform(rawValue: label)
                )
            )
        }
    }
}
