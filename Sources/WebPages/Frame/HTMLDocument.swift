import Records
import Showing

/// A whole document: the head, the navigation and the content of a page.
public struct HTMLDocument {
    /// The title of the page.
    public var title: String
    /// The path of the page with its own query, but without the preferences.
    public var path: String
    /// The names and values of the page's own query, which forms repeat.
    public var query: [(name: String, value: String)]
    /// The user's choices.
    public var preferences: Preferences
    /// The user's time zone.
    public var zone: ZoneChoice
    /// The names or globs of the sources after whose changes the page is fetched again; empty for none.
    public var sources: [String]
    /// The position in the log from which changes are missing on the page; `nil` if unknown.
    public var cursor: String?
    /// Further scripts and style sheets, by name.
    public var assets: [StaticString]
    /// The path of the feed of what the page shows; `nil` if there is none.
    public var feed: String?

    /// Makes a document.
    public init(
        title: String, path: String, query: [(name: String, value: String)] = [],
        preferences: Preferences = Preferences(), zone: ZoneChoice = .utc, sources: [String] = [],
        cursor: String? = nil, assets: [StaticString] = [], feed: String? = nil
    ) {
        self.title = title
        self.path = path
        self.query = query
        self.preferences = preferences
        self.zone = zone
        self.sources = sources
        self.cursor = cursor
        self.assets = assets
        self.feed = feed
    }

    /// Returns the document with its content.
    public func html(_ content: HTML) -> HTML {
        HTML {
            $0.add(markup: "<!DOCTYPE html>")
            $0.add("html", ["lang": "en", "class": preferences.isKiosk ? "kiosk" : nil]) {
                $0.add("head") { head(&$0) }
                $0.add(
                    "body",
                    [
                        "data-sources": sources.joined(separator: " "), "data-cursor": cursor,
                        "data-zone": zone.mark, "data-offset": "\(zone.secondsEast)",
                    ]
                ) {
                    $0.add("a", ["class": "skip", "href": "#main"], text: "Skip to the content")
                    if !preferences.isKiosk { header(&$0) }
                    $0.add("main", ["id": "main", "tabindex": "-1"]) { $0.add(content) }
                    footer(&$0)
                }
            }
        }
    }

    private func head(_ html: inout HTML) {
        html.add(void: "meta", ["charset": "utf-8"])
        html.add("title", text: "\(title) · almanac")
        html.add(void: "meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
        html.add(void: "meta", ["name": "color-scheme", "content": "light dark"])
        html.add(void: "link", ["rel": "icon", "href": "/assets/icon.svg", "type": "image/svg+xml"])
        html.add(void: "link", ["rel": "apple-touch-icon", "href": "/assets/icon-192.png"])
        html.add(
            void: "link",
            // A reverse proxy may ask for a password.
            [
                "rel": "manifest", "href": "/assets/almanac.webmanifest", "crossorigin": "use-credentials",
            ])
        html.add(void: "link", ["rel": "stylesheet", "href": "/assets/style.css"])
        if let feed {
            html.add(
                void: "link",
                [
                    "rel": "alternate", "type": "application/atom+xml", "title": "Changes",
                    "href": preferences.link(feed),
                ])
        }
        for asset in assets {
            let name = asset.description
            if name.hasSuffix(".css") {
                html.add(void: "link", ["rel": "stylesheet", "href": "/assets/\(name)"])
            } else {
                html.add("script", ["src": "/assets/\(name)", "type": "module"]) { _ in }
            }
        }
        html.add("script", ["src": "/assets/live.js", "type": "module"]) { _ in }
    }

    private func header(_ html: inout HTML) {
        html.add("header", ["class": "bar"]) {
            $0.add("a", ["class": "home", "href": preferences.link("/")], text: "almanac")
            $0.add("nav", ["aria-label": "Pages"]) { navigation(&$0) }
            $0.add(
                "form", ["role": "search", "action": "/search", "method": "get", "aria-label": "All records"]
            ) { search(&$0) }
        }
    }

    private func navigation(_ html: inout HTML) {
        for (target, name) in HTMLDocument.pages {
            let isCurrent = pathWithoutQuery == target
            html.add(
                "a", ["href": preferences.link(target), "aria-current": isCurrent ? "page" : nil],
                text: name)
        }
    }

    /// The pages of the navigation.
    private static let pages = [
        ("/map", "Map"),
        ("/brief", "Brief"),
        ("/warnings", "Warnings"),
        ("/news", "News"),
        ("/since", "Since"),
        ("/calendar", "Calendar"),
        ("/history", "History"),
        ("/sources", "Sources"),
    ]

    private func search(_ html: inout HTML) {
        html.add(
            void: "input",
            [
                "type": "search", "name": "q", "aria-label": "Search all records", "placeholder": "Search",
                "autocomplete": "off", "maxlength": "200",
            ])
        for (name, value) in preferences.items {
            html.add(void: "input", ["type": "hidden", "name": name, "value": value])
        }
        html.add("button", ["type": "submit"], text: "Search")
    }

    private func footer(_ html: inout HTML) {
        html.add("footer") {
            $0.add("p", ["id": "connection", "role": "status"], text: "")
            $0.add("div", ["id": "choices"]) {
                $0.add("nav", ["aria-label": "Units"]) { units(&$0) }
                $0.add(
                    zone.form(
                        path: pathWithoutQuery, hidden: query + preferences.items.filter { $0.name != "zone" }
                    ))
            }
        }
    }

    private var pathWithoutQuery: String { String(Substring(path.utf8.prefix { $0 != .questionMark })) }

    private func units(_ html: inout HTML) {
        html.add(text: "Units: ")
        for units in Units.allCases {
            var other = preferences
            other.units = units
            let isCurrent = (preferences.units ?? .aviation) == units
            html.add(
                "a",
                [
                    "href": other.link(path), "data-units": units.rawValue,
                    "aria-current": isCurrent ? "true" : nil,
                ], text: units.rawValue)
            html.add(text: " ")
        }
    }
}
