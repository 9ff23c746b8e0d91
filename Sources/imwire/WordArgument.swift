import ArgumentParser

/// The value of an option that is one of a few words.
///
/// The library's own defaults would search all known type metadata at each start.
protocol WordArgument: ExpressibleByArgument, CaseIterable, RawRepresentable where RawValue == String {}

extension WordArgument {
    /// The words.
    public static var allValueStrings: [String] { allCases.map(\.rawValue) }
    /// Empty: the words explain themselves.
    public static var allValueDescriptions: [String: String] { [:] }
    /// The word.
    public var defaultValueDescription: String { rawValue }
}
