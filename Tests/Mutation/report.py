"""The report of a run: a line an edit, and how many were killed by folder and by kind."""

import json

from rooms import room

KILLED = {"failed", "crash", "hang"}


def written(seed, edits, compiled, results, folder):
    """Writes report.txt and report.json, and returns the totals as text."""
    rows = []
    for edit in compiled:
        result = results.get(edit.number)
        if result:
            rows.append({"number": edit.number, "file": edit.file, "line": edit.line, "kind": edit.kind,
                         "before": edit.before, "after": edit.after, **result})
    lines = [f"{row['number']}\t{row['file']}:{row['line']}\t{row['kind']}\t{row['before']} → {row['after']}\t"
             + (f"killed by {row['judge']} ({row['how']}) after {row['seconds']} s: {row['test'] or ', '.join(row['suites'])}"
                if row["how"] in KILLED else row["how"]) for row in rows]
    totals = {"by folder": counted(rows, lambda row: room(row["file"])), "by kind": counted(rows, lambda row: row["kind"]),
              "by judge": {name: sum(row["judge"] == name for row in rows if row["how"] in KILLED)
                           for name in ("own room", "other rooms", "vectors", "fuzz")},
              "all": share(rows)}
    summary = [f"seed {seed}: {len(edits)} drawn, {len(compiled)} compile, {len(rows)} judged"]
    for title in ("by folder", "by kind"):
        summary += ["", f"{title}: edits, killed at the first run, killed now"]
        summary += [f"  {name:<70} {one['edits']:>4} {one['first']:>4} {one['now']:>4}"
                    for name, one in totals[title].items()]
    summary += ["", "killed by: " + ", ".join(f"{name} {count}" for name, count in totals["by judge"].items()),
                "all: {edits} edits, {first} killed at the first run, {now} now".format(**totals["all"])]
    text = "\n".join(summary)
    (folder / "report.txt").write_text("\n".join(lines) + "\n\n" + text + "\n", encoding="utf-8")
    (folder / "report.json").write_text(
        json.dumps({"seed": seed, "drawn": len(edits), "totals": totals, "edits": rows}, ensure_ascii=False, indent=1),
        encoding="utf-8")
    return text


def counted(rows, key):
    return {name: share([row for row in rows if key(row) == name]) for name in sorted({key(row) for row in rows})}


def share(rows):
    return {"edits": len(rows), "first": sum(row["first"] in KILLED for row in rows),
            "now": sum(row["how"] in KILLED for row in rows)}
