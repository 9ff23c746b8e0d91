/// The confidence in an entry of the catalogue.
public enum CatalogueConfidence: String, CaseIterable, Sendable {
    /// Read from code or headers of at least one platform.
    case high
    /// Inferred in part.
    case medium
    /// Only the name is certain.
    case low
}
