"""Recorded sessions and what the rules of `imwire check` find in them: planted mistakes, and sessions that only just keep a rule."""

import session_catalogue as catalogue
import session_contents as contents
import session_forms as forms
import session_frames as frames
import session_generations as generations
import session_limits as limits
import session_systems as systems

GROUP = "session.rules"
NOTES = {
    "Catalogue": "Contents by the catalogue of messages: which keys they need, and of which types (Docs/catalogue)",
    "Clean": "A session that keeps every rule",
    "Heartbeat": "When heartbeats come (Docs/check.md, the rules heartbeat-…)",
    "Limit": "The last value that a rule allows, or the first that it does not (Docs/check.md)",
    "NearMiss": "A session that only just keeps a rule: nothing is found",
    "Openings": "Several connections one after the other",
    "Planted": "A session with one mistake: its rule finds it, and no other finds anything",
    "Polling": "Requests and answers of long polling",
    "Systems": "Sessions of LeanCloud, NIM and YC, by the published layouts of each",
    "TCPForm": "Frames in the TCP stream itself, with CONNECT, which announces a heartbeat every 60 s",
}


def cases():
    for part in (frames.clean, frames.acknowledgements, frames.answers, frames.ids, frames.heartbeats, frames.beginnings, frames.ends,
                 frames.directions, contents.topics, contents.pulls, contents.uids, contents.rooms, contents.contents,
                 contents.formats, contents.others, forms.openings, forms.tcp_form, forms.polling, *limits.PARTS, *systems.PARTS,
                 *catalogue.PARTS, *generations.PARTS):
        yield from part()
