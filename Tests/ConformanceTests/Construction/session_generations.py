"""What rules ask for by the SDK's generation, at the versions where generations begin and end."""

from session_cases import near, planted
from session_wire import Talk, field, uid, up

# Versions at the edges of the generations.
VERSIONS = {"v2": ("2.0.0", "2.9.9"), "v3": ("3.0.0", "3.9.9"), "v4": ("4.0.0", "4.9.9"), "v5": ("5.0.0", "5.9.9")}
# The generations in which a topic is a query.
CHANGED = {"rtcSetData": ("v2",), "rtcDelData": ("v2",), "rtcUDel": ("v2",), "userSetData": ("v2", "v5")}
REQUESTS = {
    "rtcSetData": field(1, 1) + field(2, 1) + field(3, "k") + field(4, "v"), "rtcDelData": field(1, 1) + field(2, 1) + field(3, "k"),
    "rtcUDel": field(1, "k"), "userSetData": field(2, "RTC:Data"),
}


def recalls():
    for generation, versions in VERSIONS.items():
        for version in versions:
            for target, is_right in (("bob", generation == "v2"), ("ann", True)):
                talk = Talk(version=version)
                first = uid(talk.time // 1000 * 1000 + 7, 1)
                talk.message(1)
                content = '{"messageUId":"%s","conversationType":1,"targetId":"bob","sentTime":%d}' % (first, talk.time)
                event = talk.message(2, up("RC:RcCmd", content, 0), "recallMsg", target)
                name = f"recall-{version.replace('.', '-')}-{target}"
                what = f"SDK {version} recalls under the target {target}"
                if is_right:
                    yield near("target-wrong", name, what, talk, ["Limit"])
                else:
                    yield planted("target-wrong", name, what, talk, event, ["Limit"])


def kinds():
    """Topics that are a query in one generation and a message in another, as each sends them. The other way is no finding either."""
    for generation, versions in VERSIONS.items():
        for version in versions:
            for topic, queried in CHANGED.items():
                talk = Talk(version=version)
                kind = "query" if generation in queried else "publish"
                if kind == "query":
                    talk.query(1, topic, "room", REQUESTS[topic])
                    talk.answer(1)
                else:
                    talk.publish(1, REQUESTS[topic], topic, "room", 0x30)
                    talk.acknowledge(1)
                yield near("topic-kind", f"{topic.lower()}-{kind}-{version.replace('.', '-')}",
                           f"SDK {version} sends {topic} as {kind}", talk, ["Limit"])


def notices():
    """What a notice asks for, by the generation."""
    rule = "notify-without-pull"
    for generation, versions in VERSIONS.items():
        version = versions[0]
        for topic, kind, asked in (("s_cmd", 2, ("v4", "v5")), ("s_cmd", 3, ("v4", "v5")), ("s_cmd", 4, ()), ("s_cmd", 6, ("v5",)),
                                   ("s_us", None, ("v5",)), ("s_ntf", 1, ("v2", "v3", "v4", "v5"))):
            if topic == "s_us" and generation == "v2":
                continue
            talk = Talk(version=version)
            event = talk.push(1, field(1, 5000) + field(2, 0) if kind is None else field(1, kind) + field(2, talk.time), topic, 0x30)
            for _ in range(3 if generation == "v5" else 1):
                talk.wait(12 if generation != "v5" else 6).beat()
            what = f"SDK {version} asks for nothing after {topic}{'' if kind is None else f' of type {kind}'}"
            slug = f"{generation}-{topic.replace('_', '-')}{'' if kind is None else f'-{kind}'}"
            if generation in asked:
                yield planted(rule, slug, what, talk, event, ["Limit"])
            else:
                yield near(rule, slug, what, talk, ["Limit"])


def endings():
    """What the server may say in place of CONNACK."""
    for version, wait in (("2.5.10", 10), ("3.0.6", 10), ("4.2.0", 5), ("5.5.5", 5)):
        name = f"v{version[0]}"
        talk = Talk(version=version, accepted=False)
        talk.wait(1).frame("server", 0xE0, b"\0\4")
        talk.wait(wait + 1)
        yield near("connack-missing", f"disconnect-{name}", f"SDK {version} is answered with DISCONNECT in place of CONNACK", talk)


def texts():
    """Frames as text, which only the first two generations read: a list of byte values as decimal numbers."""
    for version in ("1.0.0", *(version for versions in VERSIONS.values() for version in versions)):
        talk = Talk(version=version)
        talk.frame("client", 0xC0)
        event = talk.send("server", b"208", text=True)
        name, what = version.replace(".", "-"), f"SDK {version} gets the heartbeat's answer as text"
        if version[0] in "12":
            yield near("text-frame", name, what, talk, ["Limit"])
        else:
            yield planted("text-frame", name, what, talk, event, ["Limit"])
    talk = Talk(version="4.2.0")
    talk.frame("client", 0xC0)
    talk.frame("server", 0xD0)
    yield near("text-frame", "binary", "SDK 4.2.0 gets the heartbeat's answer as bytes", talk)


PARTS = (recalls, kinds, notices, endings, texts)
