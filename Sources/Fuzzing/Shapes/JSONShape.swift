import WireFormat
import WireJSON

/// Takes JSON texts apart; white space between tokens is left out.
enum JSONShape {
    /// The shape of a text; `nil` when it is not JSON or too deep to be worth it.
    static func json(_ bytes: [UInt8]) -> Shape? {
        var limits = Limits()
        limits.jsonDepth = 64
        guard let value = try? JSONValue(parsing: bytes, limits: limits) else { return nil }
        return shape(value)
    }

    static func shape(_ value: JSONValue) -> Shape {
        switch value {
        case .object(let members):
            list(
                "object",
                "{",
                "}",
                members.map { member in
                    Shape(
                        "member",
                        [
                            text(JSONValue.string(member.key).minified, "key"),
                            Shape("colon", .token, [UInt8(ascii: ":")]),
                            shape(member.value),
                        ]
                    )
                }
            )
        case .array(let elements): list("array", "[", "]", elements.map(shape))
        case .string: text(value.minified, "string")
        case .number, .bool, .null: Shape("literal", .literal, value.minified)
        }
    }

    /// Elements with commas between them; each comma belongs to the element behind it, so that both go together.
    private static func list(_ name: String, _ open: String, _ close: String, _ elements: [Shape]) -> Shape {
        var parts = [Shape("open", .token, open.utf8)]
        for (index, element) in elements.enumerated() {
            parts.append(index == 0 ? element : Shape("more", [Shape("comma", .token, [UInt8(ascii: ",")]), element]))
        }
        parts.append(Shape("close", .token, close.utf8))
        return Shape(name, parts)
    }

    private static func text(_ quoted: [UInt8], _ name: String) -> Shape {
        Shape(
            name,
            [
                Shape("quote", .token, [UInt8(ascii: "\"")]),
                Shape(name, .text, quoted.dropFirst().dropLast()),
                Shape("quote", .token, [UInt8(ascii: "\"")]),
            ]
        )
    }
}
