public import WireFormat

/// A system's catalogue of message contents: lists the kinds, and reads and writes single contents.
///
/// A name stands for an entry if it is the type's id, its name, or an SDK's class or constant for it.
public protocol SystemCatalogue: Sendable {
    /// All kinds of content, in the order of the catalogue.
    var entries: [CatalogueEntry] { get }

    /// Returns the indices in ``entries`` for a name; several if one id has several meanings.
    func places(of name: String, _ match: CatalogueMatch) -> [Int]

    /// Returns the known names most like an unknown name.
    func nearest(to name: String) -> [String]

    /// Reads a content as the kind with a name.
    ///
    /// - Throws: `json` or `string` at the unreadable place, `limit`; `value` for an unknown name if the system cannot
    ///   do without a known one.
    func read(_ bytes: [UInt8], as name: String) throws(WireError) -> CatalogueContent

    /// Writes a content anew.
    ///
    /// - Parameters:
    ///   - bytes: the content.
    ///   - name: the name of the content's kind, which ``places(of:)`` knows.
    ///   - platform: the platform whose spelling is written; `nil` for the documented spelling.
    /// - Throws: as ``read(_:as:)``.
    func write(_ bytes: [UInt8], as name: String, platform: String?) throws(WireError) -> [UInt8]
}

/// The strictness with which a name is matched.
public enum CatalogueMatch: CaseIterable, Sendable {
    /// The name is spelt as in the catalogue.
    case exact
    /// The name is in another letter case, or is one of the application's own types.
    case loose
}

extension SystemCatalogue {
    /// Returns the indices for a name: those of exact matches, or if there are none, those of loose matches.
    public func places(of name: String) -> [Int] {
        let exact = places(of: name, .exact)
        return exact.isEmpty ? places(of: name, .loose) : exact
    }
}
