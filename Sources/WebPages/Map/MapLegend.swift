import Records
import Showing

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

    private func add(_ category: FlightCategory, _ words: String, to list: inout HTML) {
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
