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

    /// Whether a warning names zones without any area, so that no position can be tested.
    func hasUnlocated() throws(CommandError) -> Bool {
        let selector = Selector(kinds: ["alert"], conditions: ["not geometry exists"] + conditions)
        return try !items(selector, limit: 1).isEmpty
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
