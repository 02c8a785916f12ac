import Records
import Storing

/// An event of a subscription to another almanac, as far as a mirror needs it.
///
/// Source: io.almanac.varlink, method Subscribe.
nonisolated struct MirrorEvent: Sendable {
    /// The meaning of an event.
    enum Kind: Sendable {
        /// A record of the snapshot.
        case snapshot(SourceName, MirroredChange)
        /// A record was added, changed or removed.
        case change(SourceName, MirroredChange)
        /// The state of a source.
        case state(SourceName, JSON)
        /// The other almanac removed a source, or no longer offers it.
        case gone(SourceName)
        /// The snapshot or the missed changes are complete.
        case ready(UTC)
        /// A snapshot follows, because the log does not reach back.
        case overflow
        /// Nothing to do, such as a heartbeat or a record that cannot be read.
        case nothing
    }

    /// The meaning.
    let kind: Kind
    /// The position in the other almanac's log; `nil` if the event has none.
    let cursor: String?

    /// The source that the event concerns; `nil` if it concerns none.
    var source: SourceName? {
        switch kind {
        case .snapshot(let name, _), .change(let name, _), .state(let name, _), .gone(let name): name
        case .ready, .overflow, .nothing: nil
        }
    }

    /// Creates the event that takes the place of a source that is no longer offered.
    init(gone name: SourceName) {
        kind = .gone(name)
        cursor = nil
    }

    /// Reads the parameters of a reply; what cannot be used becomes `nothing`.
    init(_ json: JSON) {
        cursor = json["cursor"]?.string
        kind = MirrorEvent.kind(json)
    }

    private static func kind(_ json: JSON) -> Kind {
        let at = UTC(microseconds: Int64(json["realtimeUSec"]?.int ?? 0))
        let name = json["source"]?.string.flatMap { SourceName($0) }
        switch (json["event"]?.string, name) {
        case ("snapshot", let name?): return change(json, at).map { .snapshot(name, $0) } ?? .nothing
        case ("added", let name?), ("changed", let name?), ("removed", let name?):
            return change(json, at).map { .change(name, $0) } ?? .nothing
        case ("source", let name?): return json["runtime"].map { .state(name, $0) } ?? .gone(name)
        case ("ready", _): return .ready(at)
        case ("overflow", _): return .overflow
        default: return .nothing
        }
    }

    private static func change(_ json: JSON, _ at: UTC) -> MirroredChange? {
        guard let key = json["key"]?.string, !key.isEmpty, let generation = json["generation"]?.int else {
            return nil
        }
        guard json["event"]?.string != "removed" else {
            return MirroredChange(.remove(key), at: at, generation: generation)
        }
        guard let data = json["data"], data.object != nil else { return nil }
        let record = Record(
            key: key, title: json["title"]?.string, position: position(json), data: data.canonicalBytes)
        return MirroredChange(.put(record, record.hash), at: at, generation: generation)
    }

    private static func position(_ json: JSON) -> Position? {
        guard let latitude = json["latitude"]?.double, let longitude = json["longitude"]?.double else {
            return nil
        }
        return Position(latitude: latitude, longitude: longitude)
    }
}
