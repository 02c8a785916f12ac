import Showing

extension HTML {
    /// Adds a line of coloured text; the colour of a run becomes a class.
    mutating func add(_ line: Line) {
        for run in line.runs {
            if let name = HTML.name(of: run.ink) {
                add("span", ["class": name], text: run.text)
            } else {
                add(text: run.text)
            }
        }
    }

    /// Adds an element that contains a line.
    mutating func add(_ name: StaticString, _ attributes: Attributes = [:], line: Line) {
        add(name, attributes) { $0.add(line) }
    }

    private static func name(of ink: Ink) -> String? {
        switch ink {
        case .plain: nil
        case .strong: "strong"
        case .faint: "faint"
        case .good: "good"
        case .fair: "fair"
        case .bad: "bad"
        case .grave: "grave"
        }
    }
}
