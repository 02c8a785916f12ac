import Decoding
import Definitions
import Reactive
import Records
import Storing

extension Source {
    /// Fires when a source with the areas of this one's zones has changed: the last document is then decoded
    /// once more, so that its alerts apply to places as soon as the areas are known.
    var zoneChanges: AnyPublisher<Wake, Never> {
        let words = definition.options.words(in: "Alert", named: "Zones")
        let zones = Set(words.compactMap { ZoneTable($0)?.source })
        guard !zones.isEmpty, definition.keepsDocument else { return Empty().eraseToAnyPublisher() }
        return ingester.gate.ended
            .filter { [unowned self] in $0.isOther && zones.contains($0.name) && state.fetched != nil }
            .map { _ in Wake.redefined }.eraseToAnyPublisher()
    }
}
