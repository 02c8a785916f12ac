"""The checks of check-pages: what must hold for a page, and the states in which it is looked at."""

import collections
import os
import re
import urllib.parse

from webdriver import WebDriverError, requested

CHECKS = ("opens", "console", "csp", "requests", "overflow", "axe")
WIDTHS = (360, 768, 1440)
HEIGHT = 900
ZOOM = 200

# Resolves once transitions have ended and the page is drawn; an animation without an end does not count.
DRAWN = """Promise.all(document.getAnimations()
    .filter(animation => animation.effect.getComputedTiming().endTime < 10000)
    .map(animation => animation.finished.catch(() => 0)))
    .then(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true)))))"""

# The name of an element in a report, and the widest elements that reach beyond the right edge of the page.
OVERFLOW = """(() => {
    const page = document.scrollingElement
    if (page.scrollWidth <= page.clientWidth) return null
    const name = element => element.tagName.toLowerCase() + (element.id && '#' + element.id)
        + [...element.classList].map(word => '.' + word).join('')
    const beyond = [...document.body.querySelectorAll('*')]
        .map(element => [element.getBoundingClientRect().right + scrollX, name(element)])
        .filter(([right]) => right > page.clientWidth + 0.5)
        .sort((first, second) => second[0] - first[0])
    return `${page.scrollWidth} px in ${page.clientWidth} px: `
        + ([...new Set(beyond.map(([, name]) => name))].slice(0, 3).join(', ') || 'the page')
})()"""

# Connections that a page prepares without a request that the browser would report.
HINTS = """[...document.querySelectorAll('link[rel~=preconnect], link[rel~=dns-prefetch]')]
    .map(link => link.href)"""

# Preloading would fetch style sheets again, as requests that are not the page's. axe-core takes the content
# of noscript for hidden, also in a page without scripts, so it is taken out for the time of the run.
AXE = """(async withoutScripts => {
    const wrappers = withoutScripts ? [...document.querySelectorAll('noscript')] : []
    const contents = wrappers.map(wrapper => [...wrapper.childNodes])
    wrappers.forEach((wrapper, number) => wrapper.after(...contents[number]))
    const results = await axe.run(document, {preload: false, resultTypes: ['violations']})
    wrappers.forEach((wrapper, number) => wrapper.append(...contents[number]))
    return results.violations.map(rule => {
        const first = rule.nodes[0]
        const reasons = first.failureSummary.split('\\n').slice(1, 3).map(line => line.trim()).join('; ')
        return `${rule.id} (${rule.impact}): ${rule.help}: ${rule.nodes.length} of them, first `
            + `${first.target.flat().join(' ')}: ${reasons}`
    })
})"""

State = collections.namedtuple("State", "width theme scripts zoom")


def both_themes(width, scripts, first):
    """The looks at a page that is opened in one theme, and then shown in the other one."""
    return [State(width, theme, scripts, 100) for theme in (first, "dark" if first == "light" else "light")]


def looks(widths=WIDTHS):
    """The states of a page, which is opened once for each element; the theme that it is opened in alternates."""
    return [both_themes(width, scripts, ("light", "dark")[number % 2]) for scripts in (True, False)
            for number, width in enumerate(widths)]


SHORT_LOOKS = [[State(WIDTHS[0], "light", True, 100)], [State(WIDTHS[-1], "dark", True, 100)],
               [State(WIDTHS[1], "light", False, 100)]]


def describe(state):
    """A state in words, which are also a part of the names of screenshots."""
    words = [f"{state.width}px", state.theme, "js" if state.scripts else "nojs"]
    return "-".join(words + ([f"zoom{state.zoom}"] if state.zoom != 100 else []))


def origin(address):
    """The scheme, host and port of an address; None for one that names no host, such as data: and about:."""
    parts = urllib.parse.urlsplit(address)
    if not parts.netloc:
        return None
    scheme = {"ws": "http", "wss": "https"}.get(parts.scheme, parts.scheme)
    port = parts.port or {"http": 80, "https": 443}.get(scheme)
    return scheme, parts.hostname, port


def is_missing(page, message):
    """Whether a message says that the page itself is missing, also with the choices that a script remembers."""
    address, _, rest = message.partition(" - ")
    return rest.startswith("Failed to load") and address.partition("?")[0] == page.address.partition("?")[0]


def without_places(message):
    """A message without what differs from one load to the next, so that equal faults are reported once."""
    return re.sub(r"\s+", " ", re.sub(r"'sha256-[^']*'", "'sha256-…'", message)).strip()[:400]


class Page:
    """A page, its expected status, and for each check its faults with the states that they were found in."""

    def __init__(self, address, status=200):
        self.address, self.status = address, status
        self.faults = {check: {} for check in CHECKS}

    def add(self, check, fault, state):
        states = self.faults[check].setdefault(fault, [])
        if state not in states:
            states.append(state)

    def report(self):
        """The lines of the report: `ok PATH CHECK`, or `FAILED PATH CHECK: FAULT (STATES)` for each fault."""
        path = self.address.partition("://")[2].partition("/")[2]
        for check, faults in self.faults.items():
            if not faults:
                yield f"ok /{path} {check}"
            for fault, states in faults.items():
                names = ", ".join(map(describe, states[:4]))
                names += f" and {len(states) - 4} more" if states[4:] else ""
                yield f"FAILED /{path} {check}: {fault} ({names})"

    @property
    def is_faulty(self):
        return any(self.faults.values())


class Checker:
    """Looks at pages with one browser; `axe` is the script of axe-core, `screenshots` a folder or None."""

    def __init__(self, browser, base, axe, screenshots=None, widths=WIDTHS):
        self.browser, self.axe, self.screenshots = browser, axe, screenshots
        self.zoomed = (widths[0], widths[-1])
        self.home = origin(base)

    def check(self, page, looks):
        """Opens a page once for each element of `looks`, a list of states."""
        for states in looks:
            self.look(page, states)

    def look(self, page, states):
        """Opens the page in the first state and checks it in all of them."""
        first = states[0]
        try:
            self.show(first)
            self.browser.scripts(first.scripts)
            self.browser.open(page.address)
            # The page's scripts are not run later. The checks need promises, which would not be kept.
            self.browser.scripts(True)
            self.browser.evaluate(self.axe + "; 0")
            for state in states:
                self.show(state)
                self.measure(page, state)
            if first.width in self.zoomed:
                self.measure_zoomed(page, first._replace(zoom=ZOOM))
            self.read_logs(page, first)
        except (WebDriverError, ConnectionError) as error:
            page.add("opens", without_places(str(error)), first)
            # What the browser noted of a page that it does not show is no further fault.
            self.browser.console()
            self.browser.events()

    def show(self, state):
        self.browser.viewport(state.width, HEIGHT, state.zoom)
        self.browser.media(theme=state.theme, motion="reduce")

    def measure(self, page, state):
        """Checks what can be seen of the page now."""
        self.measure_width(page, state)
        for address in self.browser.evaluate(HINTS):
            self.check_address(page, address, state)
        for violation in self.browser.evaluate(AXE + ("(false)" if state.scripts else "(true)")):
            page.add("axe", without_places(violation), state)
        self.take_screenshot(page, state)

    def measure_width(self, page, state):
        self.browser.evaluate(DRAWN)
        if beyond := self.browser.evaluate(OVERFLOW):
            page.add("overflow", beyond, state)

    def measure_zoomed(self, page, state):
        self.show(state)
        self.measure_width(page, state)
        self.take_screenshot(page, state)

    def read_logs(self, page, state):
        """Checks what the browser noted since the page was opened."""
        for entry in self.browser.console():
            message = without_places(entry["message"])
            if "Content Security Policy" in message:
                page.add("csp", message, state)
            elif entry["level"] == "SEVERE" and not is_missing(page, message):
                page.add("console", message, state)
        events = self.browser.events()
        for address in requested(events):
            self.check_address(page, address, state)
        for method, parameters in events:
            if method == "Network.responseReceived" and parameters["type"] == "Document":
                self.check_status(page, parameters["response"], state)

    def check_status(self, page, response, state):
        """Compares the status of the page itself, which the console has an error for if it is one."""
        if response["url"] == page.address and response["status"] != page.status:
            page.add("opens", f"status {response['status']} instead of {page.status}", state)

    def check_address(self, page, address, state):
        found = origin(address)
        if found and found != self.home:
            page.add("requests", f"asks for {address[:200]}", state)

    def take_screenshot(self, page, state):
        """Writes PATH-WIDTH-THEME-SCRIPTS.png; unsafe characters of the path become `_`."""
        if not self.screenshots:
            return
        path = page.address.partition("://")[2].partition("/")[2]
        name = re.sub(r"[^A-Za-z0-9.@-]+", "_", path).strip("_") or "index"
        self.browser.screenshot(os.path.join(self.screenshots, f"{name}-{describe(state)}.png"))
