"""A client of WebDriver for the Chromium in the root `browser`, see `roots`.

    with Driver(root) as driver, driver.browser() as browser:
        browser.media(theme="dark")
        browser.viewport(360, 800)
        browser.open("http://127.0.0.1:8080/")
        browser.find("#search").type("KPWM")
        browser.press("Enter")
        browser.until("document.querySelectorAll('li').length == 3")
        print(browser.console(), browser.requests())

The driver and the browser run in the network of the calling process: start that with `alone`. Viewport, media
and scripts are set for the current window and hold until they are set again or another window is chosen.
Sources: W3C WebDriver; the Chrome DevTools Protocol; chromedriver's /goog/cdp/execute and its two logs.
"""

import base64
import http.client
import json
import os
import re
import subprocess

from devtools import DevTools
from elements import ELEMENT, KEYS, Element

HERE = os.path.dirname(os.path.abspath(__file__))
# Only pages make requests and decide about their looks. Chromium has no sandbox as root; `inside` is one.
ARGUMENTS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run",
    "--disable-component-update", "--disable-sync", "--disable-default-apps", "--disable-extensions",
    "--hide-scrollbars", "--force-color-profile=srgb", "--font-render-hinting=none",
)


class WebDriverError(Exception):
    """A command that the driver or the browser refused, with the driver's reason."""


def requested(events):
    """The addresses of all requests among events, also of those that were blocked or failed."""
    found = []
    for method, parameters in events:
        if method == "Network.requestWillBeSent":
            found.append(parameters["request"]["url"])
        elif method in ("Network.webSocketCreated", "Network.webTransportCreated"):
            found.append(parameters["url"])
    return found


class Driver:
    """A running chromedriver, which starts browsers. `root` is the folder that `roots browser` prints."""

    def __init__(self, root):
        command = [os.path.join(HERE, "inside"), root, "chromedriver", "--port=0"]
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
        for line in self.process.stdout:
            if match := re.search(r"successfully on port (\d+)", line):
                self.connection = http.client.HTTPConnection("127.0.0.1", int(match[1]), timeout=120)
                return
        raise WebDriverError(f"chromedriver ends with status {self.process.wait()}")

    def call(self, method, path, body=None):
        """Sends a command and returns the value of its answer."""
        text = None if method == "GET" else json.dumps(body or {})
        self.connection.request(method, path, text, {"Content-Type": "application/json"})
        answer = self.connection.getresponse()
        value = json.load(answer)["value"]
        if answer.status != 200:
            raise WebDriverError(f"{path.rsplit('/', 1)[-1]}: {value['message'].splitlines()[0]}")
        return value

    def browser(self, language="en"):
        """Starts a browser with an empty profile of its own."""
        arguments = [*ARGUMENTS, f"--lang={language}", f"--accept-lang={language}"]
        options = {"binary": "/usr/lib/chromium/chromium", "args": arguments}
        wanted = {
            "browserName": "chrome", "goog:chromeOptions": options, "timeouts": {"pageLoad": 30000},
            "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"},
        }
        return Browser(self, self.call("POST", "/session", {"capabilities": {"alwaysMatch": wanted}}))

    def close(self):
        self.connection.close()
        self.process.terminate()
        self.process.wait()
        self.process.stdout.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class Browser:
    """A running Chromium with one or more windows, of which one is the current one."""

    def __init__(self, driver, session):
        self.driver, self.capabilities = driver, session["capabilities"]
        self.path = "/session/" + session["sessionId"]
        self.world = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.call("DELETE", "")

    def call(self, method, path, **body):
        return self.driver.call(method, self.path + path, body)

    def cdp(self, command, **parameters):
        """Sends a command of the DevTools Protocol to the current window and returns its result."""
        return self.call("POST", "/goog/cdp/execute", cmd=command, params=parameters)

    # Pages

    def open(self, url):
        """Opens a page and returns when it has loaded with all its parts; its status may be an error."""
        self.world = None
        self.call("POST", "/url", url=url)
        if self.cdp("Page.getFrameTree")["frameTree"]["frame"].get("unreachableUrl"):
            raise WebDriverError(f"no answer from {url}")

    def reload(self):
        self.world = None
        self.call("POST", "/refresh")

    def back(self):
        self.world = None
        self.call("POST", "/back")

    @property
    def url(self):
        return self.call("GET", "/url")

    @property
    def title(self):
        return self.call("GET", "/title")

    def execute(self, script, *arguments):
        """Runs the body of a function in the page, whatever its policy, and returns what it returns."""
        return self.call("POST", "/execute/sync", script=script, args=list(arguments))

    def evaluate(self, expression):
        """Returns the value of an expression, or of its promise, apart from the page's own scripts."""
        if self.world is None:
            frame = self.cdp("Page.getFrameTree")["frameTree"]["frame"]["id"]
            world = self.cdp("Page.createIsolatedWorld", frameId=frame, worldName="tests")
            self.world = world["executionContextId"]
        answer = self.cdp("Runtime.evaluate", expression=expression, contextId=self.world,
                          awaitPromise=True, returnByValue=True)
        if fault := answer.get("exceptionDetails"):
            raise WebDriverError(fault.get("exception", {}).get("description") or fault["text"])
        return answer["result"].get("value")

    def until(self, condition, seconds=10):
        """Returns when an expression is true in the page, which looks every 50 ms."""
        if not self.evaluate(f"""new Promise(done => {{
            const end = performance.now() + {seconds * 1000}
            const look = () => {{
                if ({condition}) done(true)
                else if (performance.now() > end) done(false)
                else setTimeout(look, 50)
            }}
            look()
        }})"""):
            raise WebDriverError(f"not true within {seconds} s: {condition}")

    # Elements and keys

    def find(self, selector):
        """The first element that a CSS selector matches."""
        return Element(self, self.call("POST", "/element", using="css selector", value=selector)[ELEMENT])

    def find_all(self, selector):
        found = self.call("POST", "/elements", using="css selector", value=selector)
        return [Element(self, element[ELEMENT]) for element in found]

    def press(self, *keys):
        """Presses keys together, such as "Shift" and "Tab", where the focus is, and releases them."""
        codes = [KEYS.get(key, key) for key in keys]
        actions = [{"type": "keyDown", "value": code} for code in codes]
        actions += [{"type": "keyUp", "value": code} for code in reversed(codes)]
        self.call("POST", "/actions", actions=[{"type": "key", "id": "keyboard", "actions": actions}])

    # Windows

    @property
    def window(self):
        return self.call("GET", "/window")

    @property
    def windows(self):
        return self.call("GET", "/window/handles")

    def choose(self, window):
        """Makes a window the current one."""
        self.world = None
        self.call("POST", "/window", handle=window)

    def new_window(self):
        """Opens a window that shares cookies and storage, chooses it, and returns its handle."""
        self.choose(self.call("POST", "/window/new", type="tab")["handle"])
        return self.window

    def new_context(self):
        """Opens a window with cookies and storage of its own, as incognito windows have, and chooses it."""
        devtools = DevTools(self.capabilities["goog:chromeOptions"]["debuggerAddress"])
        context = devtools.call("Target.createBrowserContext", disposeOnDetach=False)["browserContextId"]
        target = devtools.call("Target.createTarget", url="about:blank", browserContextId=context)["targetId"]
        devtools.close()
        self.choose(target)
        return target

    def close_window(self):
        """Closes the current window; another one must be chosen next."""
        self.world = None
        self.call("DELETE", "/window")

    # Emulation

    def viewport(self, width, height, zoom=100):
        """Sets the size in pixels of the screen. Zoom, in percent, leaves fewer CSS pixels, each larger."""
        self.cdp("Emulation.setDeviceMetricsOverride", width=width * 100 // zoom, height=height * 100 // zoom,
                 deviceScaleFactor=zoom / 100, mobile=False)

    def media(self, theme="light", motion="no-preference", kind="screen"):
        """Sets what media queries find: "light" or "dark"; motion or "reduce"; "screen" or "print"."""
        features = {"prefers-color-scheme": theme, "prefers-reduced-motion": motion}
        named = [{"name": name, "value": value} for name, value in features.items()]
        self.cdp("Emulation.setEmulatedMedia", media=kind, features=named)

    def scripts(self, enabled):
        """Permits scripts to pages that are opened from now on, or forbids them; a page keeps what it got."""
        self.cdp("Emulation.setScriptExecutionDisabled", value=not enabled)

    # Results

    def console(self):
        """The console's entries since the last call: `level`, where SEVERE is an error; `source`; `message`.

        Violations of a content security policy have the source "security", also in pages without scripts.
        """
        return self.call("POST", "/se/log", type="browser")

    def events(self):
        """The events of Network and Page since the last call, as pairs of method and parameters."""
        entries = self.call("POST", "/se/log", type="performance")
        messages = [json.loads(entry["message"])["message"] for entry in entries]
        return [(message["method"], message["params"]) for message in messages]

    def requests(self):
        """The addresses that pages asked for since the last call, or tried to; drops all other events."""
        return requested(self.events())

    def screenshot(self, path, height=None):
        """Writes the page, at the current width and to a height or the end, to a PNG file."""
        size = self.cdp("Page.getLayoutMetrics")["cssContentSize"]
        clip = {"x": 0, "y": 0, "width": size["width"], "height": height or size["height"], "scale": 1}
        answer = self.cdp("Page.captureScreenshot", format="png", captureBeyondViewport=True, clip=clip)
        with open(path, "wb") as file:
            file.write(base64.b64decode(answer["data"]))
