import Records
import Showing

/// The patterns that distinguish flight rules without colours: none for VFR, lines for MVFR, crossing lines
/// for IFR, dots for LIFR.
struct RulesPattern {
    /// The identifier of the drawing, with which those of its patterns start.
    let id: String

    /// Adds the definitions of all patterns.
    func define(in plot: inout HTML) {
        plot.add("defs", [:]) { definitions in
            weave(.marginalVisual, "M0 8L8 0", in: &definitions)
            weave(.instrument, "M0 8L8 0M0 0L8 8", in: &definitions)
            weave(.lowInstrument, "M2 2h1M6 6h1M2 6h1M6 2h1", in: &definitions)
            for rules in FlightRules.allCases { hatch(.known(rules), in: &definitions) }
            hatch(.unknown, in: &definitions)
        }
    }

    /// Returns the reference to the pattern of prevailing conditions; `nil` if they have none.
    func weave(_ rules: FlightRules) -> String? {
        rules == .visual ? nil : "url(#\(name(.known(rules), "weave")))"
    }

    /// Returns the reference to the pattern of possible conditions.
    func hatch(_ category: FlightCategory) -> String { "url(#\(name(category, "hatch")))" }

    private func weave(_ rules: FlightRules, _ path: String, in definitions: inout HTML) {
        let name = name(.known(rules), "weave")
        definitions.add(
            "pattern", ["id": name, "width": "8", "height": "8", "patternUnits": "userSpaceOnUse"]
        ) { $0.draw("path", ["class": "weave", "d": path]) }
    }

    private func hatch(_ category: FlightCategory, in definitions: inout HTML) {
        definitions.add(
            "pattern",
            [
                "id": name(category, "hatch"), "width": "6", "height": "6", "patternUnits": "userSpaceOnUse",
                "patternTransform": "rotate(45)",
            ]
        ) { $0.draw("path", ["class": "hatch \(category.className)", "d": "M0 0V6"]) }
    }

    private func name(_ category: FlightCategory, _ kind: String) -> String {
        "\(id)-\(kind)-\(category.rules?.rawValue.lowercased() ?? "unknown")"
    }
}
