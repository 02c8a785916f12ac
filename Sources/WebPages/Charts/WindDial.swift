import Glibc
import Records
import Showing

/// A compass with the wind as an arrow and the runways of an airport.
struct WindDial {
    /// The identifier of the element, unique within the page.
    let id: String
    /// The conditions of a report.
    let data: JSON
    /// The runways; empty if unknown.
    let runways: [Runway]

    private static let radius = 84.0

    /// Whether the conditions state a wind.
    var isWorthwhile: Bool { data[.wind]?[.speed]?.double != nil }

    /// Returns the drawing, which its title describes in words; empty if it is not worthwhile.
    func html(on paper: Paper) -> HTML {
        guard isWorthwhile else { return HTML() }
        let words = ConditionsText(data, in: paper.units).wind ?? ""
        return HTML {
            $0.add(
                "svg",
                [
                    "class": "dial", "id": id, "role": "img", "viewBox": "-110 -110 220 220",
                    "aria-labelledby": "\(id)-title",
                ]
            ) { dial in
                dial.add("title", ["id": "\(id)-title"], text: "Wind \(words)")
                compass(in: &dial)
                for runway in runways { draw(runway, in: &dial) }
                wind(in: &dial)
            }
        }
    }

    private func compass(in dial: inout HTML) {
        dial.draw("circle", ["class": "ring", "r": coordinate(WindDial.radius)])
        for degrees in stride(from: 0, to: 360, by: 30) {
            let isPoint = degrees % 90 == 0
            let radius = Int(WindDial.radius)
            dial.draw(
                "path",
                [
                    "class": "tick", "d": "M0 -\(radius)V-\(radius - (isPoint ? 8 : 5))",
                    "transform": "rotate(\(degrees))",
                ])
        }
        for (name, x, y) in [("N", 0, -97), ("E", 98, 0), ("S", 0, 98), ("W", -98, 0)] {
            dial.add("text", ["class": "point", "x": "\(x)", "y": "\(y)", "dy": "4.5"], text: name)
        }
    }

    /// Adds a runway, with the names of its ends where aircraft that land pass first.
    private func draw(_ runway: Runway, in dial: inout HTML) {
        guard let heading = runway.heading else { return }
        let turn = coordinate(heading)
        dial.add("g", ["class": "runway", "transform": "rotate(\(turn))"]) { place in
            place.draw("rect", ["x": "-7", "y": "-58", "width": "14", "height": "116", "rx": "2"])
            place.draw("path", ["class": "centre", "d": "M0 -38V38"])
        }
        for end in runway.ends {
            let angle = end.heading
            dial.add(
                "g", ["class": "end", "transform": "rotate(\(coordinate(angle))) translate(0 49)"]
            ) { place in
                // Numbers stay upright, as on charts for reading.
                let back = coordinate(-angle)
                place.add("text", ["transform": "rotate(\(back))", "dy": "4"], text: end.name)
            }
        }
    }

    private func wind(in dial: inout HTML) {
        guard let wind = data[.wind], let speed = wind[.speed]?.double else { return }
        if speed == 0 { return calm("calm", in: &dial) }
        range(of: wind, in: &dial)
        guard let direction = wind[.direction]?.double, direction.isFinite else {
            return calm("variable", in: &dial)
        }
        // A second head stands for gusts.
        let gusts = wind[.gust]?.double == nil ? "" : "M-9 -62L0 -46L9 -62"
        dial.draw(
            "path",
            [
                "class": "wind", "d": "M0 -82L0 -30M-9 -44L0 -28L9 -44\(gusts)",
                "transform": "rotate(\(coordinate(direction.truncatingRemainder(dividingBy: 360))))",
            ])
    }

    private func calm(_ word: String, in dial: inout HTML) {
        dial.draw("circle", ["class": "calm \(word)", "r": word == "calm" ? "22" : "32"])
        dial.add("text", ["class": "word", "y": "4"], text: word)
    }

    /// Adds the range of a variable direction as a part of the ring.
    private func range(of wind: JSON, in dial: inout HTML) {
        guard let from = wind[.from]?.int, let to = wind[.to]?.int, (0...360).contains(from),
            (0...360).contains(to)
        else { return }
        let width = (to - from + 360) % 360
        let start = edge(Double(from))
        let end = edge(Double(to))
        let radius = coordinate(WindDial.radius)
        dial.draw(
            "path",
            [
                "class": "range",
                "d": "M\(start)A\(radius) \(radius) 0 \(width > 180 ? 1 : 0) 1 \(end)",
            ])
    }

    private func edge(_ degrees: Double) -> String {
        let angle = degrees * .pi / 180
        return "\(coordinate(WindDial.radius * sin(angle))) \(coordinate(-WindDial.radius * cos(angle)))"
    }
}
