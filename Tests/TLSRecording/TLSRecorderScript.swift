/// The program that plays TLS sessions and writes them down; see ``TLSRecorder``.
enum TLSRecorderScript {
    static let text = #"""
        # Plays TLS sessions and writes each down as one JSON line: what went over the wire in both directions, in
        # order, the key log, and what both applications sent. Arguments: working directory, then the scenes to play.
        import base64, json, os, socket, ssl, subprocess, sys, threading, time

        work = sys.argv[1]
        scenes = sys.argv[2:]


        def run(*command):
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


        def path(name):
            return os.path.join(work, name)


        def certificates():
            run("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=im.test",
                "-keyout", path("rsa.key"), "-out", path("rsa.pem"))
            run("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                "-days", "2", "-subj", "/CN=im.test", "-keyout", path("ecdsa.key"), "-out", path("ecdsa.pem"))


        def conversation():
            """What the applications say, where somebody wrote it down: side and bytes."""
            if not os.path.exists(path("conversation")):
                return []
            with open(path("conversation")) as file:
                return [(line[0], base64.b64decode(line[2:])) for line in file]


        def read(name):
            with open(path(name)) as file:
                return file.read()


        def tell(name, wire, keys, sent, **more):
            joined = []
            for side, data in wire:
                if joined and joined[-1][0] == side:
                    joined[-1][1] += data
                else:
                    joined.append([side, bytearray(data)])
            print(json.dumps(dict(
                name=name, wire=[[side, bytes(data).hex()] for side, data in joined], keys=keys,
                client=sent["c"].hex(), server=sent["s"].hex(), **more)), flush=True)


        # Sessions in memory, with Python's ssl.

        def talk(name, version, ciphers=None, curve=None, etm=True, ems=True, certificate="ecdsa", tickets=True,
                 alpn=(), session=None, small=False, contexts=None, silent=False, forges=False):
            if contexts is None:
                contexts = []
                for purpose in (ssl.PROTOCOL_TLS_CLIENT, ssl.PROTOCOL_TLS_SERVER):
                    context = ssl.SSLContext(purpose)
                    context.minimum_version = context.maximum_version = version
                    if ciphers:
                        context.set_ciphers(ciphers + ":@SECLEVEL=0")
                    if not etm:
                        context.options |= 1 << 19
                    if not ems:
                        context.options |= 1 << 0
                    if not tickets:
                        context.options |= ssl.OP_NO_TICKET
                    if alpn:
                        context.set_alpn_protocols(list(alpn))
                    contexts.append(context)
                contexts[0].check_hostname = False
                contexts[0].verify_mode = ssl.CERT_NONE
                contexts[1].load_cert_chain(path(certificate + ".pem"), path(certificate + ".key"))
                if curve:
                    contexts[1].set_ecdh_curve(curve)
            keylog = path("keys-" + name)
            contexts[0].keylog_filename = keylog
            toClient, toServer = ssl.MemoryBIO(), ssl.MemoryBIO()
            client = contexts[0].wrap_bio(toClient, toServer, server_hostname="im.test", session=session)
            server = contexts[1].wrap_bio(toServer, toClient, server_side=True)
            wire = []
            sent = {"c": b"", "s": b""}
            ends = {"c": client, "s": server}

            def step(side, action):
                outgoing = toServer if side == "c" else toClient
                before = outgoing.pending
                try:
                    result = action()
                except ssl.SSLWantReadError:
                    result = None
                if outgoing.pending > before:
                    data = outgoing.read()
                    wire.append([side, data[before:]])
                    outgoing.write(data)
                return result

            def handshake():
                done = {"c": False, "s": False}
                while not all(done.values()):
                    for side in "cs":
                        if not done[side]:
                            try:
                                outgoing = toServer if side == "c" else toClient
                                before = outgoing.pending
                                ends[side].do_handshake()
                                done[side] = True
                            except ssl.SSLWantReadError:
                                pass
                            if outgoing.pending > before:
                                data = outgoing.read()
                                wire.append([side, data[before:]])
                                outgoing.write(data)

            def say(side, data):
                other = "s" if side == "c" else "c"
                step(side, lambda: ends[side].write(data))
                sent[side] += data
                got = b""
                while len(got) < len(data):
                    got += step(other, lambda: ends[other].read(1 << 16)) or b""
                assert got == data

            handshake()
            sizes = (1, 40) if small else (1, 15, 16, 17, 300, 16385)
            for number, size in enumerate(() if conversation() or silent else sizes):
                body = bytes((7 * place + number) % 251 for place in range(size))
                say("c", body)
                say("s", bytes(reversed(body)))
            for side, data in conversation():
                say(side, data)
            if forges:
                # Nobody sealed this record, so that the server answers with an alert.
                record = bytes([23, 3, 3, 0, 48]) + bytes(48)
                wire.append(["c", record])
                toServer.write(record)
                before = toClient.pending
                try:
                    server.read(10)
                except ssl.SSLError:
                    wire.append(["s", toClient.read()[before:]])
            else:
                step("c", lambda: client.unwrap())
                step("s", lambda: server.unwrap())
                try:
                    step("c", lambda: client.read(10))
                except ssl.SSLError:
                    pass
            tell(name, wire, read("keys-" + name), sent, cipher=client.cipher()[0], version=client.version(),
                 alpn=client.selected_alpn_protocol(), resumed=client.session_reused)
            contexts[0].keylog_filename = None
            return contexts, client.session


        # Sessions over loopback, with openssl's s_server and s_client.

        class Tool:
            def __init__(self, *command):
                self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                                stderr=subprocess.STDOUT)
                self.output = b""
                self.lock = threading.Condition()
                self.thread = threading.Thread(target=self.collect, daemon=True)
                self.thread.start()

            def collect(self):
                while True:
                    data = os.read(self.process.stdout.fileno(), 65536)
                    with self.lock:
                        self.output += data
                        self.lock.notify_all()
                    if not data:
                        return

            def wait(self, text, seconds=20, start=0):
                with self.lock:
                    if not self.lock.wait_for(lambda: self.output.find(text, start) >= 0, seconds):
                        raise RuntimeError("no %r in %r" % (text, self.output))

            def expect(self, file, seconds=20):
                for _ in range(seconds * 20):
                    if os.path.exists(file) and os.path.getsize(file) > 0:
                        return
                    time.sleep(0.05)
                raise RuntimeError("no file %r in %r" % (file, self.output))

            def type(self, text):
                self.process.stdin.write(text)
                self.process.stdin.flush()

            def end(self):
                self.process.stdin.close()
                try:
                    self.process.wait(10)
                except subprocess.TimeoutExpired:
                    self.process.kill()
                    self.process.wait()


        class Relay:
            def __init__(self, port):
                self.wire = []
                self.lock = threading.Lock()
                self.listener = socket.create_server(("127.0.0.1", 0))
                self.port = self.listener.getsockname()[1]
                self.target = port
                self.thread = threading.Thread(target=self.run, daemon=True)
                self.thread.start()

            def run(self):
                client, _ = self.listener.accept()
                server = socket.create_connection(("127.0.0.1", self.target))
                threads = [threading.Thread(target=self.pump, args=pair, daemon=True)
                           for pair in ((client, server, "c"), (server, client, "s"))]
                for thread in threads:
                    thread.start()
                for thread in threads:
                    thread.join()

            def count(self, side):
                with self.lock:
                    return sum(len(data) for end, data in self.wire if end == side)

            def pump(self, source, target, side):
                while True:
                    try:
                        data = source.recv(65536)
                    except OSError:
                        data = b""
                    if not data:
                        try:
                            target.shutdown(socket.SHUT_WR)
                        except OSError:
                            pass
                        return
                    with self.lock:
                        self.wire.append([side, data])
                    target.sendall(data)


        def listening(*options):
            server = Tool("openssl", "s_server", "-accept", "0", "-cert", path("ecdsa.pem"), "-key", path("ecdsa.key"),
                          *options)
            server.wait(b"ACCEPT ")
            time.sleep(0.05)
            line = server.output.split(b"ACCEPT ")[1].split()[0]
            return server, int(line.rsplit(b":", 1)[1])


        def loopback(name, server_options=(), client_options=(), script=(), server=None, early=b"", keep=False,
                     file=None):
            """The script's entries: side, what to type, what the other side shows of it (None: nothing)."""
            if server is None:
                server = listening(*server_options)
            relay = Relay(server[1])
            keylog = path("keys-" + name)
            client = Tool("openssl", "s_client", "-connect", "127.0.0.1:%d" % relay.port, "-keylogfile", keylog,
                          "-servername", "im.test", *client_options)
            sent = {"c": early, "s": b""}
            client.wait(b"Verify return code")
            if file:
                client.expect(file)
            for side, typed, shown in script:
                end, other = (client, server[0]) if side == "c" else (server[0], client)
                before = relay.count(side)
                start = len(other.output)
                end.type(typed)
                if shown is None:
                    # A command: wait until something of it is on the wire, and let the answer come.
                    for _ in range(400):
                        if relay.count(side) > before:
                            break
                        time.sleep(0.05)
                    time.sleep(0.2)
                else:
                    other.wait(shown, start=start)
                    sent[side] += shown
            if early:
                server[0].wait(early.strip())
            client.type(b"Q\n")
            client.end()
            relay.thread.join(10)
            if not keep:
                server[0].process.kill()
                server[0].process.wait()
            tell(name, relay.wire, read("keys-" + name), sent)
            return server


        def script(typed, commands=()):
            """What is typed: the conversation with commands after some of its parts, or else a scene's own words."""
            said = [(side, data, data) for side, data in conversation()]
            for place, command in reversed(commands):
                said.insert(place, command + (None,))
            return said if conversation() else typed


        TLS12, TLS13 = ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3
        SUITES = [
            ("AES128-GCM-SHA256", "rsa"), ("AES256-GCM-SHA384", "rsa"), ("ECDHE-RSA-AES128-GCM-SHA256", "rsa"),
            ("ECDHE-ECDSA-AES256-GCM-SHA384", "ecdsa"),
            ("ECDHE-RSA-CHACHA20-POLY1305", "rsa"), ("ECDHE-ECDSA-CHACHA20-POLY1305", "ecdsa"),
            ("AES128-SHA", "rsa"), ("AES256-SHA", "rsa"), ("AES128-SHA256", "rsa"), ("AES256-SHA256", "rsa"),
            ("ECDHE-ECDSA-AES128-SHA", "ecdsa"), ("ECDHE-RSA-AES256-SHA", "rsa"), ("ECDHE-RSA-AES128-SHA256", "rsa"),
            ("ECDHE-ECDSA-AES256-SHA384", "ecdsa"), ("ECDHE-RSA-AES256-SHA384", "rsa"),
        ]


        def suites12():
            for suite, certificate in SUITES:
                for etm in (True, False) if "SHA" in suite and "GCM" not in suite else (True,):
                    talk("1.2 %s%s" % (suite, "" if etm else " MAC then encrypt"), TLS12, suite, etm=etm,
                         certificate=certificate, alpn=("http/1.1",) if conversation() else ("h2", "http/1.1"))


        def unextended():
            """Without the extended master secret, of both ways to make keys."""
            for suite, certificate in (("AES128-SHA", "rsa"), ("ECDHE-ECDSA-AES256-GCM-SHA384", "ecdsa")):
                talk("1.2 %s without extended master secret" % suite, TLS12, suite, ems=False, certificate=certificate)


        def suites13(scene="one13"):
            # The suite of TLS 1.3 is chosen by a configuration file, which is read once a process.
            for suite in ("TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256"):
                with open(path("cnf-" + suite), "w") as file:
                    file.write("openssl_conf = a\n[a]\nssl_conf = b\n[b]\nsystem_default = c\n[c]\n")
                    file.write("Ciphersuites = %s\n" % suite)
                result = subprocess.run([sys.executable, __file__, work, scene], check=True, capture_output=True,
                                        env=dict(os.environ, OPENSSL_CONF=path("cnf-" + suite)))
                sys.stdout.buffer.write(result.stdout)
                sys.stdout.flush()


        def one13():
            talk("1.3", TLS13, alpn=("http/1.1",))


        def small13():
            talk("1.3 small", TLS13, alpn=("http/1.1",), small=True)


        def recorded():
            """The small sessions that the tests keep."""
            for suite, etm in (("ECDHE-ECDSA-AES128-GCM-SHA256", True), ("ECDHE-ECDSA-AES256-GCM-SHA384", True),
                               ("ECDHE-ECDSA-CHACHA20-POLY1305", True), ("ECDHE-ECDSA-AES128-SHA", True),
                               ("ECDHE-ECDSA-AES256-SHA", False), ("ECDHE-ECDSA-AES128-SHA256", False),
                               ("ECDHE-ECDSA-AES256-SHA384", True), ("ECDHE-ECDSA-AES256-SHA384", False)):
                talk("1.2 %s%s" % (suite, "" if etm else " MAC then encrypt"), TLS12, suite, etm=etm, small=True,
                     alpn=("h2", "http/1.1"))
            suites13("small13")
            talk("1.3 HelloRetryRequest", TLS13, curve="secp384r1", small=True)
            contexts, session = talk("1.2 first", TLS12, small=True)
            talk("1.2 resumed", TLS12, session=session, contexts=contexts, small=True)


        def resumed():
            ways = (("1.2 ticket", TLS12, True), ("1.2 session id", TLS12, False), ("1.3", TLS13, True))
            for name, version, tickets in ways:
                contexts, session = talk(name + " first", version, tickets=tickets, small=True)
                talk(name + " resumed", version, session=session, contexts=contexts, small=True)


        def retried():
            talk("1.3 HelloRetryRequest", TLS13, curve="secp384r1")


        def updates():
            loopback("1.3 key updates", ("-tls1_3",), ("-tls1_3",), script([
                ("c", b"one\n", b"one\n"), ("c", b"K\n", None), ("c", b"two\n", b"two\n"),
                ("s", b"three\n", b"three\n"),
                ("c", b"k\n", None), ("c", b"four\n", b"four\n"), ("s", b"k\n", None), ("s", b"five\n", b"five\n"),
                ("s", b"K\n", None), ("s", b"six\n", b"six\n"), ("c", b"seven\n", b"seven\n")],
                [(2, ("c", b"K\n")), (4, ("c", b"k\n")), (6, ("s", b"k\n")), (7, ("s", b"K\n"))]))


        def padded():
            loopback("1.3 padding and small fragments", ("-tls1_3", "-record_padding", "512"),
                     ("-tls1_3", "-record_padding", "64", "-max_send_frag", "512"), script([
                         ("c", b"x" * 3000 + b"\n", b"x" * 3000 + b"\n"), ("s", b"padded\n", b"padded\n")]))


        def renegotiated():
            loopback("1.2 renegotiation", ("-tls1_2", "-client_renegotiation", "-max_send_frag", "512"), ("-tls1_2",), script([
                ("c", b"before\n", b"before\n"), ("c", b"R\n", None), ("c", b"after\n", b"after\n"),
                ("s", b"answer\n", b"answer\n")], [(4, ("c", b"R\n"))]))


        def early():
            said = script([("c",) + (b"sent with the first flight\n",) * 2, ("c", b"later\n", b"later\n"),
                           ("s", b"reply\n", b"reply\n")])
            with open(path("early"), "wb") as file:
                file.write(said[0][1])
            options = ("-tls1_3", "-early_data", "-no_anti_replay")
            server = loopback("1.3 before early data", options, ("-tls1_3", "-sess_out", path("session")),
                              [("s", b"hello\n", b"hello\n")], keep=True,
                              file=path("session"))
            loopback("1.3 early data",
                     client_options=("-tls1_3", "-sess_in", path("session"), "-early_data", path("early")),
                     script=said[1:], server=server, early=said[0][1])


        def refused():
            # The second server does not know the ticket of the first, so that it refuses the early data.
            with open(path("early"), "wb") as file:
                file.write(b"never read\n")
            loopback("1.3 before refused early data", ("-tls1_3", "-early_data"),
                     ("-tls1_3", "-sess_out", path("session2")), [("s", b"hello\n", b"hello\n")], file=path("session2"))
            loopback("1.3 refused early data", ("-tls1_3", "-early_data"),
                     ("-tls1_3", "-sess_in", path("session2"), "-early_data", path("early")),
                     [("c", b"later\n", b"later\n"), ("s", b"reply\n", b"reply\n")])


        def silent():
            talk("1.2 without data", TLS12, silent=True)
            talk("1.3 without data", TLS13, silent=True)


        def forged():
            talk("1.2 with a forged record", TLS12, forges=True)
            talk("1.3 with a forged record", TLS13, forges=True)


        def unsupported():
            talk("1.2 CCM", TLS12, "ECDHE-ECDSA-AES128-CCM", small=True)
            talk("1.2 CAMELLIA", TLS12, "CAMELLIA128-SHA", certificate="rsa", small=True)
            talk("1.1", ssl.TLSVersion.TLSv1_1, "ALL", certificate="rsa", small=True)
            talk("1.0", ssl.TLSVersion.TLSv1, "ALL", certificate="rsa", small=True)


        ALL = [suites12, unextended, suites13, resumed, retried, updates, padded, renegotiated, early, refused, silent,
               forged, unsupported]
        if not os.path.exists(path("ecdsa.key")):
            certificates()
        for scene in ALL + [one13, small13, recorded]:
            if scene.__name__ in scenes or (scenes == ["all"] and scene in ALL):
                scene()
        """#
}
