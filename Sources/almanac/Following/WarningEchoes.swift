import AlmanacValues
import Records
import Showing

/// The changes of warnings that several sources carry, of which each is reported once: by the source that has it first.
struct WarningEchoes {
    /// A record of a source.
    private struct Place: Hashable {
        let source: String
        let key: String
    }

    /// The states that were reported, with the source that had them first.
    private var states: [String: String] = [:]
    /// The messages of known records, and the records that have them.
    private var identities: [Place: String] = [:]
    private var places: [String: Set<Place>] = [:]
    /// The keys of warnings whose end was reported.
    private var ended: Set<String> = []

    /// Whether an event reports what no other source has reported.
    mutating func isNews(_ event: Event) -> Bool {
        guard let item = event.item else { return true }
        let place = Place(source: item.source, key: item.key)
        if event.kind == .removed { return isLastEnd(of: place) }
        guard let identity = Warning.identity(key: item.key, data: item.data) else { return true }
        move(place, to: identity)
        ended.remove(item.key)
        let parts = [identity, item.data["sent"]?.string ?? "", item.data["phase"]?.string ?? ""]
        let state = parts.joined(separator: "\n")
        let first = states[state] ?? item.source
        states[state] = first
        return first == item.source
    }

    private mutating func move(_ place: Place, to identity: String) {
        guard identities[place] != identity else { return }
        leave(place)
        identities[place] = identity
        places[identity, default: []].insert(place)
    }

    /// Forgets what a record had.
    ///
    /// - Returns: Whether another one has it, too.
    @discardableResult
    private mutating func leave(_ place: Place) -> Bool {
        guard let identity = identities.removeValue(forKey: place) else { return false }
        places[identity]?.remove(place)
        guard places[identity]?.isEmpty ?? true else { return true }
        places[identity] = nil
        states = states.filter { !$0.key.hasPrefix(identity + "\n") }
        return false
    }

    private mutating func isLastEnd(of place: Place) -> Bool {
        let wasKnown = identities[place] != nil
        if leave(place) { return false }
        return ended.insert(place.key).inserted || wasKnown
    }
}
