extension Array {
    /// Removes all elements and keeps the memory; fast for zero or one element, the usual case.
    @inline(__always)
    mutating func clear() {
        if count == 1 {
            removeLast()
        } else if !isEmpty {
            removeAll(keepingCapacity: true)
        }
    }
}
