import ArgumentParser

/// The value of an option that is one of a few words.
///
/// The library would find the same by looking through all that is known of the types, at each start.
protocol WordArgument: ExpressibleByArgument, CaseIterable, RawRepresentable where RawValue == String {}

extension WordArgument {
    /// The words.
    public static var allValueStrings: [String] { allCases.map(\.rawValue) }
    /// None: the words say what they mean.
    public static var allValueDescriptions: [String: String] { [:] }
    /// The word.
    public var defaultValueDescription: String { rawValue }
}
