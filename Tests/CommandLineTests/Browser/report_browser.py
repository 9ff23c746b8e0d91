"""Opens a report in headless Chromium and uses it as a person would: report_browser.py CHROMIUM PAGE [DIRECTORY]

Prints one JSON object with what it saw; with a directory it leaves pictures there. Ends with 2 when the browser can not
be started.
"""
import importlib.util, json, os, sys, time

from chromium import Browser


# Goes from the beginning of the list to its end, a page a frame; it ends with a mark, by which the trace knows its thread.
SCROLLING = """new Promise((done) => {
  const list = document.getElementById("list");
  let step = 0;
  const next = () => {
    list.scrollTop += list.scrollHeight / 90;
    step += 1;
    if (step < 90) requestAnimationFrame(next);
    else {
      performance.mark("scrolled");
      done(true);
    }
  };
  requestAnimationFrame(next);
})"""


def marked(events, name):
    """The thread that set a mark, and when, in milliseconds of the processor's time that it had used."""
    mark = next(event for event in events if event["name"] == name and event.get("cat") == "blink.user_timing")
    return (mark["pid"], mark["tid"]), mark["tts"] / 1000


def longest_task(events, thread):
    """The most of the processor's time that a thread took without a pause, in milliseconds.

    The time of other programs does not count, so that it says the same on a busy machine.
    """
    return max(event["tdur"] / 1000 for event in events
               if event["name"].endswith("RunTask") and (event["pid"], event["tid"]) == thread and "tdur" in event)


# The rules of axe-core, where the package axe-core-python of PyPI is there.
AXE = """axe.run(document, { resultTypes: ["violations"] }).then((found) =>
  found.violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes[0].html.slice(0, 120)}`))"""


def axe():
    package = importlib.util.find_spec("axe_core_python")
    return package and open(os.path.join(os.path.dirname(package.origin), "axe.min.js"), encoding="utf-8").read()


# Names of controls, and the contrast of text that is seen.
ACCESS = """(() => {
  const problems = [];
  const parse = (color) => (color.match(/[\\d.]+/g) ?? []).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((v) => v / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  for (const each of document.querySelectorAll("button, input, select, a[href], [role=grid], [role=tree], [role=listbox], img, svg[role=img]")) {
    const name = each.getAttribute("aria-label") || each.textContent.trim() || each.getAttribute("alt") ||
      (each.labels && each.labels.length ? each.labels[0].textContent : "");
    if (!name) problems.push("no name: " + each.outerHTML.slice(0, 80));
  }
  const seen = new Set();
  for (const each of document.querySelectorAll("body *")) {
    if (!each.checkVisibility() || ![...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim())) continue;
    const style = getComputedStyle(each);
    let back = each;
    while (back && (parse(getComputedStyle(back).backgroundColor)[3] ?? 1) < 0.5) back = back.parentElement;
    const under = back ? parse(getComputedStyle(back).backgroundColor) : [255, 255, 255];
    const [one, other] = [light(parse(style.color)), light(under)].sort((a, b) => b - a);
    const contrast = (one + 0.05) / (other + 0.05);
    if (contrast < 4.5 && !each.closest("svg, [aria-hidden=true], :disabled")) {
      const key = each.tagName + "." + each.className;
      if (!seen.has(key)) problems.push(`contrast ${contrast.toFixed(2)}: ${key}`);
      seen.add(key);
    }
  }
  return problems;
})()"""


def main():
    program, page = sys.argv[1], os.path.abspath(sys.argv[2])
    pictures = sys.argv[3] if len(sys.argv) > 3 else None
    seen = {}
    browser = Browser(program)
    try:
        browser.see(1440, 900, "light")
        browser.trace()
        browser.call("Page.navigate", url="file://" + page)
        browser.wait("document.documentElement?.dataset.painted !== undefined")
        seen["painted"] = marked(browser.traced(), "painted")[1]
        browser.wait("document.documentElement?.dataset.ready !== undefined")
        seen["count"] = browser.run("app.store.count")
        seen["rows"] = browser.run("document.querySelectorAll('#list [data-index]').length")
        seen["title"] = browser.run("document.title")
        # Fields and bytes: the last event with a tree; each lights the other.
        browser.run("(async () => { for (let i = app.store.count - 1; i >= 0; i -= 1) { const record = await app.store.record(i);"
                    " if (record.tree(app.store).nodes.filter((node) => node.kind === 'text').length > 0) { await app.choose(i); return; } } })()")
        seen["fields"] = browser.run("document.querySelectorAll('.tree [data-node]').length")
        seen["field"] = browser.run("""(() => {
          const rows = [...document.querySelectorAll('.tree [data-node]')];
          const row = rows.find((each) => { const node = app.detail.nodes[each.dataset.node]; return node.kind === 'text' && node.end > node.start; });
          if (!row) return null;
          row.click();
          const node = app.detail.nodes[row.dataset.node];
          const lit = [...new Set([...document.querySelectorAll('.hex .byte.lit')].map((each) => Number(each.dataset.byte)))];
          return { start: node.start, end: node.end, first: Math.min(...lit), last: Math.max(...lit), count: lit.length };
        })()""")
        seen["byte"] = browser.run("""(() => {
          const node = app.detail.nodes.find((each) => each.kind === 'text' && each.end > each.start);
          if (!node) return null;
          document.querySelector(`.hex [data-byte="${node.end - 1}"]`).click();
          const lit = document.querySelector('.tree .lit');
          const found = app.detail.nodes[lit.dataset.node];
          return { holds: found.start <= node.end - 1 && node.end - 1 < found.end, name: found.name };
        })()""")
        # Every byte belongs to one leaf.
        seen["gaps"] = browser.run("""(async () => {
          let wrong = 0;
          for (let i = 0; i < Math.min(app.store.count, 400); i += 1) {
            const record = await app.store.record(i);
            const { nodes } = record.tree(app.store);
            if (nodes.length === 0) continue;
            let end = 0;
            for (const node of nodes) if (node.kind !== 'structure') { if (node.start !== end) wrong += 1; end = node.end; }
            if (end !== record.unit.length) wrong += 1;
          }
          return wrong;
        })()""")
        if pictures:
            browser.run("document.getElementById('list').scrollTop = 0")
            time.sleep(0.2)
            browser.picture(os.path.join(pictures, "events-light.png"))
        # The keyboard.
        seen["keys"] = browser.run("""(async () => {
          await app.choose(0);
          document.getElementById('list').focus();
          const press = (key) => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
          press('ArrowDown');
          await new Promise((resume) => setTimeout(resume, 100));
          const down = app.chosen;
          press('End');
          await new Promise((resume) => setTimeout(resume, 300));
          return { down, end: app.chosen };
        })()""")
        # Filters, given as they would be typed.
        seen["filters"] = {}
        for source in ['sender == "server"', 'n <= 3', 'frame.type ~ "^PUB"', 'frame.type = "PUBLISH"', 'sendr == "client"', 'any(packets) > 5 && !(latency)']:
            browser.run(f"app.filter({json.dumps(source)})")
            seen["filters"][source] = browser.run("""({ shown: app.store.length,
              isWrong: document.getElementById('filter').getAttribute('aria-invalid') === 'true',
              message: document.getElementById('filter-message').textContent })""")
        browser.run("app.filter('')")
        browser.run("document.getElementById('list').scrollTop = 0")
        browser.trace()
        browser.run(SCROLLING)
        events = browser.traced()
        seen["longest"] = longest_task(events, marked(events, "scrolled")[0])
        rules = axe()
        seen["axe"] = rules is not None
        if rules:
            browser.run(rules + "; undefined")
        access = lambda: browser.run(ACCESS) + (browser.run(AXE) if rules else [])
        seen["views"] = {}
        seen["access"] = {}
        for name in ["chat", "ladder", "plots", "statistics", "findings", "events"]:
            browser.run(f"document.getElementById('tab-{name}').click()")
            time.sleep(0.2)
            seen["views"][name] = browser.run(f"document.getElementById('panel-{name}').innerText.length")
            seen["access"][name] = access()
            if pictures and name != "events":
                browser.picture(os.path.join(pictures, f"{name}-light.png"))
        browser.see(1440, 900, "dark")
        for name in ["chat", "ladder", "plots", "statistics", "findings", "events"]:
            browser.run(f"document.getElementById('tab-{name}').click()")
            time.sleep(0.1)
            seen["access"][name + " dark"] = access()
            if pictures:
                browser.picture(os.path.join(pictures, f"{name}-dark.png"))
        browser.see(390, 844, "light", True)
        seen["phone"] = browser.run("document.documentElement.scrollWidth <= 390")
        if pictures:
            browser.run("app.choose(Math.min(12, app.store.count - 1))")
            for name in ["events", "chat", "ladder", "plots", "statistics"]:
                browser.run(f"document.getElementById('tab-{name}').click()")
                time.sleep(0.1)
                browser.picture(os.path.join(pictures, f"{name}-phone.png"))
        seen["images"] = browser.run("[...document.images].filter((image) => image.naturalWidth > 0).length")
        seen["scripts"] = browser.run("document.querySelectorAll('script:not([type])').length")
        seen["broken"] = browser.run("window.broken !== undefined")
        seen["requests"] = []
        seen["errors"] = []
        for event in browser.events:
            parameters = event.get("params", {})
            if event.get("method") == "Network.requestWillBeSent":
                url = parameters["request"]["url"]
                if not url.startswith(("data:", "blob:", "about:", "file://" + page)):
                    seen["requests"].append(url)
            elif event.get("method") == "Runtime.exceptionThrown":
                seen["errors"].append(json.dumps(parameters["exceptionDetails"])[:600])
            elif event.get("method") == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "warning"):
                seen["errors"].append(json.dumps(parameters["args"])[:600])
            elif event.get("method") == "Log.entryAdded" and parameters["entry"]["level"] == "error":
                seen["errors"].append(parameters["entry"]["text"][:600])
    finally:
        browser.close()
    print(json.dumps(seen, ensure_ascii=False))


main()
