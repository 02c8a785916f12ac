import AlmanacValues
import Records
import Showing

/// An airport's forecast: a timeline of the flight rules, then each period in words.
struct ForecastSection {
    /// The records of the airport.
    let parts: AirportParts

    /// Returns the section; empty without a forecast. Past periods are omitted unless all are past.
    func html(on paper: Paper) -> HTML {
        guard let forecast = parts.forecast else { return HTML() }
        let page = ForecastPage(forecast)
        let spans = page.spans(at: paper.now)
        let id = elementID(parts.station, "taf")
        return HTML {
            $0.add(section: "Forecast", class: "forecast", id: id) { section in
                validity(of: forecast, page, in: &section, on: paper)
                let timeline = ForecastTimeline(
                    id: "\(id)-timeline", spans: spans, position: parts.position)
                section.add(timeline.html(on: paper))
                let unplaced = ForecastChange.unplaced(forecast)
                section.add(PeriodTable(id: id, spans: spans, unplaced: unplaced).html(on: paper))
                let rest = page.rest(paper)
                if !rest.fields.isEmpty { section.add(rest, id: id) }
            }
        }
    }

    /// Adds the states and times of the forecast: `amended, valid 12:00Z to Sat 12:00Z, issued 11:20Z, 2 h
    /// ago`.
    private func validity(
        of forecast: Item, _ page: ForecastPage, in section: inout HTML, on paper: Paper
    ) {
        section.add("p", ["class": "age", "id": elementID(parts.station, "taf", "validity")]) { line in
            if page.isOver(at: paper.now) { line.addExpired() }
            if !page.states.isEmpty {
                line.add("strong", text: page.states)
                line.add(text: " ")
            }
            if forecast.data.lacks(.time) { line.add("strong", [:], text: "validity not understood") }
            if let from = forecast.moment(.from), let until = forecast.moment(.until) {
                line.add(text: "valid ")
                line.add(from: from, until: until, on: paper)
            }
            if let time = forecast.moment(.time) {
                line.add(text: ", issued ")
                line.add(time: time, text: paper.moment(time))
            }
        }
    }
}
