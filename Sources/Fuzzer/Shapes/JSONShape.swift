package import FuzzInputs
import WireFormat
import WireJSON

/// Creates the shapes of JSON texts; white space between tokens is left out.
package enum JSONShape {
    /// Returns the shape of a text; `nil` if it is not JSON or nested more than 64 levels deep.
    package static func json(_ bytes: [UInt8]) -> Shape? {
        var limits = JSONLimits()
        limits.depth = 64
        guard let document = try? JSONDocument(bytes, limits: limits) else { return nil }
        return shape(document.root)
    }

    private static func shape(_ view: JSONView) -> Shape {
        switch view.kind {
        case .object:
            var members: [Shape] = []
            var views = view.members
            while let member = views.next() {
                let colon = Shape("colon", .token, [UInt8(ascii: ":")])
                members.append(Shape("member", [text(member.key, "key"), colon, shape(member.value)]))
            }
            return list("object", "{", "}", members)
        case .array:
            var elements: [Shape] = []
            var views = view.elements
            while let element = views.next() { elements.append(shape(element)) }
            return list("array", "[", "]", elements)
        case .string: return text(view, "string")
        case .number, .bool, .null: return Shape("literal", .literal, Array(copying: view.spelling))
        }
    }

    /// Returns elements with commas between them; a comma and the next element are one node, to be removed together.
    private static func list(_ name: String, _ open: String, _ close: String, _ elements: [Shape]) -> Shape {
        var parts = [Shape("open", .token, open.utf8)]
        for (index, element) in elements.enumerated() {
            parts.append(index == 0 ? element : Shape("more", [Shape("comma", .token, [UInt8(ascii: ",")]), element]))
        }
        parts.append(Shape("close", .token, close.utf8))
        return Shape(name, parts)
    }

    private static func text(_ view: JSONView, _ name: String) -> Shape {
        Shape(
            name,
            [
                Shape("quote", .token, [UInt8(ascii: "\"")]),
                Shape(name, .text, Array(copying: view.spelling).dropFirst().dropLast()),
                Shape("quote", .token, [UInt8(ascii: "\"")]),
            ]
        )
    }
}
