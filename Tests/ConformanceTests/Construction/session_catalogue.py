"""Contents of every message of the catalogue in sessions: as they should be, without a key that they need, with a value of another
type."""

from messages_common import ENTRIES, slug, text
from messages_contents import full, minimal
from session_cases import finding, session
from session_wire import Talk, up

# What refers to other messages has rules of its own; what is a list or is never sent is left out.
LEFT_OUT = {"RC:RcCmd", "RC:ReadNtf", "RC:RRReqMsg", "RC:Delivered"}
# A value that is of none of the types that readers take for one.
OTHER = {"string": [1], "int": [1], "double": [1], "bool": [1], "base64": [1], "array": 5}
# Where readers ask for more or less than the table, or a rule about limits finds something, too.
OTHERWISE = {
    "rc-vcmsg", "rc-vcmsg-missing", "rc-vcmsg-typed", "rc-sightmsg", "rc-stkmsg", "rc-dizntf-missing", "rc-uiumsg",
    "rc-logcmdmsg-missing", "rc-logcmdmsg-typed", "rc-pscmd", "rc-sfmsg-typed", "rc-rc-typed", "rc-cslm-missing", "rc-csei-typed",
    "rc-cscei-typed", "rc-csdhm-typed", "rc-cshm-typed", "rc-vcsummary",
}


def sent(contents, entry):
    """A session that sends contents one a second; the numbers of their events."""
    talk = Talk()
    events = []
    for number, content in enumerate(contents, 1):
        events.append(talk.named(entry["objectName"], text(content), entry["flags"]["value"] & 3, number))
        talk.wait(1)
        if number % 20 == 0:
            talk.beat()
    return talk, events


def contents():
    yield from (case for case in _contents() if case["id"].removeprefix("session-catalogue-") not in OTHERWISE)


def _contents():
    for name, entry in ENTRIES.items():
        # How a message that is neither stored nor counted, but a status, is marked on its way up is not known.
        if name in LEFT_OUT or not entry["fields"] or entry["flags"]["value"] == 16:
            continue
        keys = [field for field in entry["fields"] if "." not in field["key"] and "[" not in field["key"]]
        whole = full(entry)
        if not isinstance(whole, dict):
            continue
        talk, _ = sent([minimal(entry), whole], entry)
        yield session(f"catalogue-{slug(name)}", f"{name} with the least and with all that it has: something is found", talk, [],
                      ["Catalogue"])
        needed = [field["key"] for field in keys if field.get("required")]
        if needed:
            talk, events = sent([{key: value for key, value in whole.items() if key != missing} for missing in needed], entry)
            yield session(f"catalogue-{slug(name)}-missing", f"{name} without {', then without '.join(needed)}: not found", talk,
                          [finding("content-key", event) for event in events], ["Catalogue"])
        typed = [field for field in keys if field["type"] in OTHER and field["key"] in whole and field["key"] != "extra"]
        if typed:
            talk, events = sent([whole | {field["key"]: OTHER[field["type"]]} for field in typed], entry)
            names = ", then of ".join(field["key"] for field in typed)
            yield session(f"catalogue-{slug(name)}-typed", f"{name} with another type of {names}: not found", talk,
                          [finding("content-type", event) for event in events], ["Catalogue"])


PARTS = (contents,)
