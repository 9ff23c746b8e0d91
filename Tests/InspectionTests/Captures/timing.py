#!/usr/bin/env python3
"""Plants latencies, results and ping intervals in a capture and holds `imwire stats` against them.

usage: timing.py IMWIRE     exit code 0 when all figures are the planted ones, else 1 and a line for each that is not
"""

import json
import math
import random
import struct
import subprocess
import sys
from collections import Counter

from network import Capture, play
from rongcloud import Session, member, text

STATUSES = [0, 0, 0, 0, 22406, 23406, 20604]


class Planted(Session):
    """A session whose answers come after times that the plan says."""

    def __init__(self, capture, client, plan):
        super().__init__(capture, client, 80, client)
        self.plan = plan

    def later(self, seconds, start):
        """Sets the clock to so many microseconds after a moment."""
        self.capture.now = start + seconds

    def run(self):
        capture, plan = self.capture, self.plan
        choose = random.Random(self.label)
        self.connection.upgrade(f"/websocket?appId=k51hidwq1&token=t0ken&sdkVer=2.5.10&apiVer=normal&n={self.label}")
        now = capture.milliseconds
        self.frame("s2c", "CONNACK", 2, b"\0\0" + text("ann") + text("sess") + struct.pack(">q", now))
        plan["statuses"]["connack", 0] += 1
        beats = []
        for number in range(1, 41):
            capture.wait(choose.uniform(0.2, 0.9))
            latency, status = choose.randrange(300, 400_000), choose.choice(STATUSES)
            start = capture.now
            body = member(1, 1) + member(2, "RC:TxtMsg") + member(3, '{"content":"x"}')
            self.frame("c2s", "PUBLISH", 3, text("ppMsgP") + text("bob") + struct.pack(">H", number) + body, qos=1)
            self.later(latency, start)
            self.frame("s2c", "PUBACK", 4, struct.pack(">HiHH", number, start // 1_000_000, status, 7) + text("BKR5-28P4-JT85-SK8H"))
            plan["publish to ack"].append(latency)
            plan["statuses"]["answer", status] += 1

            latency, status = choose.randrange(300, 900_000), choose.choice(STATUSES)
            start = capture.now
            self.frame("c2s", "QUERY", 5, text("userInf") + text("bob") + struct.pack(">H", 1000 + number) + member(1, 1), qos=1)
            self.later(latency, start)
            self.frame("s2c", "QUERYACK", 6, struct.pack(">HiH", 1000 + number, start // 1_000_000, status), qos=1)
            plan["query to answer"].append(latency)
            plan["statuses"]["answer", status] += 1

            latency = choose.randrange(300, 90_000)
            start = capture.now
            beats.append(start)
            self.frame("c2s", "PINGREQ", 12, b"")
            self.later(latency, start)
            self.frame("s2c", "PINGRESP", 13, b"")
            plan["ping to pong"].append(latency)
            if number % 20 == 0:
                yield
        intervals = [later - earlier for earlier, later in zip(beats, beats[1:])]
        plan["intervals"] += intervals
        plan["changes"] += [abs(later - earlier) for earlier, later in zip(intervals, intervals[1:])]
        self.connection.close()


def main():
    capture = Capture(1_795_400_000)
    plan = {"publish to ack": [], "query to answer": [], "ping to pong": [], "intervals": [], "changes": [],
            "statuses": Counter()}
    play(*(Planted(capture, 52000 + index, plan).run() for index in range(6)))
    capture.packets.sort(key=lambda packet: packet[0])
    result = subprocess.run([sys.argv[1], "stats", "--quiet", "--format", "json", "-"], input=capture.bytes(), capture_output=True)
    stats = json.loads(result.stdout)
    wrong = []

    def hold(name, shown, planted):
        if shown != planted:
            wrong.append(f"{name}: shown {shown}, planted {planted}")

    rows = {row["of"]: row for row in stats["latencies"]}
    for name in ("publish to ack", "query to answer", "ping to pong"):
        values, row = sorted(plan[name]), rows[name]
        hold(f"{name}, count", row["count"], len(values))
        for key, share in (("min", 0), ("median", 0.5), ("p90", 0.9), ("p99", 0.99), ("max", 1)):
            # The smallest value that so large a share of all is not above.
            value = values[max(1, math.ceil(share * len(values))) - 1]
            hold(f"{name}, {key}", round(row[key] * 1e6), value)
    hold("statuses", {(row["scope"], row["code"]): row["count"] for row in stats["statuses"]}, dict(plan["statuses"]))
    beats = stats["heartbeats"]
    hold("intervals", beats["intervals"], len(plan["intervals"]))
    for key, values in (("interval", plan["intervals"]), ("jitter", plan["changes"])):
        if abs(beats[key] * 1e6 - sum(values) / len(values)) > 1:
            wrong.append(f"{key}: shown {beats[key]}, planted {sum(values) / len(values) / 1e6}")
    print("\n".join(wrong) or f"{sum(map(len, (plan[name] for name in rows if name in plan)))} latencies are the planted ones")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
