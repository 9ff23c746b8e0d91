/// Finds the numbers of one system's types in a source file.
protocol TypeNumberReader {
    /// The system.
    static var system: NamingSystem { get }
    /// The file.
    var code: SourceCode { get }
    /// The reader for expressions of numbers.
    var numbers: SourceExpression { get }
    /// The declarations found so far.
    var result: SourceTypes { get set }
}

extension TypeNumberReader {
    var source: SourceFile { code.source }
    var language: SourceLanguage { code.source.language }
    var tokens: [SourceToken] { code.source.tokens }

    func token(_ index: Int) -> SourceToken? { code.token(index) }

    /// Records a declaration, or an unresolved one if there is no number.
    mutating func note(_ number: SourceText?, _ className: String?, _ form: NameForm, at offset: Int) {
        guard let number else {
            result.unresolved.append(
                UnresolvedName(
                    prefix: "",
                    className: className,
                    platform: source.platform,
                    place: source.place(offset),
                    system: Self.system
                )
            )
            return
        }
        var declaration = NameDeclaration(
            objectName: number.text,
            className: className,
            form: form,
            platform: source.platform,
            place: source.place(offset),
            namePlace: number.place
        )
        declaration.system = Self.system
        result.declarations.append(declaration)
    }

    /// Records a number that is named without being declared.
    mutating func mention(_ number: String, at offset: Int) {
        result.mentions.append(
            NumberMention(
                system: Self.system,
                number: number,
                place: source.place(offset),
                platform: source.platform
            )
        )
    }
}
