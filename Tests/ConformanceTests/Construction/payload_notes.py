"""What the flags of the payload group mean, and where each fact is from."""

NOTES = {
    "Generation": "Fields that came with a later SDK generation. Source: schemas of the web SDKs 1 to 5.",
    "UnknownField": "Fields that the schema lacks are skipped, whatever their wire type. Source: protobuf's encoding.",
    "Order": (
        "Fields may come in any order; of a repeated single field the last one counts, nested messages are merged. "
        "Source: protobuf's encoding."
    ),
    "OpenEnum": (
        "Values that the schema lacks occur (12, an RTC room, in ChannelType) and are shown as numbers. Source: traffic"
        " of the web SDKs."
    ),
    "Required": "A required field is missing: refused, or what is there is shown without inventing the rest.",
    "WireType": "A known number with another wire type is an unknown field. Source: protobuf's encoding.",
    "Varint": "Varints have at most ten bytes; more than a type's bits are cut off. Source: protobuf's encoding.",
    "Group": (
        "Groups (wire types 3 and 4) are in no schema but may be skipped as unknown fields. Source: protobuf's"
        " encoding."
    ),
    "Text": (
        "string is UTF-8 here, unlike a frame's texts; what to do with other bytes is left open (U+FFFD, or refused)."
    ),
    "Moved": "Numbers whose meaning changed between builds of the SDKs. Source: schemas of the web SDKs.",
    "Mapping": "What the JSON mapping lets a writer say in more than one way. Source: protobuf's JSON mapping.",
    "Bits64": "64-bit integers are text in the JSON mapping, since doubles lose digits beyond 2^53.",
}
