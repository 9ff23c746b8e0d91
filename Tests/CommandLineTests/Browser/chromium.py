"""Headless Chromium, driven over its DevTools protocol with Python's standard library alone."""
import base64, json, os, shutil, socket, struct, subprocess, tempfile, time


class Browser:
    def __init__(self, program):
        self.directory = tempfile.mkdtemp(prefix="imwire-browser-")
        self.process = subprocess.Popen(
            [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
             "--hide-scrollbars", "--remote-debugging-port=0", f"--user-data-dir={self.directory}", "about:blank"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        port_file = os.path.join(self.directory, "DevToolsActivePort")
        # A busy machine takes its time.
        end = time.time() + 120
        while time.time() < end:
            if os.path.exists(port_file) and os.path.getsize(port_file) > 0:
                break
            if self.process.poll() is not None:
                raise SystemExit(2)
            time.sleep(0.1)
        else:
            raise SystemExit(2)
        port, path = open(port_file).read().split("\n")[:2]
        self.socket = socket.create_connection(("127.0.0.1", int(port)), timeout=300)
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

    def wait(self, expression, seconds=300):
        """Waits until an expression is true, and answers its value."""
        end = time.time() + seconds
        while time.time() < end:
            if value := self.run(expression):
                return value
            time.sleep(0.05)
        raise RuntimeError(f"in vain: {expression}")

    def trace(self):
        """Begins to record what the threads of the page do."""
        self.call("Tracing.start", transferMode="ReportEvents",
                  traceConfig={"includedCategories": ["toplevel", "blink.user_timing", "devtools.timeline", "__metadata"]})

    def traced(self):
        """Ends the recording, and answers its events in their order."""
        self.call("Tracing.end")
        found = []
        while not any(event.get("method") == "Tracing.tracingComplete" for event in self.events):
            self.events.append(self.receive())
        for event in self.events:
            if event.get("method") == "Tracing.dataCollected":
                found += event["params"]["value"]
        self.events = [event for event in self.events if not event.get("method", "").startswith("Tracing.")]
        return sorted(found, key=lambda event: event.get("ts", 0))

    def press(self, key, modifiers=0):
        """Presses a key as a person would."""
        codes = {"Tab": 9, "Enter": 13, "Escape": 27, "PageUp": 33, "PageDown": 34, "End": 35, "Home": 36,
                 "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40}
        code = {"key": key, "code": key, "windowsVirtualKeyCode": codes[key], "modifiers": modifiers}
        self.call("Input.dispatchKeyEvent", type="rawKeyDown", **code)
        self.call("Input.dispatchKeyEvent", type="keyUp", **code)

    def picture(self, path):
        data = self.call("Page.captureScreenshot", format="png")["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def see(self, width, height, scheme, isPhone=False):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=isPhone)
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.settle()

    def settle(self):
        """Waits until what was asked for is painted, however long that takes: the second frame from now shows it."""
        self.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))")

    def complaints(self, page):
        """What the page asked for from outside, and what it said of errors."""
        requests, errors = [], []
        for event in self.events:
            parameters = event.get("params", {})
            if event.get("method") == "Network.requestWillBeSent":
                url = parameters["request"]["url"]
                if not url.startswith(("data:", "blob:", "about:", "file://" + page)):
                    requests.append(url)
            elif event.get("method") == "Runtime.exceptionThrown":
                errors.append(json.dumps(parameters["exceptionDetails"])[:600])
            elif event.get("method") == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "warning"):
                errors.append(json.dumps(parameters["args"])[:600])
            elif event.get("method") == "Log.entryAdded" and parameters["entry"]["level"] == "error":
                errors.append(parameters["entry"]["text"][:600])
        return requests, errors
