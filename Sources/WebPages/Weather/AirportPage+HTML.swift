import AlmanacValues
import Records
public import Showing

extension AirportPage: Sheet {
    /// Returns the warnings, the report, the forecast, the last 24 hours, the winds aloft and the texts as
    /// received, with a heading of the first level; sections without data are omitted.
    public func html(on paper: Paper) -> HTML {
        let parts = AirportParts(items, sources: sources, at: paper.now)
        // The texts of pages for terminals are taken without their line breaks.
        var paper = paper.forPilots
        paper.width = 100_000
        return HTML {
            $0.add("article", ["class": "airport", "id": elementID(parts.station)]) { page in
                heading(parts, in: &page, on: paper)
                page.add(warnings: warnings, id: elementID(parts.station, "warnings"), on: paper)
                notes(parts, in: &page, on: paper)
                page.add(ReportSection(parts: parts, runways: runways).html(on: paper))
                page.add(ForecastSection(parts: parts).html(on: paper))
                if let hazards { page.add(HazardSection(parts: parts, hazards: hazards).html(on: paper)) }
                page.add(HistorySection(parts: parts, versions: history).html(on: paper))
                page.add(WindsSection(parts: parts, neighbor: winds).html(on: paper))
                texts(parts, in: &page)
            }
        }
    }

    private func heading(_ parts: AirportParts, in page: inout HTML, on paper: Paper) {
        page.add("header") { header in
            header.add("h1") { title in
                title.add("span", ["class": "station"], text: parts.station)
                guard let name = parts.name else { return }
                title.add(text: " ")
                title.add("span", ["class": "place"], text: name)
            }
            guard let report = parts.report else { return }
            RulesBadge(data: report.data).add(
                to: &header, id: elementID(parts.station, "rules"), on: paper)
            ReportAge(item: report, maximumAge: parts.maximumAge).add(
                to: &header, id: elementID(parts.station, "time"), on: paper)
        }
    }

    private func notes(_ parts: AirportParts, in page: inout HTML, on paper: Paper) {
        var names: Set<String> = []
        for source in sources where names.insert(source.name).inserted {
            let own = items.filter { $0.source.utf8.elementsEqual(source.name.utf8) }
            let lines = SourceNote(source, isEmpty: own.isEmpty).lines(on: paper)
            guard !lines.isEmpty else { continue }
            page.add("p", ["class": "note", "id": elementID(parts.station, "note", source.name)]) { note in
                for line in lines {
                    note.add(line)
                    note.add(text: " ")
                }
            }
        }
    }

    private func texts(_ parts: AirportParts, in page: inout HTML) {
        let texts = [("Report", parts.report), ("Forecast", parts.forecast)].compactMap { name, item in
            item?.data[.raw]?.string.map { (name: name, text: $0) }
        }
        guard !texts.isEmpty else { return }
        page.add(section: "As received", class: "raw", id: elementID(parts.station, "raw")) { section in
            for (name, text) in texts {
                section.add("details") { details in
                    details.add("summary", text: name)
                    details.add(
                        "pre", ["id": elementID(parts.station, "raw", name.lowercased())], text: text)
                }
            }
        }
    }
}
