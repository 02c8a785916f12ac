import Records
import Showing

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
