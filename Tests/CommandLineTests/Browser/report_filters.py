"""Runs filters in the pages of reports: report_filters.py CHROMIUM

Takes one JSON object from standard input and prints one:

    pages     a page, and filters to run in it  ->  for each the numbers of the events that pass, or what is said of it
    errors    filters                           ->  for each what is said of it: position, length, reason, suggestion
    patterns  expressions with texts            ->  for each the texts that it is found in, or what is said of it
"""
import json, os, sys

from chromium import Browser

SAID = "const said = ({ position, length, reason, suggestion }) => ({ position, length, reason, suggestion });"

PASSING = """(async () => {
  SAID
  const table = new FieldTable(app.store.about.fields);
  const events = [];
  await app.store.each((record) => events.push(record.event));
  return FILTERS.map((source) => {
    try {
      const filter = new Filter(source, table);
      return events.filter((event) => filter.matches(event)).map((event) => event.n);
    } catch (error) {
      return said(error);
    }
  });
})()""".replace("SAID", SAID)

ERRORS = """(() => {
  SAID
  const table = new FieldTable(app.store.about.fields);
  return FILTERS.map((source) => {
    try {
      new Filter(source, table);
      return null;
    } catch (error) {
      return said(error);
    }
  });
})()""".replace("SAID", SAID)

PATTERNS = """(() => {
  SAID
  return PATTERNS.map(({ pattern, texts }) => {
    try {
      const found = new Pattern(pattern);
      return texts.filter((text) => found.matches(text));
    } catch (error) {
      return said(error);
    }
  });
})()""".replace("SAID", SAID)


def main():
    wanted = json.load(sys.stdin)
    found = {"pages": []}
    browser = Browser(sys.argv[1])
    try:
        for page in wanted["pages"]:
            browser.call("Page.navigate", url="file://" + os.path.abspath(page["path"]))
            browser.wait("document.documentElement?.dataset.ready !== undefined")
            found["pages"].append(browser.run(PASSING.replace("FILTERS", json.dumps(page["filters"]))))
        found["errors"] = browser.run(ERRORS.replace("FILTERS", json.dumps(wanted["errors"])))
        found["patterns"] = browser.run(PATTERNS.replace("PATTERNS", json.dumps(wanted["patterns"])))
    finally:
        browser.close()
    print(json.dumps(found, ensure_ascii=False))


main()
