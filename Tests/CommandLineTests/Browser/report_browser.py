"""Opens a report in headless Chromium and uses it as a person would: report_browser.py CHROMIUM PAGE [DIRECTORY]

Speaks the DevTools protocol with Python's standard library alone. Prints one JSON object with what it saw; with a
directory it leaves pictures there. Ends with 2 when the browser can not be started.
"""
import base64, json, os, shutil, socket, struct, subprocess, sys, tempfile, time


class Browser:
    def __init__(self, program):
        self.directory = tempfile.mkdtemp(prefix="imwire-browser-")
        self.process = subprocess.Popen(
            [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
             "--hide-scrollbars", "--remote-debugging-port=0", f"--user-data-dir={self.directory}", "about:blank"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        port_file = os.path.join(self.directory, "DevToolsActivePort")
        for _ in range(300):
            if os.path.exists(port_file) and os.path.getsize(port_file) > 0:
                break
            if self.process.poll() is not None:
                raise SystemExit(2)
            time.sleep(0.1)
        else:
            raise SystemExit(2)
        port, path = open(port_file).read().split("\n")[:2]
        self.socket = socket.create_connection(("127.0.0.1", int(port)), timeout=180)
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall((f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                             f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n").encode())
        self.buffer = b""
        while b"\r\n\r\n" not in self.buffer:
            self.buffer += self.socket.recv(4096)
        self.buffer = self.buffer.split(b"\r\n\r\n", 1)[1]
        self.last = 0
        self.events = []
        self.session = None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ["Page", "Runtime", "Network", "Log"]:
            self.call(domain + ".enable")

    def close(self):
        try:
            self.session = None
            self.call("Browser.close")
        except OSError:
            pass
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.directory, ignore_errors=True)

    def take(self, count):
        while len(self.buffer) < count:
            more = self.socket.recv(1 << 16)
            if not more:
                raise OSError("the browser has gone")
            self.buffer += more
        taken, self.buffer = self.buffer[:count], self.buffer[count:]
        return taken

    def receive(self):
        whole = b""
        while True:
            first, second = self.take(2)
            length = second & 127
            if length == 126:
                length = struct.unpack(">H", self.take(2))[0]
            elif length == 127:
                length = struct.unpack(">Q", self.take(8))[0]
            part = self.take(length)
            if first & 15 in (0, 1, 2):
                whole += part
                if first & 128:
                    return json.loads(whole)

    def send(self, text):
        data = text.encode()
        head = b"\x81"
        if len(data) < 126:
            head += bytes([128 | len(data)])
        elif len(data) < 65536:
            head += bytes([254]) + struct.pack(">H", len(data))
        else:
            head += bytes([255]) + struct.pack(">Q", len(data))
        self.socket.sendall(head + b"\0\0\0\0" + data)

    def call(self, method, **parameters):
        self.last += 1
        message = {"id": self.last, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        self.send(json.dumps(message))
        while True:
            answer = self.receive()
            if answer.get("id") == self.last:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def run(self, expression):
        result = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{expression}: {json.dumps(result['exceptionDetails'])[:800]}")
        return result["result"].get("value")

    def wait(self, expression, seconds=120):
        end = time.time() + seconds
        while time.time() < end:
            if self.run(expression):
                return True
            time.sleep(0.05)
        raise RuntimeError(f"in vain: {expression}")

    def picture(self, path):
        data = self.call("Page.captureScreenshot", format="png")["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def see(self, width, height, scheme, isPhone=False):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=isPhone)
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        time.sleep(0.3)


FRAMES = """new Promise((done) => {
  const list = document.getElementById("list");
  const times = [];
  let last = performance.now();
  let step = 0;
  const next = (now) => {
    times.push(now - last);
    last = now;
    list.scrollTop += list.scrollHeight / 120;
    step += 1;
    if (step < 90) requestAnimationFrame(next);
    else done({ median: times.sort((a, b) => a - b)[45], worst: Math.max(...times.slice(1)) });
  };
  requestAnimationFrame(next);
})"""

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
        browser.call("Page.navigate", url="file://" + page)
        browser.wait("document.documentElement?.dataset.ready !== undefined")
        seen["painted"] = browser.run("Number(document.documentElement.dataset.painted)")
        seen["ready"] = browser.run("Number(document.documentElement.dataset.ready)")
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
        seen["frames"] = browser.run(FRAMES)
        seen["views"] = {}
        seen["access"] = {}
        for name in ["chat", "ladder", "plots", "statistics", "findings", "events"]:
            browser.run(f"document.getElementById('tab-{name}').click()")
            time.sleep(0.5)
            seen["views"][name] = browser.run(f"document.getElementById('panel-{name}').innerText.length")
            seen["access"][name] = browser.run(ACCESS)
            if pictures and name != "events":
                browser.picture(os.path.join(pictures, f"{name}-light.png"))
        browser.see(1440, 900, "dark")
        for name in ["chat", "ladder", "plots", "statistics", "findings", "events"]:
            browser.run(f"document.getElementById('tab-{name}').click()")
            time.sleep(0.3)
            seen["access"][name + " dark"] = browser.run(ACCESS)
            if pictures:
                browser.picture(os.path.join(pictures, f"{name}-dark.png"))
        browser.see(390, 844, "light", True)
        seen["phone"] = browser.run("document.documentElement.scrollWidth <= 390")
        if pictures:
            browser.run("app.choose(Math.min(12, app.store.count - 1))")
            for name in ["events", "chat", "ladder", "plots", "statistics"]:
                browser.run(f"document.getElementById('tab-{name}').click()")
                time.sleep(0.3)
                browser.picture(os.path.join(pictures, f"{name}-phone.png"))
        seen["images"] = browser.run("[...document.images].filter((image) => image.naturalWidth > 0).length")
        seen["scripts"] = browser.run("document.querySelectorAll('script:not([type])').length")
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
