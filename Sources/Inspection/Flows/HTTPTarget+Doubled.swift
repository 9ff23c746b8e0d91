import Transport
import WireFormat

// Names that come more than once where a JSON object can show each only once.
extension [String] {
    /// Each name that comes more than once, in the order in which the names are repeated first.
    var doubled: [String] {
        var seen: Set<String> = []
        var doubled: Set<String> = []
        return filter { !seen.insert($0).inserted && doubled.insert($0).inserted }
    }
}

extension [HTTPTarget.Parameter] {
    /// The number of parameters up to which names are compared with each other, which is faster than a set of them.
    private static let few = 16

    /// Whether a name may come more than once; certain for few parameters.
    private var mayRepeatName: Bool {
        guard count <= Self.few else { return true }
        for index in indices.dropFirst() {
            let name = self[index].name
            for other in self[..<index] where other.name.utf8.count == name.utf8.count && other.name.isSpelled(as: name)
            {
                return true
            }
        }
        return false
    }

    /// Each name that comes more than once, in the order in which the names are repeated first.
    var doubledNames: [String] { mayRepeatName ? map(\.name).doubled : [] }

    /// The parameters without those that a later one of the same name replaces, as readers of JSON do.
    var lastOfEachName: [HTTPTarget.Parameter] {
        guard mayRepeatName else { return self }
        var kept: Set<String> = []
        return reversed().filter { kept.insert($0.name).inserted }.reversed()
    }
}
