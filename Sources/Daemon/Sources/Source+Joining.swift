import Decoding
import Fetching
import Reactive
import Records

extension Source {
    /// Whether it is made of other sources.
    var isJoin: Bool { definition.kind == .join }

    private var sides: [String] { definition.sides.map(\.text) }

    /// Wakes it at first, since a side may have changed while the daemon was away, and whenever one is other than
    /// it was; when its last attempt saw a side half changed, also when that side turns out to be what it was.
    var sideChanges: AnyPublisher<Wake, Never> {
        tools.intake.wholeness.ended
            .filter { [unowned self, sides] in sides.contains($0.name) && ($0.isOther || isSuperseded) }
            .map { _ in Wake.sides }.prepend(Wake.sides).eraseToAnyPublisher()
    }

    /// What is stored of both sides, once both are there.
    func askSides() -> AnyPublisher<Asked, FetchFailure> {
        isSuperseded = false
        let missing = tools.intake.wholeness.missing(of: sides)
        guard missing.isEmpty else {
            let names = missing.joined(separator: " and ")
            let message = "there is nothing of \(names) yet to join; see almanac list, or almanac enable"
            return Fail(error: FetchFailure(.waiting, message)).eraseToAnyPublisher()
        }
        return Just(Asked.sides).setFailureType(to: FetchFailure.self).eraseToAnyPublisher()
    }

    /// Is joined once more: at once when both sides are whole, else when they are.
    func joinAgain() {
        isSuperseded = true
        if tools.intake.wholeness.stamp(of: sides) != nil { wakes.send(.sides) }
    }
}
