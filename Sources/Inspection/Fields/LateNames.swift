/// The names of a field, computed on demand.
final class LateNames: Hashable, Sendable {
    private let make: @Sendable () -> [String]

    init(_ make: @escaping @Sendable () -> [String]) { self.make = make }

    var names: [String] { make() }

    static func == (one: LateNames, other: LateNames) -> Bool { one === other }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
