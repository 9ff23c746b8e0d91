public import WireFormat

/// What a system knows of the contents of its messages: the kinds there are, and how one content is read and written.
///
/// A name stands for an entry when it is the type's id, its name, the class or the constant that an SDK has for it.
public protocol SystemCatalogue: Sendable {
    /// All kinds of content, in the order of the catalogue.
    var entries: [CatalogueEntry] { get }

    /// The places in ``entries`` of what a name stands for; several where one id has several meanings.
    func places(of name: String, _ match: CatalogueMatch) -> [Int]

    /// The names that are most like one that stands for nothing.
    func nearest(to name: String) -> [String]

    /// Reads a content under a name.
    ///
    /// - Throws: `json` or `string` at what cannot be read, `limit`; `value` for a name that stands for nothing where the
    ///   system can do nothing without.
    func read(_ bytes: [UInt8], as name: String) throws(WireError) -> CatalogueContent

    /// Writes a content anew.
    ///
    /// - Parameters:
    ///   - bytes: the content.
    ///   - name: what the content is: a name that ``places(of:)`` knows.
    ///   - platform: whose spelling; `nil` for the documented one.
    /// - Throws: as ``read(_:as:)``.
    func write(_ bytes: [UInt8], as name: String, platform: String?) throws(WireError) -> [UInt8]
}

/// How well a name must fit.
public enum CatalogueMatch: CaseIterable, Sendable {
    /// As it is spelt in the catalogue.
    case exact
    /// In another letter case, or as one of the application's own types.
    case loose
}

extension SystemCatalogue {
    /// The places of what a name stands for, those that fit exactly before others.
    public func places(of name: String) -> [Int] {
        let exact = places(of: name, .exact)
        return exact.isEmpty ? places(of: name, .loose) : exact
    }
}
