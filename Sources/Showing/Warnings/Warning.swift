public import AlmanacValues
public import Records

/// A record that warns: an alert, or a record with a geometry and a severity.
public struct Warning: Sendable {
    /// The kinds of sources whose records can warn.
    public static let kinds = ["alert", "json", "join"]
    /// Selects these records.
    public static let selector = Selector(
        kinds: kinds,
        conditions: [
            "phase in [announced, \"in force\"] or geometry exists and (severity exists or "
                + "properties.severity exists)"
        ])

    /// The record.
    public let item: Item
    /// The severity in the words of the record, such as `Severe`; empty if it states none.
    public let words: String
    /// The level by the sender's own scale, otherwise the severity.
    public let severity: Severity
    /// Whether it is a warning, and not only a watch, an advisory or a statement.
    public let significance: Significance
    /// The time within which people should act.
    public let urgency: Urgency
    /// The beginning; `nil` if unknown.
    public let onset: UTC?
    /// The end; `nil` if unknown.
    public let ends: UTC?

    /// Selects those of these records that meet conditions.
    public static func selector(where conditions: [String]) -> Selector {
        var selector = Warning.selector
        selector.conditions += conditions
        return selector
    }

    /// Makes a warning of a record; `nil` if the record is none.
    public init?(_ item: Item) {
        let words = (item.property("level") ?? item.property("severity"))?.string ?? ""
        guard Warning.isAlert(item) || item.data["geometry"]?.object != nil && !words.isEmpty else {
            return nil
        }
        self.item = item
        self.words = words
        severity = Severity(name: words)
        significance = Significance(name: item.property("significance")?.string)
        urgency = Urgency(name: item.property("urgency")?.string)
        onset = item.moment(["onset", "effective"])
        ends = item.moment(["ends", "expires"])
    }

    /// Whether a record is one of a source of alerts.
    private static func isAlert(_ item: Item) -> Bool {
        ["announced", "in force"].contains(item.data["phase"]?.string)
    }

    /// Returns the warnings that are not over at a moment: the highest level first, warnings before watches;
    /// of these, those in force before those announced, the most urgent first, and the one that ends first.
    /// Returns a warning that several sources have once.
    public static func current(_ warnings: [Warning], at now: UTC) -> [Warning] {
        var seen: Set<String> = []
        return warnings.filter { warning in
            guard warning.ends.map({ now < $0 }) ?? true else { return false }
            return warning.identity.map { seen.insert($0).inserted } ?? true
        }.sorted { $0.precedes($1, at: now) }
    }

    /// The identity that it shares with the same warning of another source: message and part; `nil` if it
    /// states no message.
    public var identity: String? { Warning.identity(key: item.key, data: item.data) }

    /// As above, of the record with a key and data.
    public static func identity(key: String, data: JSON) -> String? {
        guard let identifier = data["identifier"]?.string else { return nil }
        let part = key.split(separator: "#").last.flatMap { key.contains("#") ? Int($0) : nil } ?? 1
        return [data["sender"]?.string ?? "", identifier, "\(part)"].joined(separator: "\t")
    }

    private func precedes(_ other: Warning, at now: UTC) -> Bool {
        if severity != other.severity { return severity > other.severity }
        if significance != other.significance { return significance > other.significance }
        let (isLater, isOtherLater) = (isAnnounced(at: now), other.isAnnounced(at: now))
        if isLater != isOtherLater { return isOtherLater }
        if urgency != other.urgency { return urgency > other.urgency }
        return (ends?.microseconds ?? .max) < (other.ends?.microseconds ?? .max)
    }

    private func isAnnounced(at now: UTC) -> Bool { onset.map { $0 > now } ?? false }

    /// The event, such as `Tornado Warning`, otherwise the name of the record.
    public var event: String { item.title ?? item.property("event")?.string ?? item.key }

    /// The areas in words; `nil` if unknown.
    public var area: String? { (item.property("area") ?? item.property("areaDesc"))?.string }

    /// Returns when it applies: `until 14:45Z`, `from Tue 06:00Z until 18:00Z`, or an empty
    /// text.
    public func time(on paper: Paper) -> String {
        let begins = onset.flatMap { $0 > paper.now ? "from " + paper.when($0) : nil }
        let ends = ends.map { "until " + paper.when($0) }
        return [begins, ends].compactMap(\.self).joined(separator: " ")
    }

    /// Returns severity and event with the colour of the severity, such as `Severe: Flood Warning`.
    func heading() -> Line {
        let severity = words.isEmpty ? Line() : Line(words, self.severity.ink ?? .strong) + ": "
        return severity + Line(event, .strong)
    }
}

extension Item {
    /// Returns a member of the data, or else of the properties of data that are a GeoJSON feature.
    package func property(_ name: String) -> JSON? { data[name] ?? data["properties"]?[name] }

    /// Returns the first moment of these members; `nil` if there is none.
    fileprivate func moment(_ names: [String]) -> UTC? {
        names.lazy.compactMap { property($0)?.utc }.first
    }
}

/// The identity and the zones of a warning.
extension Warning {
    /// The names of the tables of its codes, such as `EMMA_ID`.
    public var schemes: [String] { item.data["zones"]?.object?.map(\.name) ?? [] }

    /// Whether it names a zone by one of several codes, in any case.
    ///
    /// - Parameters:
    ///   - codes: The codes in capitals.
    ///   - scheme: The name of their table; `nil` for any.
    /// - Returns: Whether it does.
    public func names(codes: Set<String>, scheme: String? = nil) -> Bool {
        (item.data["zones"]?.object ?? []).contains { table in
            guard scheme.map({ $0.uppercased() == table.name.uppercased() }) ?? true else { return false }
            return (table.value.array ?? []).contains { codes.contains($0.string?.uppercased() ?? "") }
        }
    }

    /// Whether one of its areas has a name, in any case.
    public func names(area name: String) -> Bool {
        guard let area else { return false }
        let wanted = name.lowercased()
        return area.lowercased() == wanted
            || area.split(separator: ";").contains { $0.trimmingBlanks().lowercased() == wanted }
    }

    /// Its area; `nil` if it is not known, so that it cannot be compared with a place.
    public var geometry: GeoArea? { item.data["geometry"].flatMap { GeoArea($0) } }

    /// Whether it names zones whose areas are not known: a place outside its area may be in one of them.
    public var hasUnknownArea: Bool { item.data["geometry"] == nil || item.data["unlocated"] != nil }
}

/// The warnings whose areas are not known, which cannot be compared with a place.
extension Warning {
    /// Selects the warnings with zones whose areas are not known and that meet conditions.
    public static func vague(where conditions: [String] = []) -> Selector {
        Selector(kinds: ["alert"], conditions: ["not geometry exists or unlocated exists"] + conditions)
    }

    /// Selects the warnings of messages with all their areas.
    static func located(named identifiers: [String]) -> Selector {
        let texts = Set(identifiers).sorted().map { String(decoding: JSON.string($0).bytes, as: UTF8.self) }
        let list = "identifier in [\(texts.joined(separator: ", "))]"
        // A longer condition is refused; without it, more records are loaded.
        let isShort = list.utf8.count < 60_000 && !list.contains("\\")
        return Selector(
            kinds: ["alert"],
            conditions: ["geometry exists and not unlocated exists"] + (isShort ? [list] : []))
    }
}

extension Item {
    /// The source and the key.
    var path: String { "\(source)/\(key)" }
}

extension Substring {
    /// The text without blanks around it.
    fileprivate func trimmingBlanks() -> Substring {
        var rest = drop { $0 == " " }
        while rest.last == " " { rest.removeLast() }
        return rest
    }
}
