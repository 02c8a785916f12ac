public import AlmanacValues
import Records

/// The current state of all records for a status bar.
public struct Board: Sendable {
    private var items: [(name: String, item: Item)] = []
    private var failing: Set<String> = []
    /// The part that the board lacks, so that without a warning there may still be one; `nil` if nothing is.
    private var remark: String?

    /// Makes an empty board.
    public init() {}

    /// Makes a board of records.
    ///
    /// - Parameters:
    ///   - items: The records.
    ///   - remark: What is missing in the records; `nil` if nothing is.
    public init(_ items: [Item], remark: String? = nil) {
        for item in items { put(item) }
        self.remark = remark
    }

    /// Applies an event to the board.
    public mutating func take(_ event: Event) {
        switch event.kind {
        case .snapshot, .added, .changed: event.item.map { put($0) }
        case .removed: event.item.map { remove($0) }
        case .source: note(event)
        case .overflow: items = []
        case .subscribed, .ready, .heartbeat: break
        }
    }

    /// Whether a source's last attempt failed.
    public var isFailing: Bool { !failing.isEmpty }

    /// Returns a short text for each warning, the most severe first, for each other record, in the order in
    /// which the records arrived, and for the next appointment.
    func words(_ paper: Paper) -> [String] {
        let parts = parts(paper)
        let unknown = remark != nil && parts.warnings.isEmpty ? ["?"] : []
        return unknown + parts.warnings.map { visible($0.event) } + parts.others.map { brief($0, on: paper) }
            + [parts.next].compactMap { $0.map { visible($0.announcement(on: paper)) } }
    }

    /// Returns a line for each warning and each other record, for the appointments of a day from now on, and
    /// for the failing sources.
    func details(_ paper: Paper) -> [String] {
        let parts = parts(paper)
        return parts.warnings.map { detail($0, on: paper) } + parts.others.map { detail($0, on: paper) }
            + parts.day.map { detail($0, on: paper) } + failing.sorted().map { "\($0) is failing" }
            + [remark].compactMap { $0.map { visible($0) } }
    }

    /// Returns the style sheet classes: the severities of warnings, and the flight rules of reports in lower
    /// case; `or-worse` follows those that may be worse, and `rules-unknown` stands for unknown ones;
    /// `unknown` without a warning if some are missing.
    func classes(_ paper: Paper) -> [String] {
        let parts = parts(paper)
        var severities: [String] = []
        for warning in parts.warnings where severities.last != warning.severity.name {
            severities.append(warning.severity.name)
        }
        let unknown = remark != nil && severities.isEmpty ? ["unknown"] : []
        return unknown + severities + parts.others.flatMap(categories) + (isFailing ? ["failing"] : [])
    }

    private func categories(of item: Item) -> [String] {
        guard ReportPage.canShow(item) else { return [] }
        switch FlightCategory(item.data) {
        case .known(let rules): return [rules.rawValue.lowercased()]
        case .orWorse(let rules): return [rules.rawValue.lowercased(), "or-worse"]
        case .unknown: return ["rules-unknown"]
        }
    }

    /// The records by what they are.
    private struct Parts {
        /// The warnings that are not over.
        var warnings: [Warning] = []
        /// The appointments that end later, but begin within a day, and the next one.
        var day: [Appointment] = []
        var next: Appointment?
        var others: [Item] = []
    }

    private func parts(_ paper: Paper) -> Parts {
        var parts = Parts()
        var appointments: [Appointment] = []
        for (_, item) in items {
            if let warning = Warning(item) {
                parts.warnings.append(warning)
            } else if item.data["summary"] != nil, let appointment = Appointment(item) {
                appointments.append(appointment)
            } else {
                parts.others.append(item)
            }
        }
        parts.warnings = Warning.current(parts.warnings, at: paper.now)
        parts.next = Appointment.next(appointments, at: paper.now, in: paper.zone)
        parts.day = Appointment.sorted(appointments, in: paper.zone).filter {
            $0.ends(in: paper.zone) > paper.now && $0.begins(in: paper.zone) < paper.now + .seconds(86_400)
        }
        return parts
    }

    private mutating func put(_ item: Item) {
        let name = "\(item.source)/\(item.key)"
        if let index = items.firstIndex(where: { $0.name == name }) {
            items[index].item = item
        } else {
            items.append((name, item))
        }
    }

    private mutating func remove(_ item: Item) { items.removeAll { $0.name == "\(item.source)/\(item.key)" } }

    private mutating func note(_ event: Event) {
        guard let source = event.source else { return }
        if event.runtime?.health == .failing { failing.insert(source) } else { failing.remove(source) }
    }

    private func brief(_ item: Item, on paper: Paper) -> String {
        guard ReportPage.canShow(item) else { return visible(item.name) }
        let temperature = item.data[.temperature]?.double.map(paper.units.temperature)
        return visible(
            [item.key, FlightCategory(item.data).words, temperature].compactMap(\.self).joined(
                separator: " "))
    }

    private func detail(_ warning: Warning, on paper: Paper) -> String {
        let time = warning.time(on: paper)
        let area = warning.area.map { ": " + $0.prefix(200) } ?? ""
        return visible(warning.heading().plain + (time.isEmpty ? "" : " " + time) + area)
    }

    private func detail(_ appointment: Appointment, on paper: Paper) -> String {
        let begin = appointment.begins(in: paper.zone)
        let time = appointment.isAllDay ? "all day" : paper.when(begin)
        return visible("\(time) \(appointment.summary)" + (appointment.location.map { ", " + $0 } ?? ""))
    }

    private func detail(_ item: Item, on paper: Paper) -> String {
        guard ReportPage.canShow(item) else { return visible("\(item.source) \(item.name)") }
        let conditions = ConditionsText(item.data, in: paper.units)
        let words = [conditions.wind, conditions.visibility, conditions.weather, conditions.sky]
        let all = words.compactMap(\.self) + conditions.unknownWords
        return visible("\(item.key): " + all.joined(separator: ", "))
    }
}
