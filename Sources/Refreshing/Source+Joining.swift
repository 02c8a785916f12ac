import Definitions
import Fetching
import Reactive
import Records

extension Source {
    /// Whether the source is a join.
    package var isJoin: Bool { definition.kind == .join }

    private var sides: [String] { definition.sides.map(\.text) }

    /// The remarks on the sides that are not current.
    var sideNotes: [String] {
        lateSides.map { "\($0.text) is not current: the join has its last records" }
    }

    /// Fires at start, because an input may have changed while the daemon was down, and whenever an input
    /// changes. If the last attempt found an input half committed, it also fires when that input turns out to
    /// be unchanged.
    var sideChanges: AnyPublisher<Wake, Never> {
        ingester.gate.ended
            .filter { [unowned self, sides] in sides.contains($0.name) && ($0.isOther || isSuperseded) }
            .map { _ in Wake.sides }.prepend(Wake.sides).eraseToAnyPublisher()
    }

    /// Joins the stored records of both inputs, once both have some.
    func join() -> AnyPublisher<Outcome, FetchFailure> {
        isSuperseded = false
        let missing = ingester.gate.missing(of: sides)
        guard missing.isEmpty else {
            let names = missing.joined(separator: " and ")
            let message = "there are no records of \(names) to join yet; see almanac list, or almanac enable"
            return Fail(error: FetchFailure(.waiting, message)).eraseToAnyPublisher()
        }
        return ingester.join(for: definition, absence: absence).map(Outcome.accepted).catch { failure in
            failure == .superseded
                ? Just(Outcome.superseded).setFailureType(to: FetchFailure.self).eraseToAnyPublisher()
                : Fail(error: failure).eraseToAnyPublisher()
        }.eraseToAnyPublisher()
    }

    /// Joins once more: at once if neither input is being changed, otherwise when the changes are complete.
    func joinAgain() {
        isSuperseded = true
        if ingester.gate.stamp(of: sides) != nil { wakes.send(.sides) }
    }
}
