extension Array {
    /// Removes all elements and keeps the memory, quickly where there is none or one, as in most units.
    @inline(__always)
    mutating func clear() {
        if count == 1 {
            removeLast()
        } else if !isEmpty {
            removeAll(keepingCapacity: true)
        }
    }
}
