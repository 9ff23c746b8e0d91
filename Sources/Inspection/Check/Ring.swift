/// A ring buffer of the latest values: when it is full, a new value replaces the oldest.
struct Ring<Element: Sendable>: Sendable {
    /// The maximum number of values; at least one.
    let limit: Int
    /// The values, in no order.
    private(set) var elements: [Element] = []
    private var oldest = 0

    init(limit: Int) { self.limit = max(1, limit) }

    /// Adds a value.
    ///
    /// - Returns: the oldest value, if the new value replaced it.
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

    mutating func removeAll() {
        elements = []
        oldest = 0
    }
}
