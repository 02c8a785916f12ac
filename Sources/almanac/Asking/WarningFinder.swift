import AlmanacClient
import AlmanacValues
import Records
import Showing

/// Finds the warnings that apply at a place.
struct WarningFinder {
    private let daemon: Daemon
    private let conditions: [String]

    /// - Parameters:
    ///   - daemon: The daemon.
    ///   - conditions: Further conditions, which must all hold.
    init(_ daemon: Daemon, conditions: [String] = []) {
        self.daemon = daemon
        self.conditions = conditions
    }

    /// Returns all warnings.
    ///
    /// - Throws: A complaint if the daemon cannot be asked.
    func all() throws(CommandError) -> [Warning] { try warnings(selector()) }

    /// Returns the warnings whose area is at a position, and those of sources that belong to the place.
    ///
    /// - Parameters:
    ///   - position: The position; `nil` if it is not known.
    ///   - radius: The greatest distance of an area, in metres.
    ///   - name: The instance of such sources, as in `alerts-us-point@KPWM`; `nil` for none.
    /// - Returns: The warnings, each once.
    /// - Throws: A complaint if the daemon cannot be asked.
    func warnings(
        at position: Position?, within radius: Double = 0, named name: String?
    ) throws(CommandError) -> [Warning] {
        var found: [Warning] = []
        if let position { found += try warnings(selector(around: position, within: radius)) }
        if let name {
            found += try warnings(
                Selector(sources: ["*@" + Selector.literal(name)], kinds: ["alert"], conditions: conditions))
        }
        var seen: Set<String> = []
        return found.filter { seen.insert("\($0.item.source)/\($0.item.key)").inserted }
    }

    /// Returns the selector of warnings, around a position if it is not `nil`.
    func selector(around position: Position? = nil, within radius: Double = 0) -> Selector {
        var selector = Warning.selector
        selector.conditions += conditions
        selector.circle = position.map { Selector.Circle(centre: $0, radius: radius) }
        return selector
    }

    /// Returns the warnings whose area is at a position, those of sources that belong to the place, and those
    /// that name zones whose areas are not known.
    ///
    /// - Parameters:
    ///   - position: The position.
    ///   - radius: The greatest distance of an area, in metres.
    ///   - name: The instance of such sources; `nil` if only those count that are named after the position.
    ///   - sources: The sources of the daemon.
    ///   - now: The moment; warnings that are over are left out.
    /// - Returns: The warnings, each once.
    /// - Throws: A complaint if the daemon cannot be asked.
    func comparison(
        at position: Position, within radius: Double, named name: String?, _ sources: [Source], at now: UTC
    ) throws(CommandError) -> PlaceWarnings {
        let names = Set(sources.filter { $0.isOf(position, named: name) }.map(\.name))
        let vague = try vagueWarnings(at: now)
        var result = PlaceWarnings(found: try warnings(at: position, within: radius, named: name))
        var known = Set(result.found.map(\.item.path))
        for warning in vague where known.insert(warning.item.path).inserted {
            if names.contains(warning.item.source) {
                result.found.append(warning)
            } else {
                result.uncompared.append(warning)
            }
        }
        return result
    }

    /// Returns the warnings with zones whose areas are not known, and which no other source has with all
    /// areas.
    private func vagueWarnings(at now: UTC) throws(CommandError) -> [Warning] {
        let selector = Selector(
            kinds: ["alert"], conditions: ["not geometry exists or unlocated exists"] + conditions)
        let vague = Warning.current(try warnings(selector), at: now)
        guard !vague.isEmpty else { return [] }
        let whole = Selector(kinds: ["alert"], conditions: ["geometry exists and not unlocated exists"])
        let compared = Set(try warnings(whole).compactMap(\.identity))
        return vague.filter { $0.identity.map { !compared.contains($0) } ?? true }
    }

    /// Returns the warnings of a zone, and those that may be of it.
    func comparison(in zone: ZoneChoice, at now: UTC) throws(CommandError) -> PlaceWarnings {
        var result = PlaceWarnings()
        for warning in Warning.current(try all(), at: now) {
            switch zone.applies(warning) {
            case true: result.found.append(warning)
            case nil: result.uncompared.append(warning)
            case false: break
            }
        }
        return result
    }

    private func warnings(_ selector: Selector) throws(CommandError) -> [Warning] {
        try items(selector).compactMap { Warning($0) }
    }

    private func items(_ selector: Selector, limit: Int? = nil) throws(CommandError) -> [Item] {
        var items: [Item] = []
        do {
            try daemon.connection.pages(of: selector, limit: limit) { items += $0 }
        } catch {
            throw daemon.commandError(error)
        }
        return items
    }
}

extension Item {
    /// The source and the key.
    fileprivate var path: String { "\(source)/\(key)" }
}

extension Source {
    /// Whether it is named after a place: `alerts-us-point@KPWM`, or `alerts-us-point@43.65,-70.31` within a
    /// kilometre.
    fileprivate func isOf(_ position: Position, named place: String?) -> Bool {
        guard kind == "alert", let instance = SourceName(name)?.instance else { return false }
        if let place, instance == place { return true }
        return Position(said: instance).map { $0.distance(to: position) < 1000 } ?? false
    }
}
