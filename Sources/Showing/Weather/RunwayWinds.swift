import Glibc
package import Records

/// A wind on the runways of an airport: each by the end with more headwind, the greatest headwind first.
///
/// A calm or variable wind, and one that is not known, has no components, and says so.
public struct RunwayWinds: Showable {
    /// An end of a runway with the direction of the wind relative to it.
    package struct Use {
        /// The end.
        package let end: Runway.End
        /// The length of the runway, in feet; `nil` if unknown.
        let length: Double?
        /// The part of the wind that is headwind, -1...1.
        let along: Double
        /// The part that is crosswind, -1...1; positive from the right.
        let across: Double
    }

    private let runways: [Runway]
    private let data: JSON

    /// Puts the wind of a report, or of a period of a forecast, on runways.
    package init(_ runways: [Runway], in conditions: JSON) {
        self.runways = runways
        data = conditions
    }

    /// The ends, the best first; empty if the wind is calm, has no direction, or is not known.
    package var uses: [Use] {
        guard let wind = data[.wind], let direction = wind[.direction]?.double, direction.isFinite,
            wind[.speed]?.double ?? 0 > 0
        else { return [] }
        let uses = runways.compactMap { runway in
            runway.ends.map { Use($0, of: runway, direction: direction) }
                .max { $0.along < $1.along - RunwayWinds.tolerance }
        }
        return uses.enumerated().sorted { left, right in
            let difference = left.element.along - right.element.along
            return abs(difference) > RunwayWinds.tolerance ? difference > 0 : left.offset < right.offset
        }.map(\.element)
    }

    /// The difference between parts of a wind that are the same.
    private static let tolerance = 0.001

    /// Returns the wind for each runway, with the designator as name; a wind without components for all.
    package func fields(in units: Units) -> Fields {
        var fields = Fields()
        if let statement = statement(in: units) {
            fields.add("All runways", Line(statement))
            return fields
        }
        for use in uses { fields.add(use.end.name, Line(words(of: use, in: units))) }
        let unknown = runways.filter { $0.heading == nil }.map(\.name)
        guard !unknown.isEmpty else { return fields }
        fields.add(unknown.joined(separator: ", "), Line("direction of the runway unknown", .fair))
        return fields
    }

    /// Returns a title, then the wind for each runway.
    public func lines(on paper: Paper) -> [Line] {
        runways.isEmpty ? [] : [Line("Runways", .strong)] + fields(in: paper.units).lines(on: paper)
    }
}

extension RunwayWinds {
    /// Returns what a wind without components means for every runway; `nil` if it has components.
    private func statement(in units: Units) -> String? {
        guard let wind = data[.wind], let speed = wind[.speed]?.double else { return "wind unknown" }
        if speed == 0, wind[.gust]?.double == nil { return "calm" }
        guard wind[.direction]?.double?.isFinite != true else { return nil }
        let most = units.speed(max(speed, wind[.gust]?.double ?? 0))
        let isOpen = wind[.speedAbove]?.bool == true || wind[.gustAbove]?.bool == true
        let from = wind[.variable]?.bool == true ? "variable" : "direction unknown"
        return "\(from): \(isOpen ? "more than" : "up to") \(most) from any side"
    }

    /// Returns the components for an end: `headwind 11 kt, 20 kt in gusts; crosswind 6 kt from the left, 9 kt
    /// in gusts; as it varies, crosswind up to 12 kt; 7200 ft long`.
    private func words(of use: Use, in units: Units) -> String {
        let wind = data[.wind] ?? .null
        let speed = wind[.speed]?.double ?? 0
        let gust = wind[.gust]?.double
        let least = wind[.speedAbove]?.bool == true ? "more than " : ""
        let gustLeast = wind[.gustAbove]?.bool == true ? "more than " : ""
        func component(_ part: Double, _ side: String) -> String {
            guard abs(part * max(speed, gust ?? 0)) >= 0.5 else { return units.speed(0) }
            let gusts = gust.map { ", \(gustLeast)\(units.speed(abs($0 * part))) in gusts" } ?? ""
            return "\(least)\(units.speed(abs(speed * part)))\(side)\(gusts)"
        }
        let along = "\(use.along < 0 ? "tailwind" : "headwind") \(component(use.along, ""))"
        let side = use.across > 0 ? " from the right" : " from the left"
        let across = "crosswind \(component(use.across, side))"
        let length = use.length.map { "\(units.height($0)) long" }
        return [along, across, variation(on: use.end, in: units), length].compactMap(\.self)
            .joined(separator: "; ")
    }

    /// Returns the worst components as the direction varies; `nil` if it does not.
    private func variation(on end: Runway.End, in units: Units) -> String? {
        guard let wind = data[.wind], let from = wind[.from]?.double, let to = wind[.to]?.double,
            let speed = wind[.speed]?.double, (0...360).contains(from), (0...360).contains(to)
        else { return nil }
        let strongest = max(speed, wind[.gust]?.double ?? 0)
        let width = (to - from + 360).truncatingRemainder(dividingBy: 360)
        let angles = stride(from: 0, through: width, by: 1).map { (from + $0 - end.heading) * .pi / 180 }
        let across = angles.map { abs(sin($0)) }.max() ?? 0
        let along = angles.map { cos($0) }.min() ?? 0
        let tail = along * strongest <= -0.5 ? ", tailwind up to \(units.speed(-along * strongest))" : ""
        return "as it varies, crosswind up to \(units.speed(across * strongest))\(tail)"
    }
}

extension RunwayWinds.Use {
    fileprivate init(_ end: Runway.End, of runway: Runway, direction: Double) {
        self.end = end
        length = runway.length
        let angle = (direction - end.heading) * .pi / 180
        along = cos(angle)
        across = sin(angle)
    }
}
