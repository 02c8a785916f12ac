"""Elements of pages and names of keys, for webdriver.py."""

# The name under which a driver states an element (WebDriver, Elements).
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
# The code points of keys without a character (WebDriver, Keyboard Actions).
KEYS = {
    "Backspace": "\ue003", "Tab": "\ue004", "Enter": "\ue007", "Shift": "\ue008", "Control": "\ue009",
    "Escape": "\ue00c", "Space": " ", "PageUp": "\ue00e", "PageDown": "\ue00f", "End": "\ue010",
    "Home": "\ue011", "ArrowLeft": "\ue012", "ArrowUp": "\ue013", "ArrowRight": "\ue014",
    "ArrowDown": "\ue015", "Delete": "\ue017",
}


class Element:
    """An element of the current page; it must not be used after another page was opened."""

    def __init__(self, browser, name):
        self.browser, self.path = browser, f"/element/{name}"

    def click(self):
        self.browser.world = None
        self.browser.call("POST", self.path + "/click")

    def type(self, text):
        self.browser.call("POST", self.path + "/value", text=text)

    def clear(self):
        self.browser.call("POST", self.path + "/clear")

    @property
    def text(self):
        return self.browser.call("GET", self.path + "/text")

    def attribute(self, name):
        return self.browser.call("GET", self.path + "/attribute/" + name)

    def property(self, name):
        return self.browser.call("GET", self.path + "/property/" + name)
