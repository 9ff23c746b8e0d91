/// Iterates over the elements of an array.
///
/// ```swift
/// var elements = view.elements
/// while let element = elements.next() { print(element.kind) }
/// ```
public struct JSONElements: ~Escapable {
    private let array: JSONView
    private var child: Int
    private let end: Int

    @_lifetime(copy array)
    init(_ array: JSONView) {
        self.array = array
        child = array.index &+ 1
        end = array.node.kind == .array ? Int(array.node.link) : child
    }

    /// Returns the next element, or `nil` after the last one.
    @_lifetime(copy self)
    @_lifetime(self: copy self)
    public mutating func next() -> JSONView? {
        guard child < end else { return nil }
        let element = array.at(child)
        child = element.nextIndex
        return element
    }
}
