public import AlmanacValues
import Records

/// The current state of all records for a status bar.
public struct Board: Sendable {
    private var items: [(name: String, item: Item)] = []
    private var failing: Set<String> = []

    /// Makes an empty board.
    public init() {}

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

    /// Returns a short text for each record, in the order in which the records arrived.
    func words(_ paper: Paper) -> [String] { items.map { brief($0.item, on: paper) } }

    /// Returns a line for each record, and the failing sources.
    func details(_ paper: Paper) -> [String] {
        items.map { detail($0.item, on: paper) } + failing.sorted().map { "\($0) is failing" }
    }

    /// The style sheet classes: the flight rules in lower case where known.
    var classes: [String] {
        let rules = items.compactMap { $0.item.data[.flightRules]?.string?.lowercased() }
        return rules + (isFailing ? ["failing"] : [])
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
            [item.key, item.data[.flightRules]?.string, temperature].compactMap(\.self).joined(
                separator: " "))
    }

    private func detail(_ item: Item, on paper: Paper) -> String {
        guard ReportPage.canShow(item) else { return visible("\(item.source) \(item.name)") }
        let conditions = ConditionsText(item.data, in: paper.units)
        let words = [conditions.wind, conditions.visibility, conditions.weather, conditions.sky].compactMap(
            \.self)
        return visible("\(item.key): " + words.joined(separator: ", "))
    }
}
