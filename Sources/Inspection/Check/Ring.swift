/// The latest of many values: a new one takes the place of the oldest.
struct Ring<Element: Sendable>: Sendable {
    /// How many there are at most; at least one.
    let limit: Int
    /// The values, in no order.
    private(set) var elements: [Element] = []
    private var oldest = 0

    init(limit: Int) { self.limit = max(1, limit) }

    /// Adds a value.
    ///
    /// - Returns: the oldest one, where the new one took its place.
    @discardableResult
    mutating func push(_ element: Element) -> Element? {
        guard elements.count >= limit else {
            elements.append(element)
            return nil
        }
        let old = elements[oldest]
        elements[oldest] = element
        oldest += 1
        if oldest == limit { oldest = 0 }
        return old
    }

    /// Forgets all values.
    mutating func removeAll() {
        elements = []
        oldest = 0
    }
}
