"""What earlier versions of the suite had: ids never change their meaning, and none vanishes without a word.

released.txt has each id that was ever released with a digest of what it asks and expects; retired.csv has those that are
gone, with their successors and the reason. After a release, `python3 releases.py` adds the new ids to the first.
"""

import csv
import hashlib
import json
import pathlib

from vectors import FOLDER, ROOT, SUITE

HERE = pathlib.Path(__file__).resolve().parent
RELEASED = HERE / "released.txt"
RETIRED = HERE / "retired.csv"
PAGE = ROOT / "Docs" / "vector-changes.md"


def digest(entry):
    """A digest of an id's meaning: level, comment, flags and source may be corrected, these may not."""
    meaning = [entry["operation"], entry["input"], entry["expect"], entry.get("reencode")]
    text = json.dumps(meaning, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]


def released():
    return dict(line.split() for line in RELEASED.read_text(encoding="ascii").splitlines())


def renewed(cases):
    """The cases; one that means something else than its id did in an earlier version gets that id with a number."""
    known = released()
    for entry in cases:
        ident, number = entry["id"], 1
        while known.get(ident, digest(entry)) != digest(entry):
            number += 1
            ident = f"{entry['id']}-{number}"
        yield entry | {"id": ident}


def changes(identifiers):
    """What is wrong with the list of retired ids, and the page that tells of them."""
    known, problems = released(), []
    with open(RETIRED, encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    listed = {row["id"] for row in rows}
    for ident in sorted(known.keys() - identifiers.keys() - listed):
        problems.append(f"{ident} was released and is gone: retired.csv has to say why")
    for row in rows:
        if row["id"] in identifiers or row["id"] not in known:
            problems.append(f"retired.csv: {row['id']} is {'still there' if row['id'] in identifiers else 'unknown'}")
        for successor in row["successors"].split():
            if successor not in identifiers and successor not in listed:
                problems.append(f"retired.csv: {row['id']}: there is no {successor}")
    return problems, _page(rows)


INTRODUCTION = """\
# Changes of the golden vectors

The operation, the input and the expectation of an id never change. A case that was wrong or required too much is retired; the
case in its place has another id. Level, comment, flags and source of a case may be corrected.
`Tests/ConformanceTests/Construction/build.py` writes this page.

The suite's version is the `suite` of its files. The first number goes up when cases are retired, the second when cases are
added.
"""


def _page(rows):
    lines = [INTRODUCTION]
    texts = {path.stem.removeprefix("changes-"): path for path in HERE.glob("changes-*.md")}
    for version in sorted({row["suite"] for row in rows} | texts.keys(),
                          key=lambda text: [int(part) for part in text.split(".")], reverse=True):
        here = [row for row in rows if row["suite"] == version]
        lines.append(f"## {version}\n")
        lines.append(texts[version].read_text(encoding="utf-8"))
        if not here:
            continue
        lines.append(f"{len(here)} ids were retired:\n")
        reasons = {}
        for row in here:
            reasons.setdefault(row["reason"], []).append(row)
        for reason, group in reasons.items():
            lines.append(f"### {reason}\n")
            lines.append("| retired | in its place |\n|---|---|")
            lines += [f"| `{row['id']}` | {', '.join(f'`{one}`' for one in row['successors'].split()) or '—'} |"
                      for row in group]
            lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def main():
    """Adds what the vector files have to what was released."""
    known = released()
    for path in sorted(FOLDER.glob("*.json")):
        for entry in json.loads(path.read_text(encoding="utf-8"))["cases"]:
            known.setdefault(entry["id"], digest(entry))
    RELEASED.write_text("".join(f"{ident} {known[ident]}\n" for ident in sorted(known)), encoding="ascii")
    print(f"{len(known)} ids up to {SUITE}")


if __name__ == "__main__":
    main()
