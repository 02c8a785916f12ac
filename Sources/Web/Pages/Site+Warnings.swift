import AlmanacClient
import AlmanacValues
import Records
import Showing

extension Site {
    /// Passes the warnings that apply at a place; none if they cannot be loaded, since pages about something else
    /// are useful without them.
    ///
    /// - Parameters:
    ///   - position: The position of the place; `nil` if it is unknown.
    ///   - name: The name of the place as an instance of sources, such as `KPWM` in `alerts-us-point@KPWM`; `nil`
    ///     if it has none.
    ///   - isPossible: Whether there is a source of warnings at all.
    ///   - receive: Called with the warnings, of which some may be equal.
    func warnings(
        at position: Position?, named name: String?, amongAny isPossible: Bool,
        _ receive: @escaping ([Warning]) -> Void
    ) {
        guard isPossible else { return receive([]) }
        let own = name.map { Selector(sources: ["*@" + Selector.literal($0)], kinds: ["alert"]) }
        let around = position.map { position in
            var around = Warning.selector
            around.circle = Selector.Circle(centre: position, radius: 0)
            return around
        }
        load([around, own].compactMap(\.self), found: [], receive)
    }

    private func load(
        _ selectors: [Selector], found: [Warning], _ receive: @escaping ([Warning]) -> Void
    ) {
        guard let selector = selectors.first else { return receive(found) }
        records(selector) { result in
            let more = ((try? result.get()) ?? []).compactMap(Warning.init)
            self.load(Array(selectors.dropFirst()), found: found + more, receive)
        }
    }
}
