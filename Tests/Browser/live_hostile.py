"""Hostile texts in every place that upstreams and definitions can fill, for `live`."""

import html

from live_checks import FIRST, open_live, require, until
from page_checks import DRAWN, OVERFLOW

# Each would set `owned`, open a dialog or leave its place, if a page took it for more than text.
CALL = "window.owned=1;alert(1)"
TEXTS = (
    f"<script>{CALL}</script>",
    f"<img src=x onerror={CALL}>",
    f"\"><svg onload={CALL}>",
    f"' onmouseover='{CALL}' autofocus onfocus='{CALL}' x='",
    f"javascript:{CALL}",
    f"</style><script>{CALL}</script><style>*{{display:none}}",
    f"</title></textarea></noscript><script>{CALL}</script>",
    "\u202egnp.exe\u202c \u2066abc\u2069 \u200f",
    "&lt;script&gt; &#60;b&#62; ${" + CALL + "} {{" + CALL + "}}",
    "<!-- ]]> --!> <plaintext>",
    "W" * (1 << 20),
    "\u05d0" * 5000,
    "e" + "\u0301" * 3000,
)
SHORT = TEXTS[:10]
# An equals sign ends a report.
REMARK = "<script>alert(1)</script> </style> javascript:alert(1) \u202egnp.exe \"> <!-- <plaintext>"
ENTRY = """<item><title>{0}</title><link>{1}</link><guid>{2}</guid><description>{0}</description>
<pubDate>Mon, 23 Nov 2026 10:00:00 GMT</pubDate></item>"""
# What must be nowhere in a page: a link that runs a script, a handler, a foreign script or frame, a character
# that turns the direction of others.
FOREIGN = """[...document.querySelectorAll('*')].filter(element =>
    [...element.attributes].some(({name, value}) => name.startsWith('on')
        || ['href', 'src', 'action'].includes(name) && /^\\s*(javascript|data|vbscript):/i.test(value))
    || element.matches('iframe, object, embed, plaintext, base, main script, main style, main img'))
    .map(element => element.outerHTML.slice(0, 200))
    .concat(/\\p{Bidi_Control}/u.test(document.documentElement.innerHTML) ? ['direction'] : [])"""


def quoted(text):
    """A field of a table."""
    return '"' + text.replace('"', '""') + '"'


def define(site):
    """Defines sources with hostile texts."""
    description = " ".join(SHORT)
    table = "\n".join(f"{number},{quoted(text)}" for number, text in enumerate(TEXTS))
    write(site, "hostile.csv", "id,name\n" + table + "\n" + quoted(TEXTS[0]) + ",key\n")
    site.define("hostile", "[Source]", "Kind=table", f"Path={site.input('hostile.csv')}", "Refresh=1h",
                f"Description={description}", "[Table]", "Delimiter=,", "[Record]", "Key=id", "Title=name")
    items = "".join(ENTRY.format(html.escape(text), html.escape(link), number)
                    for number, (text, link) in enumerate(zip(TEXTS, TEXTS[4:5] + TEXTS)))
    write(site, "hostile.xml", f"<rss version='2.0'><channel><title>{html.escape(description)}</title>"
          f"{items}</channel></rss>")
    site.define("feed", "[Source]", "Kind=feed", f"Path={site.input('hostile.xml')}", "Refresh=1h",
                f"Description={description}")


def write(site, name, text):
    with open(site.input(name), "w", encoding="utf-8") as file:
        file.write(text)


def write_reports(site, time):
    """Writes a METAR of Portland with hostile remarks, which is made at a time such as 231051."""
    report = f"KPWM {time}Z 23012G20KT 2 1/2SM -RA BR BKN014 OVC025 18/16 A2992 RMK AO2 "
    write(site, "reports.txt", report + REMARK + "\n")
    site.define("metars", "[Source]", "Kind=metar", f"Path={site.input('reports.txt')}", "Refresh=1h")


PATHS = (
    "/", "/KPWM", "/map", "/news", "/sources", "/sources/hostile", "/sources/feed", "/sources/metars",
    "/data/hostile", "/data/hostile?sort=name&q=script", "/data/feed", "/data/feed/0", "/data/metars",
    "/data/metars/KPWM", "/search?q=script", "/search?q=%3Cscript%3E", "/%3Cscript%3E",
    "/data/hostile?where=name%20~%20*script*&group=name", "/data/hostile/%3Cscript%3E",
    "/?zone=%22%3E%3Cscript%3E&units=%22%3E", *(f"/data/hostile/{number}" for number in range(len(TEXTS))),
)


# Pages with a text that they show, so that it is known to arrive there.
SHOWING = {path: TEXTS[0] for path in ("/", "/news", "/sources/hostile", "/sources/feed", "/data/hostile",
                                       "/data/feed", "/search?q=script", "/data/hostile/0")}
SHOWING |= {path: "<script>alert(1)</script>" for path in ("/KPWM", "/data/metars/KPWM")}


def check_hostile(site, _, browser):
    """No page takes a text for markup, a script or a link, or becomes wider than the window."""
    browser.console()
    # A page counts as drawn only when its highlights have faded.
    browser.media(motion="reduce")
    for path in PATHS:
        browser.viewport(360, 800)
        browser.open(site.base + path)
        browser.evaluate(DRAWN)
        judge(browser, path)
        text = browser.evaluate("document.querySelector('main').textContent")
        require(SHOWING.get(path, "") in text, f"{path} shows the text: {text[:300]}")
    check_arrival(site, browser)
    browser.viewport(1440, 900)
    browser.media()


def check_arrival(site, browser):
    """Hostile texts that arrive while a page is open are harmless, too, as the stream alone shows them."""
    open_live(browser, site.base + "/")
    browser.execute("window.fetch = () => Promise.reject(new TypeError('no page from the server'))")
    for number, text in enumerate(SHORT):
        with open(site.input("hostile.csv"), "a", encoding="utf-8") as file:
            file.write(f"new{number},{quoted(text)}\n")
        until(browser, f"{FIRST}?.querySelector('a').pathname.endsWith('/new{number}')")
    judge(browser, "/ after changes")


def judge(browser, path):
    """Checks the page that is open; a dialog would make the browser refuse the commands."""
    require(browser.execute("return window.owned") is None, f"{path} runs a foreign script")
    found = browser.evaluate(FOREIGN)
    require(not found, f"{path} has foreign markup: {found[:3]}")
    beyond = browser.evaluate(OVERFLOW)
    require(not beyond, f"{path} is too wide: {beyond}")
    for entry in browser.console():
        require("Content Security Policy" not in entry["message"], f"{path}: {entry['message'][:300]}")
