public import AlmanacValues
public import Records

/// The requests whose answers say which warnings apply at a place, in a zone, or everywhere.
///
/// It serves callers that wait for each answer, and those that are called with it later.
public struct WarningQuestion {
    /// The kinds of sources that can carry warnings or have the areas of zones.
    public static let kinds = Warning.kinds + ["table"]

    /// A request for records.
    public struct Inquiry {
        /// The selector of the records.
        public let selector: Selector
        /// The maximum number of records; `nil` for all.
        public var limit: Int?
        /// Whether conditions with a member that no record has had are refused.
        public var isStrict = false
    }

    /// Asks for records, and passes them; `nil` if the request was refused, or there was no answer.
    public typealias Ask = (Inquiry, @escaping ([Item]?) -> Void) -> Void

    private enum Place {
        case everywhere
        case position(Position?, radius: Double, name: String?)
        case zone((Warning) -> Bool?, at: Position?)
    }

    /// The steps of an answer so far.
    fileprivate struct Parts {
        var found: [Warning] = []
        var uncompared: [Warning] = []
        var lost: [Gap] = []
    }

    private let place: Place
    private let conditions: [String]

    /// Makes the question for all warnings that meet conditions.
    public init(where conditions: [String] = []) {
        place = .everywhere
        self.conditions = conditions
    }

    /// Makes the question for the warnings of a place.
    ///
    /// - Parameters:
    ///   - position: Its position; `nil` if it is not known.
    ///   - radius: The greatest distance of an area, in metres.
    ///   - name: The instance of sources of the place, as in `alerts-us-point@KPWM`; `nil` for none.
    ///   - conditions: Further conditions, which must all hold.
    public init(
        at position: Position?, within radius: Double = 0, named name: String? = nil,
        where conditions: [String] = []
    ) {
        place = .position(position, radius: radius, name: name)
        self.conditions = conditions
    }

    /// Makes the question for the warnings of a zone.
    ///
    /// - Parameters:
    ///   - conditions: Further conditions, which must all hold.
    ///   - position: A position within the zone; `nil` if none is known.
    ///   - applies: Whether a warning applies in the zone; `nil` if that cannot be known.
    public init(
        where conditions: [String] = [], at position: Position? = nil,
        inZone applies: @escaping (Warning) -> Bool?
    ) {
        place = .zone(applies, at: position)
        self.conditions = conditions
    }

    /// Passes the answer.
    ///
    /// - Parameters:
    ///   - sources: All sources.
    ///   - now: The moment; of warnings that could not be compared, those that are over are left out.
    ///   - ask: Asks for records.
    ///   - receive: Called once with the answer.
    public func answer(
        among sources: [Source], at now: UTC, ask: @escaping Ask,
        _ receive: @escaping (WarningAnswer) -> Void
    ) {
        guard sources.contains(where: { $0.mayBeOfAlerts || Warning.kinds.contains($0.kind ?? "") })
        else {
            return receive(WarningAnswer())
        }
        let asker = RecordAsker(ask)
        compare(sources, now, asker) { parts in
            WarningSources(sources).asked(found: parts.found + parts.uncompared, at: now, asker) { asked in
                receive(
                    WarningAnswer(
                        parts.found, uncompared: parts.uncompared, of: scope, asked: asked,
                        among: sources, lost: parts.lost + elsewhere(asked) + asker.lost))
            }
        }
    }

    /// The gap that every source of alerts has those of another place only, of points instead of a zone, or of
    /// a part of a circle; nothing without such a source.
    private func elsewhere(_ asked: [Source]) -> [Gap] {
        switch place {
        case .position(let position?, let radius, let name):
            if asked.areOfOtherPlaces(than: position, named: name) { return [WarningAnswer.elsewhere] }
            let circle = Selector.Circle(centre: position, radius: radius)
            return asked.arePartial(in: circle) ? [WarningAnswer.partial] : []
        case .zone(_, let position):
            return asked.areOfPoints(orElsewhereThan: position) ? [WarningAnswer.elsewhere] : []
        case .everywhere, .position(.none, _, _): return []
        }
    }

    private var scope: WarningAnswer.Scope {
        switch place {
        case .everywhere: .everywhere
        case .position: .place
        case .zone: .zone
        }
    }

    private func compare(
        _ sources: [Source], _ now: UTC, _ asker: RecordAsker, _ receive: @escaping (Parts) -> Void
    ) {
        switch place {
        case .everywhere: asker.warnings(all) { receive(Parts(found: $0)) }
        case .zone(let applies, _):
            asker.warnings(all) { warnings in
                var parts = Parts()
                for warning in Warning.current(warnings, at: now) {
                    switch applies(warning) {
                    case true: parts.found.append(warning)
                    case nil: parts.uncompared.append(warning)
                    case false: break
                    }
                }
                receive(parts)
            }
        case .position(let position, let radius, let name):
            compare(at: position, radius, name, sources, now, asker, receive)
        }
    }
}

/// The comparison with a position.
extension WarningQuestion {
    /// Selects all warnings that meet the conditions.
    private var all: Selector { Warning.selector(where: conditions) }

    private func compare(
        at position: Position?, _ radius: Double, _ name: String?, _ sources: [Source], _ now: UTC,
        _ asker: RecordAsker, _ receive: @escaping (Parts) -> Void
    ) {
        var around = all
        around.circle = position.map { Selector.Circle(centre: $0, radius: radius) }
        let hasAlerts = sources.contains { $0.kind == "alert" }
        let own = name.map {
            Selector(sources: ["*@" + Selector.literal($0)], kinds: ["alert"], conditions: conditions)
        }
        asker.warnings(position == nil ? nil : around) { around in
            asker.warnings(hasAlerts ? own : nil) { own in
                vague(hasAlerts, at: now, asker) { vague in
                    var parts = Parts(found: around + own)
                    if position == nil {
                        let what = name.map { "the position of \($0)" } ?? "the position"
                        parts.lost = [
                            WarningAnswer.lost(
                                what + " is not known, so that areas were not compared with it")
                        ]
                    }
                    let names = Set(sources.filter { $0.isOf(position, named: name) }.map(\.name))
                    parts.add(vague, ofPlace: names)
                    receive(parts)
                }
            }
        }
    }

    /// Passes the warnings with zones whose areas are not known, and which no other source has with all
    /// areas.
    private func vague(
        _ hasAlerts: Bool, at now: UTC, _ asker: RecordAsker, _ receive: @escaping ([Warning]) -> Void
    ) {
        asker.warnings(hasAlerts ? Warning.vague(where: conditions) : nil) { warnings in
            let vague = Warning.current(warnings, at: now)
            let names = vague.compactMap { $0.item.data["identifier"]?.string }
            guard !names.isEmpty else { return receive(vague) }
            asker.warnings(Warning.located(named: names)) { whole in
                let compared = Set(whole.compactMap(\.identity))
                receive(vague.filter { $0.identity.map { !compared.contains($0) } ?? true })
            }
        }
    }
}

extension WarningQuestion.Parts {
    /// Adds warnings whose areas are not known; they apply if their sources are those of the place.
    fileprivate mutating func add(_ vague: [Warning], ofPlace names: Set<String>) {
        var known: Set<String> = []
        found = found.filter { known.insert($0.item.path).inserted }
        for warning in vague where known.insert(warning.item.path).inserted {
            if names.contains(warning.item.source) {
                found.append(warning)
            } else {
                uncompared.append(warning)
            }
        }
    }
}

extension Source {
    /// Whether it is named after a place: `alerts-us-point@KPWM`, or `alerts-us-point@43.65,-70.31` within a
    /// kilometre.
    func isOf(_ position: Position?, named place: String?) -> Bool {
        guard kind == "alert", let instance = SourceName(name)?.instance else { return false }
        if let place, instance == place { return true }
        guard let position else { return false }
        return Position(said: instance).map { $0.distance(to: position) < 1000 } ?? false
    }
}
