/// The open containers as a bit each, the innermost one lowest; allocates no memory up to 64 levels.
@frozen
@usableFromInline
struct JSONNesting {
    @usableFromInline let limit: Int
    @usableFromInline var depth = 0
    @usableFromInline var levels: UInt64 = 0
    @usableFromInline var outer: [UInt64] = []

    @inlinable
    @inline(__always)
    init(limit: Int) { self.limit = limit }

    /// Whether the innermost container is an object.
    @inlinable
    @inline(__always)
    var isObject: Bool { levels & 1 == 1 }

    /// Opens a container; returns `false` if the limit is reached.
    @inlinable
    @inline(__always)
    mutating func push(isObject: Bool) -> Bool {
        guard depth < limit else { return false }
        if depth & 63 == 0, depth > 0 { outer.append(levels) }
        levels = levels &<< 1 | (isObject ? 1 : 0)
        depth &+= 1
        return true
    }

    /// Closes the innermost container.
    @inlinable
    @inline(__always)
    mutating func pop() {
        levels &>>= 1
        depth &-= 1
        if depth & 63 == 0, depth > 0, let saved = outer.popLast() { levels = saved }
    }
}
