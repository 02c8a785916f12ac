"""A separate daemon with a file source, a web source and a subscriber, for faults-driver."""

import http.server
import json
import os
import signal
import socket
import subprocess
import threading
import time

PORT = 8181
NAMES = ("rows", "web")


class Failed(Exception):
    """An outcome that no failing system call may cause."""


class Upstream(http.server.BaseHTTPRequestHandler):
    """Serves the table of the source `web` over keep-alive connections."""

    protocol_version = "HTTP/1.1"
    body = b""

    def do_GET(self):
        body = Upstream.body
        self.send_response(200)
        self.send_header("Content-Type", "text/csv")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Follower(threading.Thread):
    """A subscriber that reconnects with its last cursor and keeps every event by number."""

    def __init__(self, path, cursor):
        super().__init__(daemon=True)
        self.path, self.cursor, self.events, self.fault = path, cursor, {}, None
        self.is_ended = False
        self.start()

    def run(self):
        while not self.is_ended and not self.fault:
            try:
                self.follow()
            except OSError:
                pass
            time.sleep(0.02)

    def follow(self):
        with socket.socket(socket.AF_UNIX) as peer:
            peer.settimeout(0.5)
            peer.connect(self.path)
            parameters = {"since": self.cursor}
            call = {"method": "io.almanac.Subscribe", "more": True, "parameters": parameters}
            peer.sendall(json.dumps(call).encode() + b"\n")
            rest = b""
            while not self.is_ended:
                try:
                    data = peer.recv(1 << 16)
                except TimeoutError:
                    continue
                if not data:
                    return
                *lines, rest = (rest + data).split(b"\n")
                for line in lines:
                    if not self.take(json.loads(line)):
                        return

    def take(self, reply):
        """Returns whether the subscription goes on."""
        if "error" in reply:
            if reply["error"] == "io.almanac.CursorExpired":
                self.fault = f"the cursor {self.cursor} expired"
            return False
        event = reply["parameters"]
        if "key" in event:
            number, before = (int(cursor.split(".")[1]) for cursor in (event["cursor"], self.cursor))
            if number != before + 1:
                self.fault = f"{event['cursor']} follows {self.cursor}"
                return False
            self.cursor = event["cursor"]
            self.events[number] = (event["source"], event["key"], event["event"], event.get("data"))
        return True

    def has(self, source, version):
        return any(e[0] == source and e[3] and e[3]["name"] == str(version) for e in list(self.events.values()))


class World:
    """The folders, the daemon and its subscriber; version numbers of the tables only increase."""

    def __init__(self, folder, program):
        self.folder, self.program, self.version = folder, program, 0
        self.process = self.follower = None
        for name in ("config/sources.d", "state", "run", "library"):
            os.makedirs(f"{folder}/{name}", exist_ok=True)
        # Other users read the files that the daemon writes.
        self.path = f"{folder}/run/io.almanac"
        self.log = f"{folder}/log"
        table = "[Table]\nDelimiter=,\n[Record]\nKey=id\n"
        web = f"URL=http://127.0.0.1:{PORT}/\nAllowHTTP=yes\nAllowPrivate=yes"
        self.write("config/sources.d/rows.source", f"[Source]\nKind=table\nPath={folder}/rows.csv\nRefresh=1h\n{table}")
        self.write("config/sources.d/web.source", f"[Source]\nKind=table\n{web}\nRefresh=1h\n{table}")

    def write(self, name, text):
        with open(f"{self.folder}/{name}.new", "w", encoding="ascii") as file:
            file.write(text)
        os.rename(f"{self.folder}/{name}.new", f"{self.folder}/{name}")

    def publish(self):
        """Publishes a new version of both sources."""
        self.version += 1
        text = f"id,name\n1,{self.version}\n2,{self.version}\n{self.version + 10},{self.version}\n"
        Upstream.body = text.encode()
        self.write("rows.csv", text)

    def expected(self):
        keys = ("1", "2", str(self.version + 10))
        return {(name, key): str(self.version) for name in NAMES for key in keys}

    def start(self, wrapper=()):
        """Starts the daemon as a child of this process."""
        folders = [f"--{name}={self.folder}/{name}" for name in ("config", "state", "run", "library")]
        environment = {**os.environ, "SWIFT_BACKTRACE": "enable=no"}
        with open(self.log, "ab") as log:
            command = [*wrapper, self.program, *folders]
            self.process = subprocess.Popen(command, stdout=log, stderr=log, env=environment)

    def call(self, method, parameters=None, timeout=2.0):
        """Returns one reply of the daemon, or nothing if none arrives in time."""
        try:
            with socket.socket(socket.AF_UNIX) as peer:
                peer.settimeout(timeout)
                peer.connect(self.path)
                call = {"method": "io.almanac." + method, "parameters": parameters or {}}
                peer.sendall(json.dumps(call).encode() + b"\n")
                data = b""
                while not data.endswith(b"\n"):
                    more = peer.recv(1 << 16)
                    if not more:
                        return None
                    data += more
                return json.loads(data).get("parameters")
        except (OSError, ValueError):
            return None

    def until(self, condition, seconds):
        """Waits until a condition holds or the daemon has ended; returns whether it holds."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if condition():
                return True
            if self.process.poll() is not None:
                return condition()
            time.sleep(0.02)
        return False

    def serves(self):
        return self.call("GetStatus", timeout=0.5) is not None

    def has_arrived(self):
        return all(self.follower.has(name, self.version) for name in NAMES)

    def refresh(self):
        self.call("Refresh", {"selector": {"sources": ["web"]}}, timeout=0.5)

    def deliver(self, seconds):
        """Publishes and waits until the subscriber has received both changes; repeats the refresh as its budget allows."""
        self.publish()
        end = time.monotonic() + seconds
        while time.monotonic() < end and self.process.poll() is None and not self.follower.fault:
            self.refresh()
            if self.until(self.has_arrived, min(1.0, seconds)):
                return True
        return self.has_arrived()

    def exercise(self):
        """Does every kind of work once; the results do not matter."""
        context = {"name": "extra", "kind": "table", "path": f"{self.folder}/rows.csv"}
        options = {"Table": {"Delimiter": ","}, "Record": {"Key": "id"}}
        self.deliver(0.5)
        self.call("AddSource", {"context": {**context, "options": options}, "persist": True}, timeout=0.5)
        self.call("GetSnapshot", timeout=0.5)
        self.call("GetHistory", {"source": "rows"}, timeout=0.5)
        self.call("RemoveSource", {"name": "extra"}, timeout=0.5)
        self.deliver(0.5)

    def settle(self):
        """Checks that the daemon, without faults, answers and delivers a change."""
        if self.process.poll() is not None:
            self.start()
        serves = self.until(self.serves, 15)
        if not serves and self.is_left_by_tracer():
            self.start()
            serves = self.until(self.serves, 15)
        if not serves:
            raise Failed(f"it does not serve without faults (status {self.process.poll()})")
        if not self.follower:
            self.follower = Follower(self.path, self.call("GetStatus")["cursor"])
        if not self.deliver(15):
            missing = [name for name in NAMES if not self.follower.has(name, self.version)]
            raise Failed(self.follower.fault or f"{missing} are not delivered without faults")

    def is_left_by_tracer(self):
        """Whether strace ended within a call that it made fail, which leaves a call number that the kernel does not know."""
        with open(self.log, "rb") as log:
            last = log.readlines()[-1:]
        return self.process.poll() == 71 and last and b"Function not implemented" in last[0]

    def stop(self):
        """Stops the daemon cleanly."""
        self.process.send_signal(signal.SIGTERM)
        try:
            status = self.process.wait(15)
        except subprocess.TimeoutExpired:
            raise Failed("it does not end") from None
        if status != 0:
            raise Failed(f"it ends with status {status}")

    def verify(self):
        """Checks the store, that no database was set aside, the records, and that the log equals the received events."""
        private = f"{self.folder}/state/private"
        aside = [name for name in os.listdir(private) if "damaged" in name or "condemned" in name]
        if aside:
            raise Failed(f"set aside: {aside}")
        check = ["sqlite3", "-readonly", f"{private}/almanac.db", "PRAGMA integrity_check"]
        found = subprocess.run(check, capture_output=True, text=True, check=False)
        if found.stdout.strip() != "ok":
            raise Failed(f"the store: {found.stdout}{found.stderr}")
        records = self.call("GetSnapshot")["records"]
        found = {(r["source"], r["key"]): r["data"]["name"] for r in records if r["source"] in NAMES}
        if found != self.expected():
            raise Failed(f"records are {found}")
        if self.follower.fault:
            raise Failed(self.follower.fault)

    def end(self):
        if self.follower:
            self.follower.is_ended = True
        if self.process and self.process.poll() is None:
            self.process.kill()
            self.process.wait()
