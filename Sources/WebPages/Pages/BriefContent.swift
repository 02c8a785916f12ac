import AlmanacValues
public import Records
public import Showing

/// A pilot's briefing, and the form for another one.
public struct BriefContent: Sheet {
    private let brief: Brief?
    private let stations: String
    private let moment: String
    private let preferences: Preferences

    /// Makes the page.
    ///
    /// - Parameters:
    ///   - brief: The briefing; `nil` if no airports are given.
    ///   - stations: The airports, as the form has them.
    ///   - moment: The moment, as the form has it; empty for now.
    ///   - preferences: The choices of the user, which the form keeps.
    public init(_ brief: Brief?, stations: String, moment: String, preferences: Preferences) {
        self.brief = brief
        self.stations = stations
        self.moment = moment
        self.preferences = preferences
    }

    /// Returns the briefing, or how to ask for one.
    public func lines(on paper: Paper) -> [Line] {
        brief?.lines(on: paper) ?? Line(BriefContent.usage).wrapped(to: paper.width)
    }

    /// Returns the briefing as JSON, or an object that says how to ask for one.
    public func json(at now: UTC) -> JSON {
        brief?.json(at: now) ?? ["error": .string(BriefContent.usage)]
    }

    private static let usage =
        "give the airports in the order of the flight: /brief?stations=KPWM+KBOS&at=1530Z"

    /// Returns the form, then a section for each airport and one for the way.
    public func html(on paper: Paper) -> HTML {
        let paper = paper.inUTC
        return HTML { page in
            page.add("div", ["class": "brief-page", "id": "brief"]) {
                let heading = brief?.heading(on: paper) ?? [Line("Briefing")]
                $0.add("h1", text: heading[0].plain)
                for line in heading.dropFirst() { $0.add("p", ["class": "note"], line: line) }
                form(&$0)
                for section in brief?.sections ?? [] { add(section, to: &$0, on: paper) }
            }
        }
    }

    private func form(_ html: inout HTML) {
        html.add("form", ["class": "brief", "action": "/brief", "method": "get", "aria-label": "Briefing"]) {
            $0.input("stations", "Airports, in order", stations, placeholder: "KPWM KBOS KALB")
            $0.input("at", "At", moment, placeholder: "now, or 1530Z")
            for (name, value) in preferences.items {
                $0.add(void: "input", ["type": "hidden", "name": name, "value": value])
            }
            $0.add("button", ["type": "submit"], text: "Brief")
        }
    }

    private func add(_ section: Brief.Section, to page: inout HTML, on paper: Paper) {
        let id = elementID("brief", section.name)
        page.add("section", ["class": "card brief", "id": id]) { card in
            card.add("h2") { $0.add(title: section, of: brief, on: paper) }
            guard let brief else { return }
            let products = section.products
            let link = { (row: Int) -> String? in
                products[row].items.first.flatMap { item in
                    products[row].items.count == 1
                        ? paper.link(path(ofRecord: item.key, in: item.source)) : nil
                }
            }
            card.add(
                brief.table(of: section, on: paper),
                .init(
                    label: "Products of \(section.name)", id: id + "-products", link: link,
                    key: { elementID(section.name, products[$0].name) }))
        }
    }
}

extension HTML {
    fileprivate mutating func add(title section: Brief.Section, of brief: Brief?, on paper: Paper) {
        guard let stop = section.stop else {
            return add(text: brief?.title(of: section, on: paper).plain ?? "")
        }
        add("a", ["href": paper.link("/" + percentEncoded(stop.identifier))], text: stop.identifier)
        if let name = stop.name { add("span", ["class": "place"], text: " " + name) }
    }

    fileprivate mutating func input(_ name: String, _ label: String, _ value: String, placeholder: String) {
        add("label") {
            $0.add(text: label + " ")
            $0.add(
                void: "input",
                [
                    "name": name, "value": value, "placeholder": placeholder, "autocomplete": "off",
                    "maxlength": "200",
                ])
        }
    }
}
