import Records
import Showing

extension HTML {
    /// Adds an element of SVG without content, such as `line`.
    mutating func draw(_ name: StaticString, _ attributes: Attributes) { add(name, attributes) { _ in } }

    /// Adds a title, which browsers show when the pointer rests on the surrounding element.
    mutating func draw(title: String) { add("title", text: title) }

    /// Adds a fragment of SVG whose origin is at a share of the width, and which is not scaled.
    mutating func draw(at share: Double, y: Double, class name: String? = nil, content: (inout HTML) -> Void)
    {
        add(
            "svg", ["x": percent(share), "y": coordinate(y), "overflow": "visible", "class": name],
            content: content)
    }

    /// Adds curves whose horizontal coordinates, 0...1000, are stretched to the width; vertical ones and the
    /// width of lines are not.
    mutating func draw(stretchedTo height: Double, content: (inout HTML) -> Void) {
        add(
            "svg",
            [
                "viewBox": "0 0 1000 \(coordinate(height))", "preserveAspectRatio": "none", "width": "100%",
                "height": coordinate(height), "overflow": "visible",
            ], content: content)
    }

    /// Adds a moment as an element `time`.
    mutating func add(time moment: UTC, id: String? = nil, text: String) {
        add("time", ["datetime": moment.description, "id": id], text: text)
    }
}

/// Returns a coordinate with at most two decimals; values are limited, so that a wrong one cannot break the
/// drawing.
func coordinate(_ value: Double) -> String {
    let hundredths = nearest(max(-1e6, min(1e6, value)) * 100)
    let sign = hundredths < 0 ? "-" : ""
    let fraction = abs(hundredths) % 100
    let whole = "\(sign)\(abs(hundredths) / 100)"
    if fraction == 0 { return whole }
    return fraction % 10 == 0 ? "\(whole).\(fraction / 10)" : "\(whole).\(twoDigits(fraction))"
}

/// Returns a share of the width, 0...1, in percent.
func percent(_ share: Double) -> String { coordinate(share * 100) + "%" }
