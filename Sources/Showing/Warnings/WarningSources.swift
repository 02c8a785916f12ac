public import AlmanacValues
public import Records

/// Asks for records, and remembers whether an answer is missing.
final class RecordAsker {
    private let ask: WarningQuestion.Ask
    /// The reason why warnings may be missing: at most one.
    private(set) var lost: [Gap] = []

    init(_ ask: @escaping WarningQuestion.Ask) { self.ask = ask }

    /// Passes the warnings among the records of a selector, all of them; none without a selector.
    func warnings(_ selector: Selector?, _ receive: @escaping ([Warning]) -> Void) {
        guard let selector else { return receive([]) }
        ask(WarningQuestion.Inquiry(selector: selector)) { [self] items in
            if items == nil, lost.isEmpty {
                lost = [WarningAnswer.lost("almanacd did not say which warnings apply")]
            }
            receive((items ?? []).compactMap { Warning($0) })
        }
    }

    /// Passes whether records have had the members of a selector's conditions.
    func knows(_ selector: Selector, _ receive: @escaping (Bool) -> Void) {
        ask(WarningQuestion.Inquiry(selector: selector, limit: 1, isStrict: true)) { receive($0 != nil) }
    }

    /// Passes the sources of some of the records of a selector.
    func names(_ selector: Selector, _ receive: @escaping (Set<String>) -> Void) {
        ask(WarningQuestion.Inquiry(selector: selector, limit: 100)) { items in
            receive(Set((items ?? []).compactMap { Warning($0)?.item.source }))
        }
    }
}

/// The sources that can carry warnings: those of alerts, and those whose records have a geometry and a
/// severity.
struct WarningSources {
    /// The names of the member with the severity of such records.
    private static let severities = ["severity", "properties.severity"]

    private let alerts: [Source]
    /// The sources of which it has to be found out.
    private let others: [Source]
    /// The sources without a definition, whose last records are kept.
    private let paused: [Source]

    /// Makes a list of all sources; those without a definition are asked only for the warnings that they have.
    init(_ sources: [Source]) {
        let active = sources.filter { $0.runtime.health != .paused }
        paused = sources.filter { $0.runtime.health == .paused }
        alerts = active.filter(\.mayBeOfAlerts)
        others = active.filter {
            Warning.kinds.contains($0.kind ?? "") && $0.kind != "alert" && !$0.tags.contains("zones")
        }
    }

    /// Passes the sources that were asked, in order.
    ///
    /// - Parameters:
    ///   - found: The warnings that are known.
    ///   - now: The moment.
    ///   - asker: Asks for records.
    ///   - receive: Called once.
    func asked(
        found: [Warning], at now: UTC, _ asker: RecordAsker, _ receive: @escaping ([Source]) -> Void
    ) {
        let carriers = Set(found.map(\.item.source))
        let carriersNow = Set(Warning.current(found, at: now).map(\.item.source))
        let left = paused.filter { carriersNow.contains($0.name) }
        current(carriers, asker) { carriers in
            // Only of a source that is not current, it matters which records it had.
            let doubtful = others.filter { !carriers.contains($0.name) && !$0.readingGaps.isEmpty }
            probe(doubtful[...], carriers, asker) { carriers in
                receive(alerts + others.filter { carriers.contains($0.name) } + left)
            }
        }
    }

    /// Adds the sources that have such records, if nothing else can have warnings.
    private func current(
        _ carriers: Set<String>, _ asker: RecordAsker, _ receive: @escaping (Set<String>) -> Void
    ) {
        guard alerts.isEmpty, carriers.isEmpty, !others.isEmpty else { return receive(carriers) }
        var selector = Warning.selector
        selector.sources = others.map { Selector.literal($0.name) }
        asker.names(selector, receive)
    }

    /// Adds the sources whose records have had such members.
    private func probe(
        _ sources: ArraySlice<Source>, _ carriers: Set<String>, _ asker: RecordAsker,
        _ receive: @escaping (Set<String>) -> Void
    ) {
        guard let source = sources.first else { return receive(carriers) }
        probe(source, WarningSources.severities[...], asker) { canWarn in
            probe(sources.dropFirst(), canWarn ? carriers.union([source.name]) : carriers, asker, receive)
        }
    }

    private func probe(
        _ source: Source, _ members: ArraySlice<String>, _ asker: RecordAsker,
        _ receive: @escaping (Bool) -> Void
    ) {
        guard let member = members.first else { return receive(false) }
        let selector = Selector(
            sources: [Selector.literal(source.name)],
            conditions: ["geometry exists", "\(member) exists"])
        asker.knows(selector) { isKnown in
            if isKnown { return receive(true) }
            probe(source, members.dropFirst(), asker, receive)
        }
    }
}

extension Source {
    /// Whether it is a source of alerts, or nobody knows of what, because its definition cannot be read.
    public var mayBeOfAlerts: Bool {
        guard let kind else { return isMisdefined }
        return kind == "alert"
    }
}

extension Source {
    /// The distance in metres from which on the alerts of a place are those of another one.
    fileprivate static let near = 2000.0

    /// The only position whose alerts it has, by its name, such as `alerts-us-point@43.65,-70.31`, or its
    /// address, such as `?point=43.65,-70.31`; `nil` if it may have others.
    private var point: Position? {
        guard kind == "alert" else { return nil }
        if let position = SourceName(name)?.instance.flatMap({ Position(said: $0) }) { return position }
        let parameter = ["?point=", "&point="].lazy.compactMap { origin?.firstRange(ofText: $0) }.first
        guard let origin, let parameter else { return nil }
        let value = String(origin[parameter.upperBound...].prefix { $0 != "&" && $0 != "#" })
        return Position(said: value.replacing(text: "%2C", with: ",").replacing(text: "%2c", with: ","))
    }

    /// Whether it has only the alerts of one position.
    fileprivate var isOfPoint: Bool { point != nil }

    /// Whether it has only the warnings of another place: of another point, or of an area without the
    /// position.
    fileprivate func isOfAnotherPlace(than position: Position, named place: String?) -> Bool {
        guard !isOf(position, named: place) else { return false }
        if let point { return point.distance(to: position) >= Source.near }
        return area.map { !$0.contains(position) } ?? false
    }

    /// The area of which it has all warnings; `nil` if it does not state it.
    fileprivate var area: CoveredArea? {
        CoveredArea(words(in: "Source", named: "Area"), of: SourceName(name)?.instance)
    }
}

extension [Source] {
    /// Whether those of alerts or, without one, all of them, of which there is one at least, have only the
    /// warnings of other places than that at a position, or with the name of an instance, as in
    /// `alerts-us-point@KPWM`.
    public func areOfOtherPlaces(than position: Position, named place: String? = nil) -> Bool {
        let alerts = filter(\.mayBeOfAlerts)
        let speaking = alerts.isEmpty ? self : alerts
        return !isEmpty && speaking.allSatisfy { $0.isOfAnotherPlace(than: position, named: place) }
    }

    /// Whether those of alerts or, without one, all of them, of which there is one at least, have only the
    /// warnings of points and of areas that leave out a part of a circle.
    func arePartial(in circle: Selector.Circle) -> Bool {
        guard circle.radius >= Source.near, !isEmpty else { return false }
        let alerts = filter(\.mayBeOfAlerts)
        let wide = (alerts.isEmpty ? self : alerts).filter { !$0.isOfPoint }
        let areas = wide.compactMap(\.area)
        return areas.count == wide.count
            && !CoveredArea.cover(areas, around: circle.centre, within: circle.radius)
    }

    /// Whether those of alerts, of which there is one at least, have only the alerts of single points, and
    /// none all of a zone.
    public var areOfPoints: Bool { areOfPoints(orElsewhereThan: nil) }

    /// Whether those of alerts, of which there is one at least, have only the alerts of single points, or of an
    /// area without a position in a zone; `nil` if none is known.
    public func areOfPoints(orElsewhereThan position: Position?) -> Bool {
        let alerts = filter(\.mayBeOfAlerts)
        return !alerts.isEmpty
            && alerts.allSatisfy { source in
                source.isOfPoint
                    || position.map { source.isOfAnotherPlace(than: $0, named: nil) } ?? false
            }
    }
}
