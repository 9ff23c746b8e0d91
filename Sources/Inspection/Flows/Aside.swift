/// Stores a value that is rarely present out of line, so that an absent value takes only the space of a pointer.
@propertyWrapper
struct Aside<Value> {
    private var place: [Value] = []

    var isThere: Bool { !place.isEmpty }

    /// Returns the result of `body` on the value in place, without a copy; `nil` if there is no value.
    func map<Result>(_ body: (borrowing Value) -> Result) -> Result? { place.isEmpty ? nil : body(place[0]) }

    init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }

    var wrappedValue: Value? {
        get { place.first }
        set {
            if let newValue { place = [newValue] } else if !place.isEmpty { place = [] }
        }
    }
}
