import AlmanacValues
import Records
import Showing

/// The time of a report with its age; an old one is marked as expired.
struct ReportAge {
    /// The report.
    let item: Item
    /// The age from which a report is expired.
    let maximumAge: Duration

    /// Adds the time, or that it is unknown.
    func add(to page: inout HTML, id: String, on paper: Paper) {
        page.add("p", ["class": "age"]) { line in
            if item.isExpired(at: paper.now, after: maximumAge) { line.addExpired() }
            guard let time = item.moment(.time) else {
                return line.add("span", ["id": id], text: "time unknown")
            }
            line.add(time: time, id: id, text: paper.moment(time))
        }
    }
}
