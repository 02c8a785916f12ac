public import AlmanacValues
import Records

/// The current state of all records for a status bar.
public struct Board: Sendable {
    private var items: [(name: String, item: Item)] = []
    private var sources = BarSources()
    /// The reasons why there may be other records, in words; empty if there are none.
    public private(set) var unknown: [String] = []

    /// Makes an empty board.
    public init() {}

    /// Makes a board of records.
    ///
    /// - Parameters:
    ///   - items: The records.
    ///   - sources: All sources that were asked, which may have none; `nil` if their states are not known.
    ///   - unknown: The reasons why there may be other records, in words; empty if there are none.
    public init(_ items: [Item], of sources: [Source]? = nil, unknown: [String] = []) {
        for item in items { put(item) }
        if let sources { know(sources) }
        self.unknown = unknown
    }

    /// Replaces what is known of the sources.
    ///
    /// - Parameters:
    ///   - sources: All sources that were asked.
    ///   - names: The names of sources that were asked for, which may not exist.
    public mutating func know(_ sources: [Source], asked names: [String] = []) {
        self.sources.know(sources, asked: names)
    }

    /// Whether the daemon can be reached; otherwise nothing is known to be current.
    public var isConnected: Bool {
        get { sources.isConnected }
        set { sources.isConnected = newValue }
    }

    /// The records, in the order in which they arrived.
    public var records: [Item] { items.map(\.item) }

    /// Replaces why there may be other records, in words; empty if there are none.
    public mutating func replace(unknown: [String]) { self.unknown = unknown }

    /// Applies an event to the board.
    public mutating func apply(_ event: Event) {
        switch event.kind {
        case .snapshot, .added, .changed: event.item.map { put($0) }
        case .removed: event.item.map { remove($0) }
        case .source: updateSource(event)
        case .overflow: removeRecords()
        case .subscribed, .ready, .heartbeat: break
        }
    }

    /// Removes the records; the states of the sources remain.
    public mutating func removeRecords() { items = [] }

    /// Whether a source's last attempt failed.
    public var isFailing: Bool { sources.isFailing }

    /// Returns a short text for each warning, the most severe first, for each other record, in the order in
    /// which the records arrived, and for the next appointment; before them `?` if records may be missing.
    /// The age follows data that are not current.
    func words(_ paper: Paper) -> [String] {
        let parts = parts(paper)
        let isUnknown = states(parts, paper).contains(.unknown)
        let appointments = [parts.next].compactMap(\.self)
        let dated = parts.warnings.map(\.item) + appointments.map(\.item)
        let age = dated.compactMap { sources.age(of: $0, on: paper) }.first
        return (isUnknown ? ["?"] : []) + parts.warnings.map { visible($0.event) }
            + parts.others.map { brief($0, on: paper) }
            + appointments.map { visible($0.announcement(on: paper)) } + [age].compactMap(\.self)
    }

    /// Returns a line for each warning and each other record, for the appointments of a day from now on, and
    /// for the states and ages of the sources.
    func details(_ paper: Paper) -> [String] {
        let parts = parts(paper)
        return parts.warnings.map { detail($0, on: paper) } + parts.others.map { detail($0, on: paper) }
            + parts.day.map { detail($0, on: paper) }
            + (unknown + sources.details(on: paper).filter { !isSaid($0) }).map { visible($0) }
    }

    /// Whether the reasons why there may be other records have what a line says of its source.
    private func isSaid(_ line: String) -> Bool {
        let name = line.prefix { $0 != " " }
        return unknown.contains { $0.hasPrefix("unknown: \(name) ") }
    }

    /// Returns the style sheet classes: the severities of warnings, and the flight rules of reports in lower
    /// case; `or-worse` follows those that may be worse, and `rules-unknown` stands for unknown ones. Then
    /// `fresh`, or what applies of `stale`, `failing` and `unknown`.
    func classes(_ paper: Paper) -> [String] {
        let parts = parts(paper)
        var severities: [String] = []
        for warning in parts.warnings where severities.last != warning.severity.name {
            severities.append(warning.severity.name)
        }
        return severities + parts.others.flatMap(categories) + states(parts, paper).map(\.rawValue)
    }

    /// Returns the worst state of the sources; `nil` before their states are known.
    func state(_ paper: Paper) -> String? { states(parts(paper), paper).last?.rawValue }

    private func states(_ parts: Parts, _ paper: Paper) -> [BarSources.State] {
        let items = parts.warnings.map(\.item) + parts.others + parts.day.map(\.item)
        let next = [parts.next].compactMap { $0?.item }
        let states = sources.states(showing: items + next, at: paper.now)
        guard !unknown.isEmpty else { return states }
        return states.filter { $0 != .fresh && $0 != .unknown } + [.unknown]
    }

    private func categories(of item: Item) -> [String] {
        guard ReportPage.canShow(item) else { return [] }
        switch ProvenCategory(item.data) {
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

    private mutating func updateSource(_ event: Event) {
        if let source = event.source { sources.update(event.runtime, of: source) }
    }

    private func brief(_ item: Item, on paper: Paper) -> String {
        let age = sources.age(of: item, on: paper)
        guard ReportPage.canShow(item) else {
            return visible([item.name, age].compactMap(\.self).joined(separator: ", "))
        }
        let temperature = item.data[.temperature]?.double.map(paper.units.temperature)
        let words = [item.key, ProvenCategory(item.data).words, temperature].compactMap(\.self)
        return visible([words.joined(separator: " "), age].compactMap(\.self).joined(separator: ", "))
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

extension Board {
    /// Returns a line for a custom module of Waybar with `"return-type": "json"`; markup is escaped.
    ///
    /// Source: waybar-custom(5): text, alt (for format-icons), tooltip, class.
    public func waybar(_ paper: Paper) -> String {
        let line = JSON.members([
            "text": .string(escaped(words(paper).joined(separator: "  "))),
            "alt": state(paper).map(JSON.string),
            "tooltip": .string(escaped(details(paper).joined(separator: "\n"))),
            "class": .array(classes(paper).map(JSON.string)),
        ])
        return String(decoding: line.bytes, as: UTF8.self)
    }

    /// Source: Pango markup: `&`, `<` and `>`.
    private func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            default: escaped.append(character)
            }
        }
        return escaped
    }
}

extension Board {
    /// The text before the first status line of i3bar: the header and the opening bracket of the array.
    public static let i3barHeader = "{\"version\":1}\n["

    /// Returns a status line of i3bar: a block for each record, and a trailing comma.
    ///
    /// Source: i3bar input protocol (i3wm.org/docs/i3bar-protocol.html), which leaves members that begin with
    /// an underscore to the program.
    public func i3bar(_ paper: Paper) -> String {
        let classes = classes(paper)
        let blocks = words(paper).enumerated().map { index, words in
            JSON.members([
                "full_text": .string(words), "name": "almanac", "instance": .string(String(index)),
                "urgent": .bool(isFailing), "_class": .array(classes.map(JSON.string)),
            ])
        }
        return String(decoding: JSON.array(blocks).bytes, as: UTF8.self) + ","
    }
}
