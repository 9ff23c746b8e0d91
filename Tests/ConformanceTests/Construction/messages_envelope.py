"""What many messages share: the sender, who is mentioned, burning after reading, the application's extra text."""

import json

from messages_common import decode

PORTRAIT = "https://img.example.org/a/p.png"
OTHER = "https://img.example.org/a/i.png"

# A text with the member given; then what may be made of that member. One of the forms has to be given, `absent` is
# none.
USER = [
    ("portrait", "D004", "takes the avatar from icon only", '{"id":"u-1","name":"美玲","portrait":"%s"}' % PORTRAIT),
    ("icon", "D004", "shows no avatar when its key is icon, the first generation's",
     '{"id":"u-1","name":"美玲","icon":"%s"}' % OTHER,
     '{"id":"u-1","name":"美玲","portrait":"%s"}' % OTHER),
    ("portrait-uri", "D004", "shows no avatar when its key is portraitUri, the web class's",
     '{"id":"u-1","name":"美玲","portraitUri":"%s"}' % OTHER, '{"id":"u-1","name":"美玲","portrait":"%s"}' % OTHER),
    ("portrait-url", "D004", "shows no avatar when its key is portraitUrl, the bridges'",
     '{"id":"u-1","name":"美玲","portraitUrl":"%s"}' % OTHER, '{"id":"u-1","name":"美玲","portrait":"%s"}' % OTHER),
    ("portrait-empty-icon", "D004", "takes an empty portrait although icon has the avatar",
     '{"id":"u-1","portrait":"","icon":"%s"}' % OTHER, '{"id":"u-1","portrait":"%s"}' % OTHER),
    ("portrait-null-icon", "D004", "takes a portrait that is null although icon has the avatar",
     '{"id":"u-1","portrait":null,"icon":"%s"}' % OTHER, '{"id":"u-1","portrait":"%s"}' % OTHER),
    ("portrait-before-icon", "D004", "lets icon win over portrait, or whatever comes last",
     '{"id":"u-1","portrait":"%s","icon":"%s"}' % (PORTRAIT, OTHER), '{"id":"u-1","portrait":"%s"}' % PORTRAIT),
    ("icon-written-first", "D004", "lets the spelling win that comes first",
     '{"icon":"%s","portraitUri":"%s","portrait":"%s","id":"u-1"}' % (OTHER, OTHER, PORTRAIT),
     '{"id":"u-1","portrait":"%s"}' % PORTRAIT),
    ("icon-before-uri", "D004", "lets portraitUri win over icon",
     '{"id":"u-1","portraitUri":"%s","icon":"%s"}' % (PORTRAIT, OTHER),
     '{"id":"u-1","portrait":"%s"}' % OTHER),
    ("id-only", "D005", "insists on a name or an avatar", '{"id":"u-1"}'),
    ("no-id", "D005", "fails on a sender without id", '{"name":"美玲","portrait":"%s"}' % PORTRAIT),
    ("empty-object", "D005", "makes a person of a sender that is an empty object", "{}", "absent",
     '{"id":null,"name":null}',
     '{"id":"","name":""}'),
    ("empty-array", "D005", "fails on a sender that is an empty list", "[]", "absent", '{"id":null,"name":null}'),
    ("null", "D005", "makes a person of a sender that is null", "null", "absent"),
    ("empty-text", "D005", "fails on a sender that is an empty text", '""', "absent", '{"id":null,"name":null}'),
    ("as-text", "D012", "fails on a sender written as text of an object", '"{\\"id\\":\\"u-1\\",\\"name\\":\\"美玲\\"}"',
     '{"id":"u-1","name":"美玲"}', "absent"),
    ("number", None, "fails on a sender that is a number", "7", "absent"),
    ("id-number", "D011", "loses the sender because the id is a number", '{"id":1001,"name":"美玲"}',
     '{"id":"1001","name":"美玲"}'),
    ("name-null", "D006", "shows the name \"null\"", '{"id":"u-1","name":null}', '{"id":"u-1","name":""}'),
    ("alias", None, "drops alias, the remark name of newer SDKs", '{"id":"u-1","name":"美玲","alias":"阿玲"}'),
    ("time", None, "drops time, the universal SDK's eighth key", '{"id":"u-1","name":"美玲","time":1700000000123}'),
    ("extra", None, "takes the sender's extra for the message's", '{"id":"u-1","name":"美玲","extra":"等级=2"}'),
    ("extra-null", "D006", "shows the sender's extra as \"null\"", '{"id":"u-1","extra":null}',
     '{"id":"u-1","extra":""}'),
    ("unknown-key", None, "drops keys of the sender that it does not know",
     '{"id":"u-1","name":"美玲","level":{"vip":3}}'),
    ("long-name", None, "cuts a name at 64 units or in the middle of a surrogate pair",
     '{"id":"u-1","name":"%s"}' % ("名" * 63 + "🐉龙")),
]

MENTIONED = [
    ("all", None, "insists on a list where all are mentioned", '{"type":1}'),
    ("all-empty-list", None, "drops a mention of all because its list is empty",
     '{"type":1,"userIdList":[]}'),
    ("all-with-list", None, "makes type 2 of a mention of all that lists users",
     '{"type":1,"userIdList":["u-2"],"mentionedContent":"有人@我"}'),
    ("listed", None, "loses the second of two who are mentioned", '{"type":2,"userIdList":["u-1002","用户三"]}'),
    ("listed-none", None, "takes type 2 without a list for all", '{"type":2}'),
    ("listed-twice", None, "makes a set of the list and so changes its order and length",
     '{"type":2,"userIdList":["u-3","u-1","u-3"]}'),
    ("list-null", "D006", "fails on a list that is null", '{"type":1,"userIdList":null}', '{"type":1,"userIdList":[]}'),
    ("list-text", "D072", "walks through the letters of a user id", '{"type":2,"userIdList":"u-1002"}',
     '{"type":2,"userIdList":["u-1002"]}', '{"type":2,"userIdList":null}', '{"type":2,"userIdList":[]}'),
    ("list-numbers", "D011", "loses users whose ids are numbers", '{"type":2,"userIdList":[1002]}',
     '{"type":2,"userIdList":["1002"]}'),
    ("type-text", "D011", "reads the type in quotes as nobody", '{"type":"2","userIdList":["u-1002"]}',
     '{"type":2,"userIdList":["u-1002"]}'),
    ("type-unknown", "D020", "indexes a table of two types", '{"type":3,"userIdList":["u-1002"]}'),
    ("no-type", "D020", "fails without a type", '{"userIdList":["u-1002"]}'),
    ("content-null", "D006", "pushes the text \"null\"", '{"type":1,"mentionedContent":null}',
     '{"type":1,"mentionedContent":""}'),
    ("content-empty", None, "fails on an empty push text", '{"type":2,"userIdList":["u-2"],"mentionedContent":""}',
     '{"type":2,"userIdList":["u-2"],"mentionedContent":null}'),
    ("empty-object", None, "mentions all where nobody is", "{}", "absent", '{"type":null,"userIdList":null}',
     '{"type":0}'),
    ("empty-array", "D005", "fails on an empty list in place of an object", "[]", "absent", '{"type":null}',
     '{"type":0}'),
    ("null", "D024", "fails where nobody is mentioned", "null", "absent"),
    ("unknown-key", None, "drops keys of the mention that it does not know", '{"type":1,"isSilent":true}'),
]

# The members as a whole: these are several, or not objects.
OTHERS = [
    ("burn", None, "reads burnDuration in milliseconds", '"isBurnAfterRead":true,"burnDuration":10'),
    ("burn-no-duration", None, "drops the burning when no duration is given", '"isBurnAfterRead":true'),
    ("burn-zero", None, "takes a duration of 0 for the key that says no", '"isBurnAfterRead":true,"burnDuration":0',
     '"isBurnAfterRead":true,"burnDuration":null'),
    ("burn-duration-only", None, "drops the duration that the universal SDK writes without isBurnAfterRead",
     '"burnDuration":10'),
    ("burn-false", None, "burns a message that Android marks with false and 0",
     '"isBurnAfterRead":false,"burnDuration":0',
     '"isBurnAfterRead":null,"burnDuration":null', '"isBurnAfterRead":false,"burnDuration":null',
     '"isBurnAfterRead":null,"burnDuration":0'),
    ("burn-duration-text", "D011", "reads a duration in quotes as 0", '"isBurnAfterRead":true,"burnDuration":"10"',
     '"isBurnAfterRead":true,"burnDuration":10'),
    ("burn-number", "D010", "reads the truth value 1 as no", '"isBurnAfterRead":1,"burnDuration":10',
     '"isBurnAfterRead":true,"burnDuration":10'),
    ("burn-number-zero", "D010", "takes the number 0 for yes because the key is there",
     '"isBurnAfterRead":0,"burnDuration":0',
     '"isBurnAfterRead":false,"burnDuration":0', '"isBurnAfterRead":null,"burnDuration":null',
     '"isBurnAfterRead":false,"burnDuration":null'),
    ("burn-null", "D006", "burns because a key is there with null", '"isBurnAfterRead":null,"burnDuration":null',
     '"isBurnAfterRead":false,"burnDuration":0', '"isBurnAfterRead":false,"burnDuration":null'),
    ("burn-long", None, "keeps the duration, a long on Android, in 32 bits",
     '"isBurnAfterRead":true,"burnDuration":2147483648'),
    ("burn-destruct", None, "takes the property's name destructDuration for the key",
     '"burnDuration":30,"destructDuration":5',
     '"burnDuration":30'),
    ("extra-object", "D162", "fails on, or writes [object Object] for, an extra that is an object", '"extra":{"级别":2}',
     '"extra":"{\\"级别\\":2}"', '"extra":null', '"extra":""'),
    ("extra-array", "D162", "fails on an extra that is a list", '"extra":["一"]', '"extra":"[\\"一\\"]"', '"extra":null',
     '"extra":""'),
    ("extra-number", "D162", "fails on an extra that is a number", '"extra":7', '"extra":"7"', '"extra":null',
     '"extra":""'),
    ("extra-true", "D162", "fails on an extra that is a truth value", '"extra":true', '"extra":"true"', '"extra":null',
     '"extra":""'),
    ("extra-json-text", "D012", "parses an extra that is text of an object", '"extra":"{\\"级别\\": 2}"'),
    ("extra-null-text", "D006", "takes the text \"null\" for no extra", '"extra":"null"'),
    ("extra-blank", "D006", "trims an extra of blanks to nothing", '"extra":"  "'),
    ("all", None, "reads one of the shared keys only", '"extra":"k","user":{"id":"u-1"},"mentionedInfo":{"type":1},'
     '"isBurnAfterRead":true,"burnDuration":5'),
]


def _text(member, form):
    return '{"content":"早","%s":%s,"x-after":1}' % (member, form)


def _member(group, member, rows):
    for ident, difference, mistake, written, *others in rows:
        forms = [written] + others
        values = [{"content": "早", member: None if form == "absent" else json.loads(form)} for form in forms]
        if any(form == "absent" for form in others) and written in ("{}", "[]", "null"):
            # An empty object as a pattern would let any sender pass; the forms after it say what may be in it.
            values = [value for value in values if value[member] != {}]
        yield decode(
            f"{group}-{ident}", "RC:TxtMsg", _text(member, written),
            f"A reader that {mistake} ({member}), or loses the text beside it.", level="should", flags=[FLAGS[member]],
            source="catalogue, envelope" + (f", {difference}" if difference else ""), values=values)


FLAGS = {"user": "UserInfo", "mentionedInfo": "MentionedInfo"}


def cases():
    yield from _member("user", "user", USER)
    yield from _member("mentioned", "mentionedInfo", MENTIONED)
    for ident, difference, mistake, written, *others in OTHERS:
        values = [json.loads('{"content":"早",%s}' % form) for form in [written] + others]
        yield decode(
            "shared-" + ident, "RC:TxtMsg", '{"content":"早",%s}' % written,
            f"A reader that {mistake}, or loses the text beside it.",
            level="should", flags=["Burn" if ident.startswith("burn") else "Extra"],
            source="catalogue, envelope" + (f", {difference}" if difference else ""), values=values)
    quote = ('{"content":"好","referMsgUserId":"u-2","objName":"RC:TxtMsg","referMsg":{"content":"去吗","extra":"里",'
             '"user":{"id":"u-2","icon":"%s"},"isBurnAfterRead":true,"burnDuration":3},"extra":"外",'
             '"user":{"id":"u-1"}}' % OTHER)
    yield decode(
        "shared-in-quote", "RC:ReferenceMsg", quote,
        "A reader that lets the extra, sender or burning of the quoted message overwrite those of the message around "
        "it.",
        level="must", flags=["UserInfo", "Extra", "Burn"], source="catalogue, RC:ReferenceMsg",
        value={"content": "好", "referMsg": {"content": "去吗", "extra": "里"}, "extra": "外",
               "user": {"id": "u-1", "portrait": None, "icon": None}, "isBurnAfterRead": None, "burnDuration": None})
    yield decode(
        "shared-on-other-type", "RC:StkMsg",
        '{"packageId":"p01","stickerId":"s07","digest":"哈哈","width":240,"height":200,"mentionedInfo":{"type":1}}',
        "A reader that fails on shared keys of a type that is documented without them.", level="should",
        flags=["MentionedInfo"], source="catalogue, RC:StkMsg",
        value={"packageId": "p01", "stickerId": "s07", "digest": "哈哈", "width": 240, "height": 200})
    yield decode(
        "shared-user-first", "RC:FileMsg",
        '{"user":{"id":"u-1","name":"发送者"},"name":"报告.pdf","size":1,"type":"pdf",'
        '"fileUrl":"https://f.example.org/d/1"}',
        "A reader that searches the text for \"name\" and takes the sender's name for the file's.", level="must",
        flags=["UserInfo"], source="catalogue, RC:FileMsg")
