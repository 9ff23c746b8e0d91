"""What rules of validation find fault with: odd, but accepted and kept, since a receiver has to live with it."""

import base64
import json
import struct

from messages_common import AMR, JPEG, decode
from messages_contents import UID


def _b64(data):
    return base64.b64encode(data).decode()


def _amr(frames, tail=b""):
    """AMR-NB of silence at 12.2 kbit/s: frames of 32 bytes, 20 ms each (RFC 4867, section 5)."""
    return _b64(b"#!AMR\n" + (b"\x3c" + bytes(31)) * frames + tail)


def _jpeg(width, height, length=0):
    """A JPEG with the sides in its frame header, filled up with a comment of zeros to about the length."""
    comment = b"\xff\xfe" + struct.pack(">H", length + 2) + bytes(length) if length else b""
    frame = b"\xff\xc0" + struct.pack(">HBHHB", 11, 8, height, width, 1) + b"\x01\x11\x00"
    return _b64(b"\xff\xd8" + comment + frame + b"\xff\xd9")


PNG = _b64(bytes.fromhex("89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489"))
BROKEN_LINES = AMR[:20] + r"\r\n" + AMR[20:40] + r"\n" + AMR[40:]


def _voice(content, duration=1):
    return '{"content":"%s","duration":%d}' % (content, duration)


def _image(content):
    return '{"content":"%s","imageUri":"https://f.example.org/i/1.jpg"}' % content


PUT = json.dumps({f"k{n}": str(n) for n in range(21)}, separators=(",", ":"))

# id, rule, what a reader does wrong, object name, what is written, other forms that are all right.
ROWS = [
    ("line-breaks", "base64-line-breaks", "refuses base64 with line breaks", "RC:VcMsg", _voice(BROKEN_LINES),
     _voice(AMR)),
    ("data-prefix", "base64-data-url", "refuses, or cuts, base64 behind a data: prefix", "RC:ImgMsg",
     _image("data:image/jpeg;base64," + JPEG), _image(JPEG)),
    ("url-alphabet", "base64-url-alphabet", "fails on base64 of the URL alphabet", "RC:ImgMsg",
     _image(JPEG.replace("/", "_")),
     _image(JPEG)),
    ("no-padding", "base64-invalid", "refuses base64 without its padding", "RC:ImgMsg", _image(JPEG.rstrip("=")),
     _image(JPEG)),
    ("no-base64", "base64-invalid", "loses the address beside a thumbnail that is no base64", "RC:ImgMsg",
     _image("####")),
    ("one-letter", "base64-invalid", "reads beyond a base64 text of one letter", "RC:VcMsg", _voice("I")),
    ("wave", "amr-header", "crashes on audio that is WAV", "RC:VcMsg", _voice(_b64(b"RIFF\x24\0\0\0WAVEfmt "))),
    ("amr-wide-band", "amr-header", "fails on, or writes anew, audio that is AMR-WB", "RC:VcMsg",
     _voice(_b64(b"#!AMR-WB\n\x7c"))),
    ("amr-cut", "amr-frames", "reads beyond a last frame that is cut", "RC:VcMsg", _voice(_amr(50, b"\x3c\0"))),
    ("amr-reserved", "amr-frames", "never gets past a frame of a reserved type", "RC:VcMsg", _voice(_amr(50, b"\x64"))),
    ("amr-header-only", "amr-duration", "divides by the number of frames, which is 0", "RC:VcMsg", _voice(_amr(0))),
    ("duration-too-long", "amr-duration", "corrects a stated duration that is not the audio's own", "RC:VcMsg",
     _voice(_amr(100), 10)),
    ("voice-61", "voice-too-long", "cuts a voice of 61 seconds to 60", "RC:HQVCMsg",
     '{"remoteUrl":"https://f.example.org/v/1.aac","duration":61}'),
    ("voice-negative", "value-limit", "fails on a duration below 0", "RC:HQVCMsg",
     '{"remoteUrl":"https://f.example.org/v/1.aac","duration":-3}'),
    ("png", "thumbnail-not-jpeg", "fails on a thumbnail that is PNG", "RC:ImgMsg", _image(PNG)),
    ("wide", "thumbnail-pixels", "drops a thumbnail of more than 240 pixels", "RC:ImgMsg", _image(_jpeg(1000, 10))),
    ("map-size", "thumbnail-pixels", "drops a map of 408 pixels, as Android draws it", "RC:LBSMsg",
     '{"content":"%s","latitude":1.5,"longitude":2.5,"poi":"图"}' % _jpeg(408, 240)),
    ("thumbnail-12k", "thumbnail-size", "drops a thumbnail above the advised 10 KB", "RC:ImgMsg",
     _image(_jpeg(120, 90, 12000))),
    ("thumbnail-empty", "base64-invalid", "decodes an empty thumbnail and fails", "RC:ImgMsg", _image("")),
    ("latitude-91", "coordinate-range", "refuses or clamps a latitude beyond the pole", "RC:RL",
     '{"latitude":90.5,"longitude":10.5}'),
    ("longitude-181", "coordinate-range", "wraps a longitude beyond the date line", "RC:RL",
     '{"latitude":10.5,"longitude":-180.5}'),
    ("gif-3-mb", "value-limit", "drops a GIF above 2 MB", "RC:GIFMsg",
     '{"remoteUrl":"https://f.example.org/g/1.gif","gifDataSize":3145728,"width":10,"height":10}'),
    ("sight-121", "value-limit", "cuts a video of 121 seconds", "RC:SightMsg",
     '{"sightUrl":"https://f.example.org/s/1.mp4","content":"%s","duration":121,"size":9,"name":"1.mp4"}' % JPEG),
    ("url-content", "url-local", "drops an address of Android's own, content://", "RC:FileMsg",
     '{"name":"a","size":1,"type":"t","fileUrl":"content://media/external/file/1"}'),
    ("url-relative", "url-local", "refuses a path in place of an address", "RC:HQVCMsg",
     '{"remoteUrl":"/v/1.aac","duration":3}'),
    ("url-other-letters", "url-local", "refuses or rewrites an address with letters outside ASCII", "RC:FileMsg",
     '{"name":"a","size":1,"type":"t","fileUrl":"https://例子.example/文件 1.pdf?a=1&b=%2F"}'),
    ("room-key-129", "value-limit", "cuts a key of a chat room at 128 letters", "RC:chrmKVNotiMsg",
     '{"type":1,"key":"%s","value":"v"}' % ("k" * 129)),
    ("room-key-letters", "value-limit", "refuses a key with letters that the documentation does not list",
     "RC:chrmKVNotiMsg",
     '{"type":1,"key":"麦位 #1","value":"v"}'),
    ("room-value-4097", "value-limit", "cuts a value of a chat room at 4096 letters", "RC:chrmKVNotiMsg",
     '{"type":1,"key":"k","value":"%s"}' % ("v" * 4097)),
    ("expansion-21", "value-limit", "keeps 20 pairs of an expansion", "RC:MsgExMsg",
     '{"mid":"%s","put":%s}' % (UID, PUT)),
    ("expansion-key", "value-limit", "drops a pair whose key has a blank, or with it all the others", "RC:MsgExMsg",
     '{"mid":"%s","put":{"a b":"1","c":"2"}}' % UID),
    ("expansion-value-number", "wrong-type", "drops a pair whose value is a number", "RC:MsgExMsg",
     '{"mid":"%s","put":{"票":1}}' % UID, '{"mid":"%s","put":{"票":"1"}}' % UID),
    ("expansion-value-null", "null-value", "sets the text \"null\" for a pair whose value is null", "RC:MsgExMsg",
     '{"mid":"%s","put":{"票":null,"c":"2"}}' % UID, '{"mid":"%s","put":{"票":"","c":"2"}}' % UID),
    ("operation-own", "operation-unofficial", "drops a notice whose operation is in small letters", "RC:GrpNtf",
     '{"operatorUserId":"u-1","operation":"add","data":"[]","message":"欢迎"}'),
    ("data-plain", "data-not-json", "fails on data that is no JSON", "RC:CmdMsg", '{"name":"点名","data":"a=1&b=2"}'),
    ("data-cut", "data-not-json", "fails on data that is JSON cut off", "RC:CmdNtf",
     '{"name":"提醒","data":"{\\"a\\":"}'),
    ("data-array", "data-not-json", "insists on an object in data", "RC:CmdMsg", '{"name":"点名","data":"[1,2]"}'),
    ("data-empty", "data-not-json", "parses data that is empty", "RC:ProfileNtf", '{"operation":"Update","data":""}'),
    ("content-number", "wrong-type", "fails on a number where text is documented", "RC:TxtMsg",
     '{"content":7,"extra":"k"}',
     '{"content":"7","extra":"k"}', '{"content":"","extra":"k"}', '{"content":null,"extra":"k"}'),
    ("content-object", "wrong-type", "fails on an object where text is documented", "RC:TxtMsg",
     '{"content":{"t":"早"},"extra":"k"}',
     '{"content":"{\\"t\\":\\"早\\"}","extra":"k"}', '{"content":"","extra":"k"}', '{"content":null,"extra":"k"}'),
    ("content-true", "wrong-type", "fails on a truth value where text is documented", "RC:InfoNtf",
     '{"message":true,"extra":"k"}',
     '{"message":"true","extra":"k"}', '{"message":"","extra":"k"}', '{"message":null,"extra":"k"}'),
    ("size-word", "wrong-type", "fails on a word where a number is documented", "RC:FileMsg",
     '{"name":"a","size":"大","type":"t","fileUrl":"u"}', '{"name":"a","size":0,"type":"t","fileUrl":"u"}',
     '{"name":"a","size":null,"type":"t","fileUrl":"u"}'),
    ("size-blank", "wrong-type", "reads a number in an empty text beyond its end", "RC:FileMsg",
     '{"name":"a","size":"","type":"t","fileUrl":"u"}', '{"name":"a","size":0,"type":"t","fileUrl":"u"}',
     '{"name":"a","size":null,"type":"t","fileUrl":"u"}'),
    ("size-object", "wrong-type", "casts an object to a number", "RC:FileMsg",
     '{"name":"a","size":{},"type":"t","fileUrl":"u"}',
     '{"name":"a","size":0,"type":"t","fileUrl":"u"}', '{"name":"a","size":null,"type":"t","fileUrl":"u"}'),
    ("list-object", "wrong-type", "walks through an object where a list is documented", "RC:BurnNoticeMsg",
     '{"burnMessageUIds":{"0":"%s"}}' % UID, '{"burnMessageUIds":[]}', '{"burnMessageUIds":null}',
     '{"burnMessageUIds":["%s"]}' % UID),
    ("list-null-inside", "null-value", "fails on null inside a list", "RC:CombineMsg",
     '{"remoteUrl":"u","conversationType":1,"nameList":["美玲",null],"summaryList":["好"]}',
     '{"remoteUrl":"u","conversationType":1,"nameList":["美玲"],"summaryList":["好"]}',
     '{"remoteUrl":"u","conversationType":1,"nameList":["美玲",""],"summaryList":["好"]}'),
    ("members-mixed", "wrong-type", "fails on a list of ids in which one is an object", "RC:ChrmBlockMsg",
     '{"chatroomId":"r-1","operateType":1,"operateTime":5,"userList":["u-1",{"userId":"u-2"}]}',
     '{"chatroomId":"r-1","operateType":1,"operateTime":5,"userList":["u-1"]}',
     '{"chatroomId":"r-1","operateType":1,"operateTime":5,"userList":["u-1","u-2"]}',
     '{"chatroomId":"r-1","operateType":1,"operateTime":5,"userList":["u-1","{\\"userId\\":\\"u-2\\"}"]}'),
    ("article-text", "wrong-type", "fails on an article that is a text", "RC:PSImgTxtMsg", '{"articles":["要闻"]}',
     '{"articles":[]}', '{"articles":null}', '{"articles":[{"title":null}]}'),
    ("uid-malformed", "value-undocumented", "refuses a command whose UID is of another form", "RC:RcCmd",
     '{"messageUId":"不是","conversationType":1,"targetId":"u-2","sentTime":1700000000123}'),
    ("time-seconds", "value-undocumented", "takes a time in seconds for milliseconds and corrects it", "RC:RcCmd",
     '{"messageUId":"%s","conversationType":1,"targetId":"u-2","sentTime":1700000000}' % UID),
    ("time-negative", "value-limit", "fails on a time before 1970", "RC:SRSMsg", '{"lastMessageSendTime":-1}'),
    ("receipt-more-readers", "value-undocumented", "divides by the number of members, which is 0", "RC:RRMsg",
     '{"msgId":"%s","rrn":3,"tmn":0}' % UID),
    ("null-everywhere", "null-value", "shows \"null\" for every key that is null", "RC:CardMsg",
     '{"userId":"u-9","name":null,"portraitUri":null,"sendUserId":null,"sendUserName":null,"extra":null}',
     '{"userId":"u-9","name":"","portraitUri":"","sendUserId":"","sendUserName":"","extra":""}',
     '{"userId":"u-9","name":"","portraitUri":null,"sendUserId":null,"sendUserName":null,"extra":null}',
     '{"userId":"u-9","name":"","sendUserId":"","sendUserName":"","portraitUri":null,"extra":null}'),
    ("null-numbers", "null-value", "fails on a number or a truth value that is null", "RC:GIFMsg",
     '{"remoteUrl":"u","gifDataSize":null,"width":null,"height":null}',
     '{"remoteUrl":"u","gifDataSize":0,"width":0,"height":0}'),
    ("key-case", "key-case", "loses the other keys beside one in other letter case", "RC:FileMsg",
     '{"name":"a","Size":3,"type":"t","fileUrl":"u"}', '{"name":"a","size":3,"type":"t","fileUrl":"u"}',
     '{"name":"a","size":0,"type":"t","fileUrl":"u"}', '{"name":"a","size":null,"type":"t","fileUrl":"u"}'),
    ("key-case-both", "key-case", "lets a key in other letter case win over the right one", "RC:TxtMsg",
     '{"content":"对","Content":"错"}', '{"content":"对"}'),
]


def _too_large():
    """A thumbnail of 96 KB in base64, above the 80 KB of a thumbnail and the 128 KiB of a content."""
    return _image(_b64(b"\xff\xd8" + bytes(98400) + b"\xff\xd9"))


def cases():
    for ident, rule, mistake, name, written, *others in ROWS:
        values = [json.loads(one) for one in [written] + others]
        yield decode("odd-" + ident, name, written, f"A reader of {name} that {mistake}.", values=values,
                     level="should",
                     flags=["Validation"], source=f"catalogue, {name}; rule {rule}")
    yield decode(
        "odd-too-large", "RC:ImgMsg", _too_large(),
        "A reader that crashes on a content above the 128 KiB that the server takes, or keeps contents in a buffer "
        "of that length.",
        values=[{"imageUri": "https://f.example.org/i/1.jpg"}], error=["limit"], level="should", flags=["Validation"],
        source="catalogue, RC:ImgMsg; rule content-too-large; rule thumbnail-too-large")
