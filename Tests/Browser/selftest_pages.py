"""The pages of selftest: good ones, and some with one fault each, named after the check that must find it."""

# Another host, which the policy permits for pictures, so that only the check of requests finds those.
OTHER = ("127.0.0.2", 8080)
POLICY = ("default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
          f"img-src 'self' http://{OTHER[0]}:{OTHER[1]}")

STYLE = """
:root { --paper: #fff; --ink: #222; --accent: #0645ad; color-scheme: light dark }
@media (prefers-color-scheme: dark) { :root { --paper: #111; --ink: #eee; --accent: #9cf } }
body { background: var(--paper); color: var(--ink); font: 16px sans-serif }
a { color: var(--accent) }
.dark { color: #444 }
input { max-width: 100% }
.wide { width: 500px }
.phone { width: 200px }
.zoomed { min-width: 800px }
@media not (resolution: 2dppx) { .zoomed { min-width: 0 } }
"""

SCRIPT = """
document.querySelector('#result').textContent = 'ready'
document.querySelector('#go').addEventListener('click', () => {
    document.querySelector('#result').textContent = document.querySelector('#name').value
})
"""


def page(fault="", head="", language=' lang="en"'):
    """A page without a fault, to which one is added."""
    return "text/html; charset=utf-8", f"""<!doctype html>
<html{language}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>A page</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/style.css">
{head}
</head>
<body>
<main>
<h1>A page</h1>
<p><a href="/good?again">The same page</a></p>
<ul><li>one</li><li>two</li><li>three</li></ul>
<label for="name">Name</label> <input id="name"> <button id="go" type="button">Go</button>
<p id="result">none</p>
{fault}
</main>
<script src="/script.js"></script>
</body>
</html>
"""


PAGES = {
    "/style.css": ("text/css", STYLE),
    "/script.js": ("text/javascript", SCRIPT),
    "/live.js": ("text/javascript", "new EventSource('/events')"),
    "/throws.js": ("text/javascript", "undefined.member"),
    "/icon.svg": ("image/svg+xml", '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>'),
    "/good": page(),
    "/good?again": page(),
    # A connection that stays open must not delay the checks.
    "/good-live": page('<script src="/live.js"></script>'),
    # The server closes the connection without an answer.
    "/opens-nothing": page(),
    "/console-throws": page('<script src="/throws.js"></script>'),
    "/console-missing": page('<img src="/missing.png" alt="a picture">'),
    "/csp-style": page('<p style="color: red">Red</p>'),
    "/csp-script": page("<script>document.title = 'x'</script>"),
    "/csp+requests-blocked": page(head='<link rel="stylesheet" href="http://127.0.0.2:8080/style.css">'),
    "/requests-picture": page('<img src="http://127.0.0.2:8080/icon.svg" alt="a picture">'),
    "/requests-hint": page(head='<link rel="preconnect" href="https://example.org">'),
    "/overflow-narrow": page('<p class="wide">Wide</p>'),
    "/overflow-zoomed": page('<p class="zoomed">Wide in a zoomed window only</p>'),
    "/overflow-phone": page('<p class="phone">Wide in a zoomed narrow window only</p>'),
    "/axe-language": page(language=""),
    # The contrast is too small in the dark theme only.
    "/axe-contrast": page('<p class="dark">Dark grey</p>'),
    "/axe-noscript": page('<noscript><img src="/icon.svg"></noscript>'),
}
