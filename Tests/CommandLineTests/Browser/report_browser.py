"""Opens a report in headless Chromium and uses it as a person would: report_browser.py CHROMIUM PAGE [DIRECTORY|--quick]

Prints one JSON object with what it saw; with a directory it leaves pictures there, and with --quick it leaves the rules of
access out, which look at each element and say nothing more of a long page. Ends with 2 when the browser cannot be started.
"""
import importlib.util, json, os, sys

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


# What has the focus: what it is, its name, whether its ring is seen, and whether it can be seen itself.
FOCUSED = """(() => {
  const each = document.activeElement;
  if (!each || each === document.body) return null;
  const style = getComputedStyle(each);
  const box = each.getBoundingClientRect();
  const name = each.getAttribute("aria-label") || each.textContent.trim() || (each.labels && each.labels.length ? each.labels[0].textContent : "");
  return { what: each.id || each.className || each.tagName.toLowerCase(), name: name.slice(0, 40),
    isRinged: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 1,
    isSeen: box.width > 0 && box.height > 0 && box.right > 0 && box.bottom > 0 && box.left < innerWidth && box.top < innerHeight };
})()"""


# The last event that has fields.
CHOOSE_WITH_FIELDS = """(async () => {
  for (let i = app.store.count - 1; i >= 0; i -= 1) {
    const record = await app.store.record(i);
    const fields = record.tree(app.store).nodes.filter((node) => node.kind !== "token");
    if (record.unit.length > 2 && fields.length > 2) return app.choose(i);
  }
})()"""


def tabbed(browser):
    """What Tab leads to from the page's beginning, in its order."""
    browser.call("Page.bringToFront")
    browser.run("document.querySelector('.skip').focus()")
    stops = [browser.run(FOCUSED)]
    for _ in range(80):
        browser.press("Tab")
        stop = browser.run(FOCUSED)
        if stop is None or stop["what"] == stops[0]["what"]:
            break
        stops.append(stop)
    return stops


def key_ways(browser):
    """Goes with real keys from the list to the fields, to the bytes and back, and through the other views."""
    lit = "document.querySelector('.tree .lit')?.dataset.node ?? null"
    found = {}
    browser.run("document.getElementById('tab-events').click(); app.choose(0)")
    browser.run(CHOOSE_WITH_FIELDS)
    browser.run("document.getElementById('list').focus()")
    browser.press("Enter")
    found["fields"] = browser.run("document.activeElement.getAttribute('role')")
    browser.press("Home")
    first = browser.run(lit)
    browser.press("ArrowDown")
    found["nextField"] = browser.run(lit) != first
    found["said"] = browser.run("document.querySelector('.tree').getAttribute('aria-activedescendant') === document.querySelector('.tree .lit').id")
    browser.press("Tab")
    found["bytes"] = browser.run("document.activeElement.getAttribute('aria-label')")
    browser.press("Home")
    browser.press("ArrowRight")
    found["byte"] = browser.run("document.querySelector('.hex .cursor')?.dataset.byte ?? null")
    # A byte between the fields of a unit belongs to none.
    found["fieldOfByte"] = browser.run("""(() => {
      const holds = (node) => node.kind !== "token" && node.start <= 1 && node.end > 1;
      return !app.detail.nodes.some(holds) || holds(app.detail.nodes[app.detail.lit]);
    })()""")
    browser.press("Escape")
    found["back"] = browser.run("document.activeElement.id")
    browser.run("document.getElementById('tab-ladder').click(); app.choose(0)")
    browser.run("document.querySelector('.rungs').focus()")
    browser.press("ArrowDown")
    found["rung"] = browser.run("app.chosen")
    browser.wait("document.querySelector('.rungs').getAttribute('aria-activedescendant') === `rung-${app.chosen + 1}`")
    found["rungSaid"] = browser.run("document.querySelector('.rungs').getAttribute('aria-activedescendant')")
    browser.press("Enter")
    found["opened"] = browser.run("app.tab")
    browser.run("document.getElementById('tab-events').focus()")
    browser.press("End")
    found["lastTab"] = browser.run("app.tab")
    browser.press("Home")
    found["firstTab"] = browser.run("app.tab")
    return found


def shown(browser, name):
    """Waits until a view is drawn; the messages of a conversation come after its frame."""
    inside = {"chat": ".bubbles", "ladder": ".rungs .window", "events": "#list .window"}.get(name, f"#panel-{name}")
    browser.wait(f"document.querySelector('{inside}').childElementCount > 0")
    browser.settle()


def printed(browser):
    """How each view goes to the printer: what of it would be cut off, and whether it is light."""
    found = {}
    dark = [{"name": "prefers-color-scheme", "value": "dark"}]
    for name in ["events", "chat", "ladder", "plots", "statistics", "findings"]:
        browser.run(f"document.getElementById('tab-{name}').click()")
        if name in ("events", "ladder"):
            browser.wait(f"app.{'events' if name == 'events' else 'views.ladder'}.list.isRested")
        # As a browser does it: what is told before lays out for the screen, and what is told after does again.
        browser.run("dispatchEvent(new Event('beforeprint')); undefined")
        browser.call("Emulation.setEmulatedMedia", media="print", features=dark)
        browser.settle()
        found[name] = browser.run("""({
          rows: document.querySelectorAll(app.tab === 'ladder' ? '.rung' : '#list [data-index]').length,
          isLight: getComputedStyle(document.body).backgroundColor === 'rgb(255, 255, 255)'
            && getComputedStyle(document.documentElement).getPropertyValue('--ink').trim() === '#171a21',
          isWithoutTabs: getComputedStyle(document.getElementById('tabs')).display === 'none',
          cut: [...document.querySelectorAll('main, main *')].filter((each) => each.checkVisibility()
            && getComputedStyle(each).overflowY !== 'visible' && each.clientHeight > 0
            && each.scrollHeight > each.clientHeight + 4 && each.clientHeight > 60).map((each) => each.className || each.id) })""")
        browser.call("Emulation.setEmulatedMedia", media="", features=dark)
        browser.run("dispatchEvent(new Event('afterprint')); undefined")
    browser.call("Emulation.setEmulatedMedia", media="", features=[])
    found["theme"] = browser.run("document.documentElement.dataset.theme ?? null")
    return found


def main():
    program, page = sys.argv[1], os.path.abspath(sys.argv[2])
    is_quick = "--quick" in sys.argv
    pictures = sys.argv[3] if len(sys.argv) > 3 and not is_quick else None
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
            browser.settle()
            browser.picture(os.path.join(pictures, "events-light.png"))
        # The keyboard.
        seen["keys"] = browser.run("""(async () => {
          await app.choose(0);
          document.getElementById('list').focus();
          const press = (key) => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
          // The chosen row is drawn once its block is unpacked.
          const drawn = async () => {
            while (document.querySelector('#list .chosen')?.dataset.index !== String(app.chosen)) {
              await new Promise((resume) => setTimeout(resume, 10));
            }
            return app.chosen;
          };
          press('ArrowDown');
          const down = await drawn();
          press('End');
          await drawn();
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
        rules = None if is_quick else axe()
        seen["axe"] = rules is not None
        if rules:
            browser.run(rules + "; undefined")
        access = lambda: [] if is_quick else browser.run(ACCESS) + (browser.run(AXE) if rules else [])
        seen["views"] = {}
        seen["access"] = {}
        for name in ["chat", "ladder", "plots", "statistics", "findings", "events"]:
            browser.run(f"document.getElementById('tab-{name}').click()")
            shown(browser, name)
            seen["views"][name] = browser.run(f"document.getElementById('panel-{name}').innerText.length")
            seen["access"][name] = access()
            if pictures and name != "events":
                browser.picture(os.path.join(pictures, f"{name}-light.png"))
        browser.see(1440, 900, "dark")
        for name in ["chat", "ladder", "plots", "statistics", "findings", "events"]:
            browser.run(f"document.getElementById('tab-{name}').click()")
            shown(browser, name)
            seen["access"][name + " dark"] = access()
            if pictures:
                browser.picture(os.path.join(pictures, f"{name}-dark.png"))
        browser.see(1440, 900, "light")
        browser.run("document.getElementById('tab-events').click()")
        browser.run(CHOOSE_WITH_FIELDS)
        seen["tabbed"] = tabbed(browser)
        seen["ways"] = key_ways(browser)
        seen["printed"] = printed(browser)
        browser.see(390, 844, "light", True)
        seen["phone"] = browser.run("document.documentElement.scrollWidth <= 390")
        if pictures:
            browser.run("app.choose(Math.min(12, app.store.count - 1))")
            for name in ["events", "chat", "ladder", "plots", "statistics"]:
                browser.run(f"document.getElementById('tab-{name}').click()")
                shown(browser, name)
                browser.picture(os.path.join(pictures, f"{name}-phone.png"))
        seen["images"] = browser.run("[...document.images].filter((image) => image.naturalWidth > 0).length")
        seen["scripts"] = browser.run("document.querySelectorAll('script:not([type])').length")
        seen["broken"] = browser.run("window.broken !== undefined")
        seen["requests"], seen["errors"] = browser.complaints(page)
    finally:
        browser.close()
    print(json.dumps(seen, ensure_ascii=False))


main()
