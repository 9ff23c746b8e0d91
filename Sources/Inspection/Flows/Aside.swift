/// Keeps a value that is rarely there in memory of its own, so that its absence takes the room of a pointer only.
@propertyWrapper
struct Aside<Value> {
    private var place: [Value] = []

    /// Whether there is a value.
    var isThere: Bool { !place.isEmpty }

    /// What a function makes of the value where it lies.
    func map<Result>(_ body: (borrowing Value) -> Result) -> Result? { place.isEmpty ? nil : body(place[0]) }

    init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }

    var wrappedValue: Value? {
        get { place.first }
        set {
            if let newValue { place = [newValue] } else if !place.isEmpty { place = [] }
        }
    }
}
