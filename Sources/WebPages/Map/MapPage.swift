public import AlmanacValues
import Records
public import Showing

/// The content of the map page: a drawing and a list of its records; a script makes the drawing move.
///
/// The page is complete without the script. It needs `map.css` and, as a module, `map.js`.
public struct MapPage: Sheet {
    private let features: [MapFeature]
    private let cut: Cut
    private let drawing: MapDrawing
    private let gaps: [Gap]

    /// The most records of a source in the list, which then has a link to all of them.
    public static let mostListed = 25

    /// Makes a page.
    ///
    /// - Parameters:
    ///   - features: The records on the map; those of a source are listed in this order.
    ///   - cut: The remark that not all records were examined for the map.
    ///   - world: The outlines of the world; `nil` if they cannot be read: then there are only marks.
    ///   - gaps: The reasons why warnings may be missing on the map.
    public init(
        _ features: [MapFeature], of cut: Cut, world: WorldMap?, gaps: [Gap] = []
    ) {
        self.gaps = gaps
        self.features = features
        self.cut = cut
        drawing = MapDrawing(features, world: world)
    }

    /// Returns where the map can be seen.
    public func lines(on paper: Paper) -> [Line] {
        Line("The map needs a browser. Records as GeoJSON: /api/map").wrapped(to: paper.width)
    }

    /// Returns the heading, what may be missing, the map and the list.
    public func html(on paper: Paper) -> HTML {
        HTML {
            $0.add("h1", text: "Map")
            $0.add(gaps: gaps, on: paper)
            if !cut.isWhole { $0.add("p", ["class": "note", "role": "status"], text: cut.text) }
            $0.add(
                "section",
                [
                    "id": "map-live", "class": "map", "aria-label": "Map",
                    "data-features": paper.link("/api/map"),
                    "data-places": paper.link("/api/map?form=places"),
                    "data-world": "/assets/world.map",
                ]
            ) { map in
                addTools(to: &map)
                addFrame(to: &map)
                map.add("p", ["id": "map-status", "class": "map-status", "role": "status"], text: "")
                map.add(MapLegend().html)
                addView(to: &map)
            }
            addRecords(to: &$0, on: paper)
        }
    }

    /// Adds the search, which needs the script.
    private func addTools(to map: inout HTML) {
        map.add(
            "form",
            ["class": "map-tools", "role": "search", "aria-label": "The map", "data-moves": "", "hidden": ""]
        ) { form in
            form.add("label", ["for": "map-search"], text: "Search")
            form.add(
                void: "input",
                [
                    "type": "search", "id": "map-search", "autocomplete": "off",
                    "placeholder": "Record or town", "aria-controls": "map-results",
                ])
            form.add("button", ["type": "button", "id": "map-near"], text: "Near me")
            form.add("ul", ["id": "map-results", "class": "map-results", "hidden": ""], text: "")
        }
    }

    /// Adds the drawing, and the canvas that takes its place.
    private func addFrame(to map: inout HTML) {
        map.add("div", ["class": "map-frame"]) { frame in
            frame.add(drawing.html)
            frame.add(
                "canvas",
                [
                    "id": "map-canvas", "tabindex": "0", "role": "application", "data-moves": "",
                    "hidden": "",
                    "aria-label": "Map of the records; the list below it has those in view",
                    "aria-describedby": "map-keys",
                ], text: "")
            frame.add("div", ["class": "map-buttons", "data-moves": "", "hidden": ""]) { buttons in
                addButton("map-closer", "+", "Zoom in", to: &buttons)
                addButton("map-wider", "−", "Zoom out", to: &buttons)
                addButton("map-whole", "⤢", "Show all records", to: &buttons)
            }
            frame.add(
                "div",
                [
                    "id": "map-popup", "class": "map-popup", "role": "dialog", "aria-label": "Records here",
                    "hidden": "",
                ], text: "")
        }
    }

    private func addButton(_ id: String, _ sign: String, _ words: String, to html: inout HTML) {
        html.add("button", ["type": "button", "id": id, "aria-label": words, "title": words], text: sign)
    }

    /// Adds the list of what is in view, which the script fills.
    private func addView(to map: inout HTML) {
        let keys =
            "Keys: arrows move, + and − zoom, Home shows all records, Enter opens the record nearest to the "
            + "centre, Escape closes it."
        map.add("p", ["id": "map-keys", "class": "map-faint", "data-moves": "", "hidden": ""], text: keys)
        map.add("div", ["class": "map-view", "data-moves": "", "hidden": ""]) {
            $0.add("h2", ["id": "map-count", "aria-live": "polite"], text: "In view")
            $0.add("ul", ["id": "map-list", "class": "map-list", "aria-labelledby": "map-count"], text: "")
        }
    }
}

extension MapPage {
    /// Adds the records by source.
    private func addRecords(to page: inout HTML, on paper: Paper) {
        page.add("section", ["class": "map-records", "aria-label": "Records by source"]) { section in
            section.add("h2", text: "Records by source")
            if features.isEmpty { section.add("p", text: "No record has a position.") }
            for (source, features) in grouped {
                addSource(source, features, link: paper.link(path(ofSource: source)), to: &section)
            }
        }
    }

    private func addSource(
        _ source: String, _ features: [MapFeature], link: String, to section: inout HTML
    ) {
        section.add("h3") {
            $0.add("a", ["href": link], text: source)
            $0.add(text: ", \(counted(features.count, "record"))")
        }
        section.add("ul", ["class": "map-list"]) { list in
            for feature in features.prefix(MapPage.mostListed) { addRecord(feature, to: &list) }
        }
        guard features.count > MapPage.mostListed else { return }
        section.add("p") {
            $0.add(
                "a", ["href": link],
                text: "all \(counted(features.count, "record")) of \(source)")
        }
    }

    private func addRecord(_ feature: MapFeature, to list: inout HTML) {
        let words = [feature.severity, feature.text].compactMap(\.self).joined(separator: ": ")
        list.add("li") {
            $0.add("a", ["href": feature.href], text: feature.title)
            if !words.isEmpty { $0.add("span", ["class": "map-faint"], text: " \(words)") }
        }
    }

    /// The features of each source, the sources by name.
    private var grouped: [(String, [MapFeature])] {
        Dictionary(grouping: features, by: \.source).sorted { $0.key.precedes($1.key) }
            .map { ($0.key, $0.value) }
    }
}
