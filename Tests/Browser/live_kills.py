"""Kills of the daemon and the web interface during a stream of changes, for `live`."""

import random
import time

from live_checks import CONNECTION, open_live, require, until, until_live
from live_site import await_that

# The cursors of the entries of the source that changes, newest first.
KEYS = """[...document.querySelectorAll('#changes .changes > li')]
    .filter(entry => entry.querySelector('a').pathname.startsWith('/data/rows/'))
    .map(entry => entry.dataset.key)"""
# The kills between two comparisons; their changes must fit into the browser's list.
ROUND = 20
# Notes each entry that was in the list twice, however short it was.
WATCH = """(() => {
    const list = document.querySelector('#changes')
    const keys = () => [...list.querySelectorAll('[data-key]')].map(entry => entry.dataset.key)
    globalThis.doubled = new Set()
    new MutationObserver(() => {
        const shown = keys()
        if (new Set(shown).size < shown.length) {
            shown.filter((key, place) => shown.indexOf(key) < place).forEach(key => doubled.add(key))
        }
    }).observe(list, {childList: true, subtree: true})
})()"""


class Kills:
    """Kills programs at random moments and compares the browser's list with the log of changes."""

    def __init__(self, site, rows, browser, seed):
        self.site, self.rows, self.browser = site, rows, browser
        self.random = random.Random(seed)
        self.seen = {entry["cursor"] for entry in site.history("rows", 10000)}
        self.changes = self.kills = 0

    def run(self, count):
        open_live(self.browser, self.site.base + "/")
        self.browser.evaluate(WATCH)
        self.compare()
        self.changes = 0
        while self.kills < count:
            for _ in range(min(ROUND, count - self.kills)):
                self.turn()
            self.compare()

    def turn(self):
        """Changes records, kills a program in between, and starts it again."""
        self.write(self.random.randint(1, 4))
        kills_web = self.random.random() < 0.4
        if kills_web:
            self.site.kill_web()
        else:
            self.site.kill_daemon()
        self.kills += 1
        self.write(self.random.randint(0, 2))
        if kills_web:
            self.site.start_web()
            # Most kills shall meet an open stream.
            if self.random.random() < 0.8:
                until_live(self.browser)
        else:
            self.site.start_daemon()

    def write(self, count):
        """Changes records a few times, at random moments."""
        for _ in range(count):
            for key in self.random.sample(sorted(self.rows.names), self.random.randint(1, 4)):
                self.rows.change(key)
            time.sleep(self.random.random() * 0.07)

    def compare(self):
        """Compares the list with the log, once both have the last change."""
        log = await_that("the last change is stored", self.complete_log)
        newest = log[0]["cursor"]
        until(self.browser, f"{CONNECTION} == 'Live' && ({KEYS})[0] == '{newest}'")
        shown = self.browser.evaluate(KEYS)
        expected = [entry["cursor"] for entry in log][:len(shown)]
        require(shown == expected, f"after {self.kills} kills, {difference(shown, expected)}")
        fresh = [cursor for cursor in expected if cursor not in self.seen]
        require(self.seen.intersection(expected) or not self.seen, "the list has all changes of a round")
        require(len(shown) == len(set(shown)), "no change is doubled")
        self.seen.update(fresh)
        self.changes += len(fresh)

    def complete_log(self):
        """The log, newest first, if it has the state of the file that was written last."""
        log = self.site.history("rows")
        if not log:
            return None
        state = {}
        for entry in log:
            state.setdefault(entry["key"], entry["data"]["name"])
        is_complete = all(state.get(key, name) == name for key, name in self.rows.names.items())
        return log if is_complete else None


def difference(shown, expected):
    """What differs between two lists of cursors, in few words."""
    lost = [cursor for cursor in expected if cursor not in shown]
    other = [cursor for cursor in shown if cursor not in expected]
    return f"lost {lost[:5]}, other {other[:5]}, {len(shown)} entries, {len(set(shown))} of them different"


def check_kills(site, rows, browser, count, seed):
    """Returns a sentence with the number of kills and changes."""
    kills = Kills(site, rows, browser, seed)
    start = time.monotonic()
    kills.run(count)
    doubled = browser.evaluate("[...doubled]")
    require(not doubled, f"{len(doubled)} changes were in the list twice: {doubled[:5]}")
    seconds = time.monotonic() - start
    return f"{kills.changes} changes, 0 lost, 0 doubled, in {seconds:.0f} s"
