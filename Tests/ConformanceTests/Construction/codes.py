"""The group of codes: the name that a platform has for a number that SDKs report.

`code.explain` takes `{"code": n}` and gives at least `{"name": "..."}`. Any platform's name for the number is right,
and the short name of the catalogue of statuses.
"""

import csv

from messages_common import CATALOGUE
from vectors import accept, case

GROUP = "rongcloud.code"

NOTES = {
    "Chatroom": "Codes of chat rooms, 23406 to 23427.",
    "Client": "Codes that a client makes up by itself; they are not on the wire.",
    "Connection": "Codes of connecting and of the connection's end, 30001 to 31012.",
    "Differs": "Platforms mean different things by the number (see the catalogue). The names of all of them are "
               "listed.",
    "Renamed": "A platform renamed the constant or misspelt it; all its names are listed.",
    "Server": "Codes that the server answers with, and SDKs hand on.",
}

# Code, flags, what goes wrong.
CODES = [
    (-3, "Client Differs", "reads codes without their sign, so that -3 becomes 65533 or 4294967293"),
    (-2, "Client Differs", "takes every negative code for one unknown error"),
    (-1, "Client Differs", "takes -1 for the absence of a code"),
    (405, "Server", "takes 405 for the status of HTTP with that number"),
    (407, "Server", "takes 407 for the status of HTTP, or the white list for the black list of 405"),
    (20604, "Server Renamed", "has the limit of one platform's name only where each has its own"),
    (20605, "Server", "gives it the name of its neighbour 20604"),
    (20606, "Server", "gives it the name of its neighbour 20605"),
    (21406, "Server", "gives a discussion's code the name of the group's, 22406"),
    (21501, "Server Renamed", "exchanges the message blocked for a sensitive word with the one changed, 21502"),
    (21502, "Server Renamed", "takes a message that was delivered with a word replaced for a blocked one"),
    (22406, "Server", "gives a group's code the name of the chat room's, 23406"),
    (22408, "Server", "gives the muting in a group the name of the muting in a chat room"),
    (23406, "Server Chatroom", "exchanges not being in the room with being muted there"),
    (23407, "Server Chatroom", "skips a row of its table after 23406"),
    (23408, "Server Chatroom", "gives it the name of its neighbour 23409"),
    (23409, "Server Chatroom", "takes being kicked from a room for being kicked from the server, 31010"),
    (23410, "Server Chatroom", "exchanges the room that does not exist with the room that is full"),
    (23411, "Server Chatroom", "takes the full room for a passing state of 23410"),
    (23412, "Server Chatroom Renamed", "knows only the misspelt RC_CHATROOM_PATAMETER_INVALID or only the right one"),
    (23413, "Server Chatroom", "exchanges history that failed with history that is not stored, 23414"),
    (23414, "Server Chatroom", "gives it the name of the cloud history of chats, 33007"),
    (23423, "Server Chatroom", "takes too many keys for too many calls, 23425"),
    (23424, "Server Chatroom", "takes the key of another user for a missing one, 23427"),
    (23425, "Server Chatroom", "takes too many calls for too many messages, 20604"),
    (23426, "Server Chatroom", "exchanges storage that is switched off with a key that is missing"),
    (23427, "Server Chatroom", "takes the missing key for the missing room, 23410"),
    (25101, "Server", "gives the recall's wrong argument the name of wrong arguments in general, 33003"),
    (25107, "Server", "gives the recall that is not allowed the name of a wrong argument"),
    (26001, "Server Renamed", "has RC_PUSHSETTING_PARAMETER_INVALID and not the name without prefix, or the reverse"),
    (30001, "Client Connection", "takes the released connection for a missing network, 30002"),
    (30002, "Client Connection", "takes the missing network for the closed socket, 30011"),
    (30003, "Client Connection", "takes the answer that did not come for the CONNACK that did not, 31000"),
    (30004, "Client Connection", "exchanges the navigation that was not sent with the one that timed out"),
    (30005, "Client Connection", "takes the navigation's time limit for the connection's, 34006"),
    (30006, "Client Connection", "gives it the name of its neighbour 30007"),
    (30007, "Client Connection Renamed", "knows RC_NAVI_RESOURCE_ERROR or NAVI_REQUEST_ERROR only"),
    (30008, "Client Connection", "takes RC_NODE_NOT_FOUND for a name that is not found"),
    (30009, "Client Connection", "takes the address that is missing for the node of 30008"),
    (30010, "Client Connection", "takes the socket that was not made for the one that was closed"),
    (30011, "Client Connection", "takes the closed socket for a kick"),
    (30012, "Client Connection", "exchanges the ping that was not sent with the one that was not answered"),
    (30013, "Client Connection", "gives the missing answer to a ping the name of the missing answer to a message"),
    (30014, "Client Connection", "takes the frame that was not sent for a refused message"),
    (30016, "Client", "skips 30015, which is no code, and so shifts its table by one"),
    (31000, "Client Connection",
     "begins its table of CONNACK codes at the missing CONNACK, so that all are shifted by one"),
    (31001, "Server Connection", "gives CONNACK status 1 the name of status 2"),
    (31002, "Server Connection", "takes the wrong App Key for a wrong token"),
    (31003, "Server Connection Differs", "takes the unavailable server for a missing network, and never tries again"),
    (31004, "Server Connection Renamed", "knows the token's code by one of its many names only"),
    (31005, "Server Connection Renamed", "corrects the misspelt NOT_AUTHRORIZED and finds it no more"),
    (31006, "Server Connection", "takes the redirection for a failure"),
    (31007, "Server Connection", "takes the package's name for the user's"),
    (31008, "Server Connection", "exchanges the blocked app with the blocked user"),
    (31009, "Server Connection Differs", "takes the blocked user for a passing failure, as an early guide does"),
    (31010, "Server Connection", "takes the kick by another device for a block"),
    (31011, "Server Connection Differs", "takes a disconnection by the server for a kick"),
    (31012, "Server Connection Differs", "ends its table at 31011"),
    (32001, "Client", "takes the answer without data for incomplete data, 32002"),
    (33001, "Client Renamed", "knows the code with its prefix BIZ_ERROR only"),
    (33003, "Client Renamed", "gives it the negative number of wrong arguments, -3"),
    (33006, "Client", "takes the connecting that is under way for the connection that exists, 34001"),
    (33007, "Client", "gives the cloud history of chats the name of the chat rooms'"),
    (34002, "Client Differs", "has the web's meaning of 34002 beside the phones' and loses one of them"),
    (34006, "Client", "takes connecting that timed out for the web's unread count only"),
    (51001, "Client Differs", "has one of the two names that the web gives this number and refuses the other"),
    (61001, "Client Differs", "keeps codes in 16 bits, which makes -4535 of this one"),
]


def _rows(name):
    with open(CATALOGUE / name, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def cases():
    errors = {int(row["code"]): row for row in _rows("error-codes.csv")}
    answers = {int(row["code"]): row["name"] for row in _rows("status-codes.csv") if row["scope"] == "answer"}
    for code, flags, mistake in CODES:
        row = errors[code]
        names = [name for key in row if key.endswith("Name") for name in row[key].split("|") if name]
        if code in answers:
            names.append(answers[code])
        values = [{"name": name} for name in dict.fromkeys(names)]
        expect = accept(values[0]) if len(values) == 1 else {"outcome": "either", "values": values}
        ident = f"code-minus-{-code}" if code < 0 else f"code-{code}"
        yield case(ident, "may", f"A table that {mistake} ({code}).", "code.explain", {"code": code}, expect,
                   flags.split(),
                   source="the project's own tables of codes, which the library embeds; Docs/catalogue/"
                          "error-codes.csv names the SDKs of each name")
