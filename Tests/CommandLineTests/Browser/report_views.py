"""What the list, the statistics and the findings of a report say: report_views.py CHROMIUM PAGE [FILTER ...]

Prints one JSON object: the rows of the list that are seen, durations in words, contents of one to three bytes in
words, what the page says of all events, for each filter the statistics, the findings, the latencies of answers and the
times of the ladder, what is said of many connections that were not looked at, what
the list says when one event cannot be drawn, and errors.
"""
import json, os, sys

from chromium import Browser

ROWS = """[...document.querySelectorAll("#list .window > .row")].map((row) => row.innerText.replace(/\\s+/g, " ").trim())"""

STATISTICS = """({
  cards: Object.fromEntries([...document.querySelectorAll("#panel-statistics .card")].map((card) =>
    [card.querySelector("span").textContent, card.querySelector("b").textContent])),
  tables: Object.fromEntries([...document.querySelectorAll("#panel-statistics .table")].map((table) =>
    [table.querySelector("h2").textContent,
     [...table.querySelectorAll("tbody tr")].map((row) => [...row.children].map((cell) => cell.textContent))])),
})"""

FINDINGS = """({
  title: document.querySelector("#panel-findings h2").textContent,
  lists: Object.fromEntries([...document.querySelectorAll("#panel-findings .remarks[aria-label]")].map((list) =>
    [list.getAttribute("aria-label"), list.childElementCount])),
  last: document.querySelector('#panel-findings .remarks[aria-label="errors of decoding"] li:last-child .link')?.textContent ?? "",
  notices: [...document.querySelectorAll("#panel-findings .remarks:not([aria-label]) li")].map((each) => each.textContent),
  hints: [...document.querySelectorAll("#panel-findings .hint")].map((hint) => hint.textContent),
})"""

# Nothing is said where there are no answers.
ANSWERS = """[...document.querySelectorAll("#panel-plots p.legend")].at(-1)?.textContent ?? null"""

STEPS = """[...document.querySelectorAll("#panel-ladder .rung .delta")].map((step) => step.textContent)"""

# More was not looked at than the page lists, and than the check kept.
MANY_NOTICES = """(async () => {
  const { check } = app.store.about;
  check.notices = Array(202).fill({ text: "not decrypted" });
  check.noticesOmitted = 1000;
  await app.views.findings.show();
})()"""

# The third event cannot be drawn.
PLANTED = """(() => {
  const drawn = digestOf;
  digestOf = (event) => {
    if (event.n === 3) throw new Error("planted");
    return drawn(event);
  };
  app.events.list.paint();
})()"""


def main():
    program, page, filters = sys.argv[1], os.path.abspath(sys.argv[2]), sys.argv[3:]
    seen = {"statistics": [], "findings": [], "answers": [], "steps": []}
    browser = Browser(program)
    try:
        browser.see(1600, 2400, "light")
        browser.call("Page.navigate", url="file://" + page)
        browser.wait("document.documentElement?.dataset.ready !== undefined")
        browser.settle()
        seen["rows"] = browser.run(ROWS)
        seen["subtitle"] = browser.run("document.querySelector('#subtitle').textContent")
        seen["durations"] = browser.run("[0.0009996, 59.96, 119.7, 3599.6].map(duration)")
        seen["bytes"] = browser.run("['YQ==', 'YWI=', 'YWJj'].map((contentBytes) => wordsOf({ contentBytes }))")
        for source in filters:
            browser.run(f"app.filter({json.dumps(source)})")
            browser.run("app.views.statistics.show()")
            seen["statistics"].append(browser.run(STATISTICS))
            browser.run("app.views.findings.show()")
            seen["findings"].append(browser.run(FINDINGS))
            browser.run("app.switchTo('plots')")
            seen["answers"].append(browser.run(ANSWERS))
            browser.run("app.switchTo('ladder')")
            browser.settle()
            seen["steps"].append(browser.run(STEPS))
            browser.run("app.switchTo('events')")
        browser.run("app.filter('')")
        seen["requests"], seen["errors"] = browser.complaints(page)
        browser.run(MANY_NOTICES)
        seen["moreNotices"] = browser.run("document.querySelector('#panel-findings .hint').textContent")
        browser.run(PLANTED)
        seen["planted"] = browser.run(ROWS)
    finally:
        browser.close()
    print(json.dumps(seen, ensure_ascii=False))


main()
