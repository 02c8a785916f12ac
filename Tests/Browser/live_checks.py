"""The checks of `live` that need no kills at random: what an open page does while things happen."""

from live_site import LIMIT, Failure, await_that
from page_checks import OVERFLOW

# The keys of the list of changes, newest first.
KEYS = "[...document.querySelectorAll('#changes .changes > li')].map(entry => entry.dataset.key)"
CONNECTION = "document.getElementById('connection').textContent"
MANY = 10_000
ROWS = "document.querySelectorAll('tbody tr').length"
MAP_LIST = "document.getElementById('map-list')"
FIRST = "document.querySelector('#changes .changes > li')"


def until(browser, condition):
    browser.until(condition, seconds=LIMIT)


def until_live(browser):
    until(browser, f"{CONNECTION} == 'Live'")


def open_live(browser, address):
    browser.open(address)
    until_live(browser)


def require(holds, what):
    if not holds:
        raise Failure(what)


class Rows:
    """The table `rows`, of which each change gives a record another number."""

    def __init__(self, site, count=12):
        self.site, self.number = site, 0
        self.names = {str(key): "0" for key in range(1, count + 1)}
        site.define_table("rows")
        site.write_table("rows", self.names)

    def change(self, key="1"):
        """Changes a record and returns the text that its entry ends with."""
        self.number += 1
        self.names[key] = str(self.number)
        self.site.write_table("rows", self.names)
        return f"→ {self.number}"


def check_change(site, rows, browser):
    """A change appears without a reload, highlighted, at the top of the list, and on its source's page."""
    open_live(browser, site.base + "/")
    browser.evaluate("globalThis.isSame = true")
    text = rows.change()
    until(browser, f"{FIRST}?.classList.contains('changed') && {FIRST}.textContent.includes('{text}')")
    require(browser.evaluate("globalThis.isSame"), "the page is not loaded again")
    open_live(browser, site.base + "/data/rows")
    browser.evaluate("globalThis.isSame = true")
    rows.change("2")
    until(browser, f"[...document.querySelectorAll('main .changed')]"
          f".some(cell => cell.textContent.trim() == '{rows.number}')")
    require(browser.evaluate("globalThis.isSame"), "the page is not loaded again")


def check_list(site, rows, browser):
    """The list has a change once that arrives again, and no character that turns the direction of others.

    The server sends neither, so the script of the list is called as the stream would.
    """
    rows.change()
    open_live(browser, site.base + "/")
    until(browser, FIRST)
    keys = browser.evaluate(KEYS)
    add = "return import('/assets/changes.js').then(list => list.add(...arguments))"
    change = {"time": "2026-11-23T10:00:00Z", "source": "rows", "key": "1", "text": "one"}
    for key in (keys[0], keys[len(keys) // 2], keys[-1]):
        browser.execute(add, key, change)
    shown = browser.evaluate(KEYS)
    require(shown == keys, f"a change that the list has is not added: {shown}")
    run, _, number = keys[0].rpartition(".")
    newest = f"{run}.{int(number) + 1}"
    browser.execute(add, newest, change | {"text": "\u202egnp.exe\u202c \u2066two\u200f\u0007"})
    require(browser.evaluate(KEYS)[0] == newest, "a new change is added")
    text = browser.evaluate(f"{FIRST}.querySelector('a').textContent")
    require(text == "gnp.exe two", f"the text has only visible characters: {text!r}")


def check_table(site, _, browser):
    """A table has 10,000 rows in one list, which a search reduces and restores without dropping a choice."""
    site.define_table("many")
    site.write_table("many", {str(key): f"{'odd' if key % 2 else 'even'} {key}" for key in range(MANY)})
    site.await_record("many", str(MANY - 1))
    open_live(browser, site.base + "/data/many?units=metric")
    browser.find(".pages a:last-child").click()
    until(browser, f"{ROWS} == {MANY}")
    until_live(browser)
    browser.find("#search").type("odd")
    until(browser, "[...document.querySelectorAll('tbody tr')].every(row => row.textContent.includes('odd'))")
    found = browser.evaluate("location.search")
    require("count=" in found and "units=metric" in found, f"a search keeps the choices: {found}")
    for _ in "odd":
        browser.press("Backspace")
    until(browser, f"{ROWS} == {MANY}")
    require(not browser.evaluate(OVERFLOW), "the page is not wider than the window")
    browser.execute("localStorage.clear()")


def check_map(site, _, browser):
    """The map keeps its canvas when the page is fetched again, shows a change, and loads texts when needed."""
    open_live(browser, site.base + "/map")
    until(browser, "document.getElementById('map-live').classList.contains('map-moves')")
    until(browser, f"{MAP_LIST}.textContent.includes('Place 1')")
    browser.evaluate("document.addEventListener('almanac:updated', () => globalThis.isUpdated = true)")
    site.write_places({"1": "moved", "2": "there"})
    until(browser, "document.getElementById('map-status').textContent.includes('Place 1 changed')")
    until(browser, "globalThis.isUpdated")
    require(browser.evaluate("!document.getElementById('map-canvas').hidden"), "the canvas is shown")
    loaded = browser.evaluate(f"{MAP_LIST}.textContent.includes('moved')")
    require(not loaded, "texts are not loaded at once")
    browser.execute("document.querySelector('#map-list a').focus()")
    until(browser, f"{MAP_LIST}.textContent.includes('moved')")
    until(browser, "/moved|there/.test(document.getElementById('map-popup').textContent)")


def check_tabs(site, rows, browser):
    """Ten tabs of a profile are live with one stream, also after the tab that holds it is closed."""
    browser.requests()
    first = browser.window
    open_live(browser, site.base + "/")
    tabs = [first]
    for _ in range(9):
        tabs.append(browser.new_window())
        open_live(browser, site.base + "/")
    streams = [address for address in browser.requests() if "/live" in address and "assets" not in address]
    require(len(streams) == 1, f"ten tabs have one stream, not {len(streams)}")
    check_all(rows, browser, tabs)
    browser.choose(first)
    browser.close_window()
    check_all(rows, browser, tabs[1:])
    for tab in tabs[2:]:
        browser.choose(tab)
        browser.close_window()
    browser.choose(tabs[1])


def check_all(rows, browser, tabs):
    """Every tab shows a change, and all have the same list."""
    text = rows.change()
    lists = set()
    for tab in tabs:
        browser.choose(tab)
        until(browser, f"{FIRST}?.textContent.includes('{text}')")
        lists.add(tuple(browser.evaluate(KEYS)[:20]))
    require(len(lists) == 1, f"{len(tabs)} tabs have the same list")


def check_choices(site, _, browser):
    """Units and zone are taken from the browser, put into the address, and applied."""
    browser.cdp("Emulation.setTimezoneOverride", timezoneId="Europe/Berlin")
    browser.open(site.base + "/KPWM?units=metric")
    browser.open(site.base + "/KPWM")
    until(browser, "location.search.includes('units=metric')")
    require("zone=Europe%2FBerlin" in browser.url, f"the zone is in the address: {browser.url}")
    until(browser, "document.querySelector('main').textContent.includes('km/h')")
    until(browser, "document.querySelector('#choices [data-units=metric]').ariaCurrent == 'true'")
    until(browser, "document.querySelector('#choices input[name=zone]').value == 'Europe/Berlin'")
    open_live(browser, site.base + "/")
    until(browser, "document.querySelector('#changes a').search.includes('units=metric')")
    browser.open(site.base + "/?pin=KXYZ&order=name")
    browser.open(site.base + "/")
    until(browser, "location.search.includes('pin=KXYZ') && location.search.includes('order=name')")
    until(browser, "document.querySelector('.tile').id == 'KXYZ'")
    browser.find("#KXYZ .pin").click()
    until(browser, "!document.getElementById('KXYZ')")
    browser.open(site.base + "/")
    require(not browser.evaluate("location.search.includes('KXYZ')"), "an airport that is not pinned stays so")
    browser.execute("localStorage.clear()")
    open_live(browser, site.base + "/?kiosk")
    require(browser.evaluate("!document.querySelector('.bar')"), "a wall shows no navigation")
    open_live(browser, site.base + "/data/rows?kiosk")
    require(browser.evaluate("document.getElementById('search').offsetHeight == 0"), "a wall shows no search")
    browser.cdp("Emulation.setTimezoneOverride", timezoneId="UTC")


def check_connection(site, rows, browser):
    """A page says that it is disconnected, and connects again by itself without missing a change."""
    open_live(browser, site.base + "/")
    browser.evaluate("globalThis.isSame = true")
    site.kill_web()
    until(browser, f"{CONNECTION}.startsWith('Disconnected')")
    text = rows.change()
    await_that("the change is stored", lambda: has_change(site, rows))
    site.start_web()
    until_live(browser)
    until(browser, f"{FIRST}?.textContent.includes('{text}')")
    site.kill_daemon()
    until(browser, f"{CONNECTION}.startsWith('almanacd is not running')")
    site.start_daemon()
    until_live(browser)
    text = rows.change()
    until(browser, f"{FIRST}?.textContent.includes('{text}')")
    require(browser.evaluate("globalThis.isSame"), "the page is not loaded again")


def check_offline(site, _, browser):
    """While the site is not reachable, a page says so instead of old data; the one asked for comes by itself."""
    open_live(browser, site.base + "/")
    until(browser, "navigator.serviceWorker.controller")
    site.kill_web()
    browser.open(site.base + "/news")
    require(browser.title.startswith("Not reachable"), f"the page says what is wrong: {browser.title}")
    require(browser.evaluate("getComputedStyle(document.querySelector('main')).padding != '0px'"), "it has a style")
    site.start_web()
    # A promise would end with the page that it is made in.
    await_that("the page asked for is shown", lambda: browser.title.startswith("News"))
    browser.world = None
    until_live(browser)


def has_change(site, rows):
    """Whether the newest change is in the daemon's log."""
    newest = site.history("rows", 1)
    return newest and newest[0]["data"]["name"] == str(rows.number)
