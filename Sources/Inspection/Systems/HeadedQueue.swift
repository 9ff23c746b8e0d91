/// Values that wait in the order in which they came.
///
/// What is taken out leaves its place behind, and such places are given up together, so that most takings move nothing.
package struct HeadedQueue<Element: Sendable>: Sendable {
    private var elements: [Element] = []
    /// Places at the front whose values are taken.
    private var head = 0

    /// From so many on, places of taken values are given up where they are more than those of the others.
    private static var fewest: Int { 64 }

    package init() {}

    package var isEmpty: Bool { head == elements.count }
    package var count: Int { elements.count - head }
    /// The one that has waited for longest.
    package var first: Element? { head < elements.count ? elements[head] : nil }
    /// All that wait.
    package var waiting: ArraySlice<Element> { elements[head...] }

    package mutating func append(_ element: Element) { elements.append(element) }

    /// Takes the one out that has waited for longest.
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

    /// Forgets all values.
    package mutating func removeAll() {
        elements = []
        head = 0
    }
}
