/// A queue: values in the order in which they arrived.
///
/// `popFirst()` leaves an empty place at the front. Empty places are removed together, so that most calls move nothing.
package struct HeadedQueue<Element: Sendable>: Sendable {
    private var elements: [Element] = []
    /// The number of empty places at the front.
    private var head = 0

    /// The number of empty places up to which they are kept, even if they outnumber the values.
    private static var fewest: Int { 64 }

    package init() {}

    package var isEmpty: Bool { head == elements.count }
    package var count: Int { elements.count - head }
    /// The value that has waited longest.
    package var first: Element? { head < elements.count ? elements[head] : nil }
    /// All values that wait, the oldest first.
    package var waiting: ArraySlice<Element> { elements[head...] }

    package mutating func append(_ element: Element) { elements.append(element) }

    /// Removes and returns the value that has waited longest.
    @discardableResult
    package mutating func popFirst() -> Element? {
        guard head < elements.count else { return nil }
        let element = elements[head]
        head += 1
        if head == elements.count {
            elements.removeAll(keepingCapacity: true)
            head = 0
        } else if head > Self.fewest, head * 2 > elements.count {
            elements.removeFirst(head)
            head = 0
        }
        return element
    }

    /// Changes the values from the latest one backwards, until `change` returns `false`.
    package mutating func changeLatest(_ change: (inout Element) -> Bool) {
        var index = elements.count
        while index > head {
            index -= 1
            guard change(&elements[index]) else { return }
        }
    }

    /// Forgets all values.
    package mutating func removeAll() {
        elements = []
        head = 0
    }
}
