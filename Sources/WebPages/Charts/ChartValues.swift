import Records
import Schemas
import Showing

/// A quantity of weather records, which is drawn in the user's unit.
enum ChartQuantity: Sendable {
    /// °C in records.
    case temperature
    /// Knots in records.
    case speed
    /// hPa in records; `inches` says whether the report uses inches of mercury.
    case pressure(inches: Bool)
    /// Feet in records.
    case height
    /// Metres in records; `miles` says whether the report uses statute miles.
    case visibility(miles: Bool)
    /// Millimetres in records.
    case precipitation
    /// Centimetres in records.
    case snow
    /// Any other, always in the unit of records, which may be none.
    case other(Quantity?)

    /// Makes the quantity of a member of a METAR.
    ///
    /// - Parameters:
    ///   - path: The path of the member.
    ///   - inches: Whether the report uses inches of mercury.
    ///   - miles: Whether the report uses statute miles.
    init(_ path: [String], inches: Bool, miles: Bool) {
        let quantity = Schema.metar.member(at: path)?.quantity
        switch quantity {
        case .temperature: self = .temperature
        case .speed: self = .speed
        case .pressure: self = .pressure(inches: inches)
        case .height: self = .height
        case .distance: self = .visibility(miles: miles)
        case .water: self = .precipitation
        case .snow: self = .snow
        default: self = .other(quantity)
        }
    }

    /// Returns a value with its unit.
    func text(_ value: Double, in units: Units) -> String {
        switch self {
        case .temperature: units.temperature(value)
        case .speed: units.speed(value)
        case .pressure(let inches): units.pressure(value, inches: inches)
        case .height: units.height(value)
        case .visibility(let miles): units.visibility(value, miles: miles)
        case .precipitation: units.precipitation(value)
        case .snow: units.snow(value)
        case .other: [decimal(value), symbol(in: units)].filter { !$0.isEmpty }.joined(separator: " ")
        }
    }

    /// Returns a value in the user's unit.
    func value(_ value: Double, in units: Units) -> Double {
        switch (self, symbol(in: units)) {
        case (.temperature, "°F"): Factor.fahrenheit(celsius: value)
        case (.speed, "km/h"): value * Factor.knot
        case (.speed, "mph"): value * Factor.knotInMiles
        case (.pressure, "inHg"): value / Factor.inchOfMercury
        case (.height, "m"): value * Factor.foot
        case (.visibility, "km"): value / 1000
        case (.visibility, _): value / Factor.statuteMile
        case (.precipitation, "in"): value / Factor.inch
        case (.snow, "in"): value * 10 / Factor.inch
        default: value
        }
    }

    /// Returns the abbreviation of the user's unit.
    func symbol(in units: Units) -> String {
        switch self {
        case .temperature: units == .imperial ? "°F" : "°C"
        case .speed: units == .aviation ? "kt" : units == .metric ? "km/h" : "mph"
        case .pressure(let inches): hasInches(units, inches) ? "inHg" : "hPa"
        case .height: units == .metric ? "m" : "ft"
        case .visibility(let miles):
            units == .imperial ? "mi" : units == .aviation && miles ? "SM" : "km"
        case .precipitation: units == .imperial ? "in" : "mm"
        case .snow: units == .imperial ? "in" : "cm"
        case .other(let quantity): quantity?.unit ?? ""
        }
    }

    /// Returns the least range of an axis, in the user's unit, so that small variations do not look large.
    func leastRange(in units: Units) -> Double {
        switch (self, symbol(in: units)) {
        case (.temperature, "°F"): 10
        case (.pressure, "inHg"): 0.2
        case (.pressure, _): 6
        case (.height, "m"): 1000
        case (.height, _): 3000
        case (.speed, "km/h"): 20
        case (.speed, _): 10
        case (.precipitation, "in"): 0.1
        case (.precipitation, _): 2
        default: 5
        }
    }

    private func hasInches(_ units: Units, _ inches: Bool) -> Bool {
        units == .imperial || units == .aviation && inches
    }
}

/// The values of one quantity over time, for a `LineChart`.
struct ChartSeries: Sendable {
    /// A value at a moment.
    struct Point: Sendable {
        /// The moment.
        let time: UTC
        /// The value, in the unit of records.
        let value: Double
    }

    /// The name in lower case, such as `dew point`.
    let name: String
    /// The points in the order of time; a value that is not a usual number is left out.
    let points: [Point]
    /// Whether points are not connected, as for gusts, which may be absent in between.
    let isDotted: Bool
    /// The moments at which the value is unknown, across which points are not connected.
    var gaps: [UTC] = []

    /// Makes a series of points in any order.
    init(_ name: String, _ points: [Point], isDotted: Bool = false) {
        self.name = name
        self.isDotted = isDotted
        let usual = points.filter { $0.value.isFinite && abs($0.value) < 1e6 }
        self.points = usual.sorted { $0.time < $1.time }
    }

    /// Returns the runs of points between which no value is missing.
    func runs(longestGap: Duration) -> [[Point]] {
        var runs: [[Point]] = []
        for point in points {
            if let last = runs.last?.last, point.time - last.time <= longestGap,
                !gaps.contains(where: { last.time < $0 && $0 < point.time })
            {
                runs[runs.count - 1].append(point)
            } else {
                runs.append([point])
            }
        }
        return runs
    }
}

/// The values of a chart as a table, newest first, which is folded until somebody opens it.
struct ChartTable {
    /// The chart.
    let chart: LineChart

    /// Adds the table.
    func add(to figure: inout HTML, on paper: Paper) {
        figure.add("details") { details in
            details.add("summary") { summary in
                summary.add(text: "Values")
                summary.add("span", ["class": "unseen"], text: " of \(chart.title)")
            }
            details.add("table") { table in
                let series = chart.series.map(chart.visible)
                table.add("thead") { $0.add("tr", [:]) { heading(series, in: &$0) } }
                table.add("tbody") { rows(series, in: &$0, on: paper) }
            }
        }
    }

    private func heading(_ series: [ChartSeries], in row: inout HTML) {
        row.add("th", ["scope": "col"], text: "time")
        for series in series { row.add("th", ["scope": "col", "class": "number"], text: series.name) }
    }

    private func rows(_ series: [ChartSeries], in body: inout HTML, on paper: Paper) {
        let values = series.map { series in
            Dictionary(series.points.map { ($0.time, $0.value) }) { _, last in last }
        }
        let times = Set(values.flatMap(\.keys)).sorted(by: >)
        for time in times {
            body.add("tr") { row in
                row.add("th", ["scope": "row"]) {
                    $0.add(time: time, text: paper.zone.when(time, from: paper.now))
                }
                for values in values {
                    let text = values[time].map { chart.quantity.text($0, in: paper.units) }
                    row.add("td", ["class": "number"], text: text ?? "–")
                }
            }
        }
    }
}

/// The values of a chart in one sentence.
struct ChartSummary {
    /// The chart.
    let chart: LineChart

    /// Returns the sentences for all series: `Temperature from 8 to 14 °C, now 12 °C, rising.`
    func text(on paper: Paper) -> String {
        let sentences = chart.series.compactMap { series in
            words(chart.visible(series), on: paper).map { "\(capitalized(series.name)) \($0)." }
        }
        return sentences.joined(separator: " ")
    }

    /// Returns the sentence for the first series without its name: `from 8 to 14 °C, now 12 °C, rising`.
    func short(on paper: Paper) -> String {
        chart.series.first.flatMap { words(chart.visible($0), on: paper) } ?? ""
    }

    private func words(_ series: ChartSeries, on paper: Paper) -> String? {
        let values = series.points.map(\.value)
        guard let low = values.min(), let high = values.max(), let last = series.points.last else {
            return nil
        }
        let range = range(from: low, to: high, units: paper.units)
        let isCurrent = paper.now - last.time < .seconds(7200)
        let value = chart.quantity.text(last.value, in: paper.units)
        let present = "\(isCurrent ? "now" : "last") \(value)"
        let trend = series.isDotted ? nil : trend(series, units: paper.units)
        return [range, present, trend].compactMap(\.self).joined(separator: ", ")
    }

    private func range(from low: Double, to high: Double, units: Units) -> String {
        let lowest = chart.quantity.text(low, in: units)
        let highest = chart.quantity.text(high, in: units)
        if lowest == highest { return "constant \(lowest)" }
        let symbol = " " + chart.quantity.symbol(in: units)
        let isSame = lowest.hasSuffix(symbol) && highest.hasSuffix(symbol)
        return "from \(isSame ? String(lowest.dropLast(symbol.count)) : lowest) to \(highest)"
    }

    /// Returns how the values changed within the last three hours; a change of less than a twentieth of the
    /// least range of the scale is none.
    private func trend(_ series: ChartSeries, units: Units) -> String? {
        guard let last = series.points.last,
            let earlier = series.points.first(where: { last.time - $0.time <= .seconds(3 * 3600) }),
            earlier.time < last.time
        else { return nil }
        let quantity = chart.quantity
        let change = quantity.value(last.value, in: units) - quantity.value(earlier.value, in: units)
        if abs(change) < quantity.leastRange(in: units) / 20 { return "steady" }
        return change > 0 ? "rising" : "falling"
    }

    private func capitalized(_ name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }
}
