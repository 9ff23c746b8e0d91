import Transport

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
    /// The parameters without those that a later one of the same name replaces, as readers of JSON do.
    var lastOfEachName: [HTTPTarget.Parameter] {
        var kept: Set<String> = []
        return reversed().filter { kept.insert($0.name).inserted }.reversed()
    }
}
