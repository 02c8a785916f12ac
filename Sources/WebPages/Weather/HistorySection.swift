import AlmanacValues
import Records
import Schemas
import Showing

/// The last 24 hours of an airport's reports as charts.
struct HistorySection {
    private let parts: AirportParts
    private let versions: [Item]
    /// The newest version of each report, in the order of time.
    private let reports: [(time: UTC, item: Item)]

    /// Makes the section.
    ///
    /// - Parameters:
    ///   - parts: The records of the airport.
    ///   - versions: The versions of the report, newest first.
    init(parts: AirportParts, versions: [Item]) {
        self.parts = parts
        self.versions = versions
        let all = [parts.report].compactMap(\.self) + versions
        let pairs = all.compactMap { item in item.moment(.time).map { ($0, item) } }
        reports = Dictionary(pairs) { newest, _ in newest }.sorted { $0.key < $1.key }
            .map { (time: $0.key, item: $0.value) }
    }

    /// Returns the section; empty if fewer than two reports are known.
    func html(on paper: Paper) -> HTML {
        let charts = charts(paper).map { $0.html(on: paper) }.filter { !$0.isEmpty }
        guard !charts.isEmpty else { return HTML() }
        return HTML {
            $0.add(section: "Last 24 hours", class: "history", id: elementID(parts.station, "history")) {
                section in
                section.add("div", ["class": "charts"]) { grid in
                    for chart in charts { grid.add(chart) }
                }
            }
        }
    }

    private func charts(_ paper: Paper) -> [LineChart] {
        guard let axis = TimeAxis(from: paper.now - .seconds(86_400), until: paper.now) else { return [] }
        let nights = axis.nights(at: position)
        let words = parts.report.map { ConditionsText($0.data, in: paper.units) }
        let isInches = words?.speaksOfInches ?? false
        let isMiles = words?.speaksOfMiles ?? false
        let quantity = { (member: WeatherMember) in
            ChartQuantity([member.description], inches: isInches, miles: isMiles)
        }
        var charts = [
            chart(
                "Temperature and dew point", quantity(.temperature),
                [series(.temperature), series(.dewPoint)], axis),
            windChart(axis),
            chart("Pressure", quantity(.altimeter), [series(.altimeter, "pressure")], axis),
            chart("Ceiling", quantity(.ceiling), [series(.ceiling)], axis),
            chart("Visibility", quantity(.visibility), [series(.visibility)], axis),
        ]
        charts += others(axis, inches: isInches, miles: isMiles)
        for index in charts.indices { charts[index].nights = nights }
        for index in [3, 4] { charts[index].isFromZero = true }
        charts[3].limits = [(500, "LIFR"), (1000, "IFR"), (3000, "MVFR")]
        charts[4].limits = [(1, "LIFR"), (3, "IFR"), (5, "MVFR")].map { miles, name in
            (value: miles * Factor.statuteMile, name: name)
        }
        return charts
    }

    /// The members that are in one of the charts with limits or several series.
    private static let stated: Set<String> = [
        "temperature", "dewPoint", "wind.speed", "wind.gust", "altimeter", "ceiling", "visibility",
    ]

    /// The other members that the schema shows as charts.
    private static let others = Schema.metar.members(in: .chart).filter { !stated.contains($0.path.text) }

    /// Returns a chart of each of the other members.
    private func others(_ axis: TimeAxis, inches: Bool, miles: Bool) -> [LineChart] {
        HistorySection.others.map { other in
            let values = points { other.path.value(in: $0.data) }
            return LineChart(
                id: elementID(parts.station, other.identifier, "chart"), title: other.title,
                quantity: ChartQuantity(other.path.steps, inches: inches, miles: miles),
                series: [ChartSeries(other.words.joined(separator: " "), values)], axis: axis)
        }
    }

    private func chart(
        _ title: String, _ quantity: ChartQuantity, _ series: [ChartSeries], _ axis: TimeAxis
    ) -> LineChart {
        let name = title.lowercased().split(separator: " ").first.map(String.init) ?? ""
        return LineChart(
            id: elementID(parts.station, name, "chart"), title: title, quantity: quantity, series: series,
            axis: axis)
    }

    private func windChart(_ axis: TimeAxis) -> LineChart {
        let speeds = points { $0.data[.wind]?[.speed] }
        let gusts = points { $0.data[.wind]?[.gust] }
        var chart = chart(
            "Wind and gusts", .speed,
            [ChartSeries("wind", speeds), ChartSeries("gusts", gusts, isDotted: true)], axis)
        chart.isFromZero = true
        chart.winds = reports.compactMap { report in report.item.data[.wind].map { (report.time, $0) } }
        return chart
    }

    private func series(_ member: WeatherMember, _ name: String? = nil) -> ChartSeries {
        let usual = member.description == "dewPoint" ? "dew point" : member.description
        var series = ChartSeries(name ?? usual, points { $0.data[member] })
        series.gaps = reports.filter { $0.item.data.lacks(member) }.map(\.time)
        return series
    }

    private func points(_ value: (Item) -> JSON?) -> [ChartSeries.Point] {
        reports.compactMap { report in
            value(report.item)?.double.map { ChartSeries.Point(time: report.time, value: $0) }
        }
    }

    private var position: Position? {
        parts.position ?? versions.lazy.compactMap { $0.position(nil) }.first
    }
}
