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
    ///
    /// - Parameters:
    ///   - moment: The moment.
    ///   - id: The identifier of the element; `nil` for none.
    ///   - text: The text.
    ///   - expiry: The moment from which a script adds that it is expired, by the browser's clock; `nil` for never.
    mutating func add(time moment: UTC, id: String? = nil, text: String, expiry: UTC? = nil) {
        add(
            "time", ["datetime": moment.description, "id": id, "data-expiry": expiry?.description],
            text: text)
    }

    /// Adds the age of a moment, which a script keeps current.
    mutating func add(ageOf moment: UTC, on paper: Paper) {
        add("time", ["class": "ago", "datetime": moment.description], text: paper.age(moment))
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

/// Returns an identifier of an element, made of a key and names of members: `KPWM-wind`.
///
/// Letters, digits, `.` and `_` of ASCII are kept; any other byte becomes `~` and two hexadecimal digits, so
/// that different parts have different identifiers, which neither contain white space nor need an escape in
/// a reference such as `url(#…)`.
///
/// Source: HTML Living Standard, 3.2.6.1 (the id attribute).
func elementID(_ parts: String...) -> String { parts.map(identifying).joined(separator: "-") }

private func identifying(_ part: String) -> String {
    // An identifier must not be empty.
    guard !part.isEmpty else { return "~" }
    var bytes: [UInt8] = []
    for byte in part.utf8 {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"):
            bytes.append(byte)
        default: bytes += [UInt8(ascii: "~"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
    }
    return String(decoding: bytes, as: UTF8.self)
}

private let digits = Array("0123456789abcdef".utf8)

/// An arrow that points where the wind blows to, as on weather maps.
enum WindArrow {
    /// Adds an arrow of 14 units around the origin for a wind from a direction in degrees.
    static func draw(from direction: Double, in page: inout HTML) {
        let turn = direction.truncatingRemainder(dividingBy: 360)
        page.draw(
            "path",
            [
                "class": "arrow", "d": "M0 -7V7M-4 2.5L0 7L4 2.5",
                "transform": "rotate(\(coordinate(turn.isFinite ? turn : 0)))",
            ])
    }

    /// Adds a small circle, for calm air.
    static func drawCalm(in page: inout HTML) { page.draw("circle", ["class": "arrow", "r": "3"]) }

    /// Adds the arrow of a wind of a record, or the circle; nothing if the wind has no direction.
    static func draw(_ wind: JSON?, in page: inout HTML) {
        if wind?[.speed]?.double == 0 { return drawCalm(in: &page) }
        guard let direction = wind?[.direction]?.double, direction.isFinite else { return }
        draw(from: direction, in: &page)
    }
}
