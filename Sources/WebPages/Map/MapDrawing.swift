import Records
import Showing

/// The map as a drawing in SVG, which needs no script.
struct MapDrawing {
    /// Features that are too close to each other to be drawn each.
    private struct Mark {
        let place: SIMD2<Double>
        let feature: MapFeature
        var others = 0
    }

    /// The most marks, so that the page stays small.
    private static let mostMarks = 200
    /// The radius of a mark, in units of the drawing.
    private static let radius = 15

    private let window: MapWindow
    private let world: WorldMap?
    private let areas: [MapFeature]
    private let marks: [Mark]

    /// Makes a drawing of the region where features are.
    init(_ features: [MapFeature], world: WorldMap?) {
        self.world = world
        let window = MapWindow(around: features.flatMap(\.shape.points))
        self.window = window
        areas = features.filter(\.isArea)
        marks = MapDrawing.marks(features, in: window)
    }

    /// The drawing.
    var html: HTML {
        let box = "0 0 \(MapWindow.width) \(window.height)"
        return HTML {
            $0.add(
                "svg",
                [
                    "class": "map-still", "viewBox": box, "role": "group",
                    "aria-label": "Map of the records listed below",
                ]
            ) { svg in
                svg.add(
                    "rect",
                    ["class": "map-sea", "width": "\(MapWindow.width)", "height": "\(window.height)"],
                    text: "")
                addWorld(to: &svg)
                for feature in areas { addArea(feature, to: &svg) }
                for mark in marks { addMark(mark, to: &svg) }
            }
        }
    }

    private func addWorld(to svg: inout HTML) {
        add(.land, "map-land", areRings: true, to: &svg)
        add(.lakes, "map-sea", areRings: true, to: &svg)
        if window.needsDetail { add(.states, "map-state", areRings: false, to: &svg) }
        add(.borders, "map-border", areRings: false, to: &svg)
        for town in shownTowns { addTown(town, to: &svg) }
    }

    private func add(_ layer: WorldMap.Layer, _ name: String, areRings: Bool, to svg: inout HTML) {
        var path = MapPath(in: window)
        for line in world?.lines(layer) ?? [] {
            if areRings { path.add(ring: line) } else { path.add(line: line) }
        }
        if !path.text.isEmpty { svg.add("path", ["class": name, "d": path.text], text: "") }
    }

    /// The most important towns in a regional drawing; none in one of the world.
    private var shownTowns: [WorldMap.Town] {
        guard window.needsDetail, let world else { return [] }
        let inside = world.towns.lazy.filter { contains(window.place($0.position)) }
        return Array(inside.prefix(24))
    }

    private func contains(_ place: SIMD2<Double>) -> Bool {
        (0...Double(MapWindow.width)).contains(place.x) && (0...Double(window.height)).contains(place.y)
    }

    private func addTown(_ town: WorldMap.Town, to svg: inout HTML) {
        let place = window.place(town.position)
        svg.add(
            "circle", ["class": "map-town", "cx": shown(place.x), "cy": shown(place.y), "r": "4"], text: "")
        svg.add(
            "text", ["class": "map-town", "x": shown(place.x + 9), "y": shown(place.y + 8)], text: town.name)
    }

    private func addArea(_ feature: MapFeature, to svg: inout HTML) {
        guard case .area(let polygons) = feature.shape else { return }
        var path = MapPath(in: window)
        for ring in polygons.joined() { path.add(ring: ring) }
        guard !path.text.isEmpty else { return }
        svg.add("a", ["href": feature.href, "tabindex": "-1"]) {
            $0.add(
                "path",
                ["class": "map-area map-color-\(feature.color)", "fill-rule": "evenodd", "d": path.text]
            ) { $0.add("title", text: feature.line) }
        }
    }

    private func addMark(_ mark: Mark, to svg: inout HTML) {
        let more = mark.others > 0 ? "; and \(mark.others) more nearby" : ""
        svg.add(
            "a",
            [
                "class": "map-dot map-color-\(mark.feature.color)", "href": mark.feature.href,
                "tabindex": "-1",
                "transform": "translate(\(shown(mark.place.x)) \(shown(mark.place.y)))",
            ]
        ) {
            $0.add("title", text: mark.feature.line + more)
            $0.add("circle", ["r": "\(MapDrawing.radius)"], text: "")
            $0.add("text", ["y": "6"], text: mark.feature.letter)
        }
    }

    private func shown(_ value: Double) -> String { String(Int(value.rounded())) }
}

extension MapDrawing {
    /// Returns the marks of features, with larger distances until there are few enough.
    private static func marks(_ features: [MapFeature], in window: MapWindow) -> [Mark] {
        let points = features.compactMap { feature -> (MapFeature, SIMD2<Double>)? in
            guard case .point(let position) = feature.shape else { return nil }
            return (feature, window.place(position))
        }
        var distance = Double(radius) * 2
        while true {
            let marks = self.marks(points, apart: distance)
            if marks.count <= mostMarks { return marks }
            distance *= 1.4
        }
    }

    /// Returns a mark for each square with features; the one with the worst flight rules represents it.
    private static func marks(_ points: [(MapFeature, SIMD2<Double>)], apart distance: Double) -> [Mark] {
        var marks: [Mark] = []
        var indexes: [SIMD2<Int>: Int] = [:]
        for (feature, place) in points {
            let square = SIMD2(Int((place.x / distance).rounded()), Int((place.y / distance).rounded()))
            guard let index = indexes[square] else {
                indexes[square] = marks.count
                marks.append(Mark(place: place, feature: feature))
                continue
            }
            let others = marks[index].others + 1
            if feature.isWorse(than: marks[index].feature) {
                marks[index] = Mark(place: place, feature: feature)
            }
            marks[index].others = others
        }
        return marks.sorted { ($0.place.y, $0.place.x) < ($1.place.y, $1.place.x) }
    }
}

/// The explanation of the symbols on the map.
struct MapLegend {
    /// The explanation, as a section.
    var html: HTML {
        HTML {
            $0.add("div", ["class": "map-legend"]) { legend in
                legend.add("ul", ["aria-label": "Flight rules and symbols"]) { list in
                    for rules in FlightRules.allCases.reversed() {
                        add(.known(rules), rules.words, to: &list)
                    }
                    add(.unknown, "ceiling or visibility not reported", to: &list)
                    add(MapLegend.barbs, to: &list)
                }
                legend.add("ul", ["id": "map-sources", "aria-label": "Sources on the map"], text: "")
                legend.add(
                    "p", ["class": "map-faint"],
                    text:
                        "Outlines: Natural Earth at 1:50 million; near by, coasts and borders are only rough."
                )
            }
        }
    }

    private func add(_ category: ProvenCategory, _ words: String, to list: inout HTML) {
        list.add("li") {
            $0.add(
                "span",
                ["class": "map-symbol map-symbol-rules map-color-\(category.color)", "aria-hidden": "true"],
                text: category.letter)
            $0.add(text: " \(category.text), \(words)")
        }
    }

    private func add(_ barbs: [(path: String, name: String?, words: String)], to list: inout HTML) {
        for barb in barbs {
            list.add("li") {
                $0.add("svg", ["class": "map-barb", "viewBox": "0 0 40 16", "aria-hidden": "true"]) {
                    $0.add("path", ["class": barb.name, "d": barb.path], text: "")
                }
                $0.add(text: " \(barb.words)")
            }
        }
    }

    /// Barbs as the map draws them, for wind from the left.
    private static let barbs: [(path: String, name: String?, words: String)] = [
        (path: "M12 11a4 4 0 1 0 8 0a4 4 0 1 0-8 0", name: nil, words: "calm"),
        (path: "M38 13H4M8 13L6 8", name: nil, words: "5 kt, from the end"),
        (path: "M38 13H4l-3-10", name: nil, words: "10 kt"),
        (path: "M38 13H3l2-11 5 11z", name: "map-pennant", words: "50 kt"),
    ]
}
