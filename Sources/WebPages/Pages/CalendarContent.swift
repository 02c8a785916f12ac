public import AlmanacValues
import Records
public import Showing

/// The appointments of all calendars by day, from today on.
public struct CalendarContent: Sheet {
    /// The most appointments on the page.
    private static let most = 300

    private let items: [Item]
    private let sources: [Source]
    private let gaps: [Gap]

    /// Makes the page.
    ///
    /// - Parameters:
    ///   - items: The records of calendars.
    ///   - sources: The sources of kind `calendar`.
    ///   - lost: Further reasons why appointments may be missing.
    public init(_ items: [Item], of sources: [Source], lost: [Gap] = []) {
        self.items = items
        self.sources = sources
        gaps = lost + sources.flatMap(\.readingGaps)
    }

    /// Returns why appointments may be missing, then the agenda.
    public func lines(on paper: Paper) -> [Line] {
        let agenda = AgendaPage(items)
        let isEmpty = agenda.days(on: paper).isEmpty
        return PageSequence([
            GapList(gaps), isEmpty ? TextLines(nothing) as any Showable : agenda,
        ]).lines(on: paper)
    }

    /// Returns a list for each day.
    public func html(on paper: Paper) -> HTML {
        HTML { page in
            page.add("h1", text: "Calendar")
            page.add(gaps: gaps, on: paper)
            let days = AgendaPage(items).days(on: paper)
            guard !days.isEmpty else { return page.add("p", ["id": "nothing"], text: nothing) }
            let count = days.reduce(0) { $0 + $1.entries.count }
            page.add(Cut(shown: min(count, CalendarContent.most), of: count, "appointments"))
            var left = CalendarContent.most
            for day in days where left > 0 {
                add(day, first: left, to: &page, paper)
                left -= day.entries.count
            }
        }
    }

    /// The sentence for no appointment: that nothing is planned only if every calendar is current, and only
    /// in the time for which all have their appointments.
    private var nothing: String {
        if sources.isEmpty { return "No calendar is kept (almanac add ADDRESS adds one)." }
        return gaps.isEmpty ? "Nothing is planned \(horizon)." : "Nothing is planned in what is known."
    }

    /// The time ahead of which all calendars have the appointments, by the shortest `Window=`.
    private var horizon: String {
        let spans = sources.map { source -> Duration? in
            let words = source.words(in: "Calendar", named: "Window")
            return words.count == 2 ? Duration(said: words[1]) : CalendarContent.usualHorizon
        }
        guard !spans.contains(nil), let shortest = spans.compactMap(\.self).min() else {
            return "within Window="
        }
        let days = Int(shortest.components.seconds / 86_400)
        return days > 0 ? "in the next \(counted(days, "day"))" : "in the next \(span(shortest))"
    }

    /// The time ahead within which an appointment may begin unless `Window=` says otherwise.
    ///
    /// Source: almanac.source(5), `Window=`.
    private static let usualHorizon = Duration.seconds(60 * 86_400)

    private func add(_ day: AgendaPage.Day, first count: Int, to page: inout HTML, _ paper: Paper) {
        page.add("section", ["class": "card agenda", "data-key": day.name]) { card in
            card.add("h2", line: day.heading)
            card.add("ul", ["class": "found"]) { list in
                for entry in day.entries.prefix(count) { list.add(entry, on: paper) }
            }
        }
    }
}

extension HTML {
    fileprivate mutating func add(_ entry: AgendaPage.Entry, on paper: Paper) {
        let item = entry.appointment.item
        add("li", ["data-key": "\(item.source)/\(item.key)"]) {
            $0.add("span", ["class": "when"], text: entry.time)
            $0.add(text: " ")
            $0.add(linkTo: item, text: entry.appointment.summary, on: paper)
            if let location = entry.appointment.location {
                $0.add("span", ["class": "faint"], text: " " + location.shortened(toBytes: 200))
            }
            $0.add("span", ["class": "faint origin"], text: " \(item.source)")
        }
    }
}
