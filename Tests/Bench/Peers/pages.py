"""pages.py BASE PATH PATH MARK MARK: ten pages of the web interface in two contexts of Chromium.

Prints `size PATH BYTES` for first visits, `ready` once all pages follow the changes, and once every page
contains one of the marks, `shown MARK MICROSECONDS` for each page and mark: when the page first contained it,
since 1970.
"""

import os
import subprocess
import sys
import time

BROWSER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../Tests/Browser")
sys.path.insert(0, BROWSER)

from webdriver import Driver  # noqa: E402

SIZE = """
const entries = ['navigation', 'resource'].flatMap(type => performance.getEntriesByType(type))
return entries.reduce((sum, entry) => sum + entry.transferSize, 0)
"""
WATCH = """
window.marks = {}
const look = () => {
    const now = Math.round((performance.timeOrigin + performance.now()) * 1000)
    for (const [mark] of document.querySelector('main').textContent.matchAll(/BENCH\\d+/g)) marks[mark] ??= now
}
new MutationObserver(look).observe(
    document.querySelector('main'), {subtree: true, childList: true, characterData: true})
"""
IS_LIVE = "document.getElementById('connection').textContent == 'Live'"


def print_sizes(browser, base):
    """Visits pages in contexts without a cache; the icon, which is not shown there, is fetched."""
    for path in ("/", "/map"):
        browser.new_context()
        browser.open(base + path)
        browser.until(IS_LIVE)
        browser.until("fetch('/assets/icon.svg').then(answer => answer.text())")
        time.sleep(1)
        print("size", path, browser.execute(SIZE), flush=True)


def open_pages(browser, base, paths):
    windows = []
    for _ in range(2):
        for number in range(5):
            windows.append(browser.new_window() if number else browser.new_context())
            browser.open(base + paths[number % 2])
            browser.until(IS_LIVE)
            browser.execute(WATCH)
    return windows


def marks(browser, windows, last):
    found = []
    for window in windows:
        browser.choose(window)
        while not any(mark in (shown := browser.execute("return window.marks")) for mark in last):
            time.sleep(0.2)
        found.append(shown)
    return found


def main():
    base, airport, table, *last = sys.argv[1:]
    made = subprocess.run([BROWSER + "/roots", "browser"], stdout=subprocess.PIPE, text=True, check=True)
    with Driver(made.stdout.strip()) as driver, driver.browser() as browser:
        print_sizes(browser, base)
        windows = open_pages(browser, base, (airport, table))
        print("ready", flush=True)
        for shown in marks(browser, windows, last):
            for mark, moment in shown.items():
                print("shown", mark, moment)


main()
