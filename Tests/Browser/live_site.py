"""A daemon and a web interface with sources that a test changes and kills, for `live`."""

import http.client
import json
import os
import subprocess
import time

HERE = os.path.dirname(os.path.abspath(__file__))
LIBRARY = os.path.join(HERE, "../../etc")
# No wait is longer, in seconds, even on a machine with many times more work than cores.
LIMIT = 60


class Failure(Exception):
    """An expectation that is not met."""


def await_that(what, holds, pause=0.02):
    """Returns what `holds` returns as soon as that is true."""
    end = time.monotonic() + LIMIT
    while not (result := holds()):
        if time.monotonic() > end:
            raise Failure(f"not within {LIMIT} s: {what}")
        time.sleep(pause)
    return result


def write(path, text):
    """Replaces a file in one step."""
    with open(path + ".new", "w", encoding="utf-8") as file:
        file.write(text)
    os.rename(path + ".new", path)


class Site:
    """The two programs, with all their files in `folder`. They end with this program, see `alone`."""

    def __init__(self, binaries, folder, port=8080):
        self.binaries, self.folder, self.port = binaries, folder, port
        self.base = f"http://127.0.0.1:{port}"
        self.socket = os.path.join(folder, "run/io.almanac")
        self.daemon = self.web = None
        for name in ("run", "state", "inputs", "etc/sources.d"):
            os.makedirs(os.path.join(folder, name))
        self.log = open(os.path.join(folder, "log"), "w", encoding="utf-8")

    def define(self, name, *lines):
        write(os.path.join(self.folder, f"etc/sources.d/{name}.source"), "\n".join(lines) + "\n")

    def input(self, name):
        return os.path.join(self.folder, "inputs", name)

    def define_table(self, name):
        """Defines a source that reads a table of id and name from the input NAME.csv."""
        self.define(name, "[Source]", "Kind=table", f"Path={self.input(name + '.csv')}", "Refresh=1h",
                    "[Table]", "Delimiter=,", "[Record]", "Key=id", "Title=name")

    def write_table(self, name, rows):
        """Writes a table; `rows` has the name of each key."""
        write(self.input(name + ".csv"), "id,name\n" + "".join(f"{key},{row}\n" for key, row in rows.items()))

    def define_places(self):
        """Defines a source whose records have a position and a text, which `write_places` gives by key."""
        self.define("places", "[Source]", "Kind=table", f"Path={self.input('places.csv')}", "Refresh=1h",
                    "[Table]", "Delimiter=,", "[Record]", "Key=id", "Title=title", "Columns=text",
                    "Number=lat lon", "Location=lat lon")

    def write_places(self, texts):
        rows = (f"{key},Place {key},{text},{key},{key}\n" for key, text in texts.items())
        write(self.input("places.csv"), "id,title,text,lat,lon\n" + "".join(rows))

    def start_daemon(self):
        parts = {"config": "etc", "state": "state", "run": "run"}
        places = [f"--{name}={os.path.join(self.folder, part)}" for name, part in parts.items()]
        self.daemon = self.start("almanacd", *places, f"--library={LIBRARY}")

    def start_web(self):
        self.web = self.start("almanac-web", "--socket", self.socket, "--library", LIBRARY,
                              "--listen", f"127.0.0.1:{self.port}")

    def start(self, program, *arguments):
        return subprocess.Popen([os.path.join(self.binaries, program), *arguments],
                                stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log)

    def kill_daemon(self):
        self.daemon.kill()
        self.daemon.wait()

    def kill_web(self):
        self.web.kill()
        self.web.wait()

    def get(self, path):
        """Returns the text at a path, or None if there is none."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=LIMIT)
        try:
            connection.request("GET", path, headers={"Accept": "text/html"})
            answer = connection.getresponse()
            text = answer.read().decode()
            return text if answer.status == 200 else None
        except (OSError, http.client.HTTPException):
            return None
        finally:
            connection.close()

    def history(self, source, limit=400):
        """The newest changes of a source in the daemon's log, newest first; None without a daemon."""
        command = [os.path.join(self.binaries, "almanac"), "history", source, "--socket", self.socket,
                   "--json", "--limit", str(limit)]
        run = subprocess.run(command, stdout=subprocess.PIPE, stderr=self.log, text=True, check=False)
        if run.returncode:
            return None
        return [json.loads(line) for line in run.stdout.splitlines()]

    def await_record(self, source, key):
        """Waits until the web interface shows a record."""
        await_that(f"{source}/{key} is there", lambda: self.get(f"/data/{source}/{key}"), pause=0.1)

    def close(self):
        for process in (self.web, self.daemon):
            if process:
                process.kill()
                process.wait()
        self.log.close()
