import Decoding
import Definitions
import Records
import Storing

/// Reads the members of an event about a record or a source.
nonisolated struct MirrorEventReader {
    private let json: JSON
    private let name: SourceName?
    private let key: String?

    init(_ json: JSON) {
        self.json = json
        name = json["source"]?.string.flatMap { SourceName($0) }
        key = json["key"]?.string.flatMap { RecordKey.isValid($0) ? $0 : nil }
    }

    /// The time of the event; 1970 if it states none, or one beyond some thousand years.
    var moment: UTC {
        let microseconds = Int64(json["realtimeUSec"]?.int ?? 0)
        return UTC(microseconds: microseconds.magnitude < 1 << 57 ? microseconds : 0)
    }

    /// The first warnings about the selector, each of a limited length.
    var warnings: [String] {
        (json["warnings"]?.array ?? []).prefix(10).compactMap { $0.string.map { String($0.prefix(200)) } }
    }

    /// Returns the source.
    func source() throws(UnusableEvent) -> SourceName {
        guard let name else { throw unusable("it has no valid name of a source") }
        return name
    }

    /// Returns the change of the record; a removal if the record is none of the selected ones.
    func change(within selector: Selector) throws(UnusableEvent) -> MirroredChange {
        guard let key else { throw unusable("it has no valid key") }
        guard let generation = json.generation else {
            throw unusable("its generation is no number from 0 to 2^53")
        }
        guard json["event"]?.string != "removed" else {
            let reason = json["reason"]?.string.flatMap(RemovalReason.init)
            return MirroredChange(.remove(key, because: reason), at: moment, generation: generation)
        }
        guard let data = json["data"], data.object != nil else {
            throw unusable("its data are not an object")
        }
        var record = Record(
            key: key, title: json["title"]?.string, position: position, data: data.canonicalBytes)
        // A hub has replaced them, unless it is hostile or of an earlier release.
        _ = record.replaceNulls()
        guard selector.matches(record) else {
            // The other almanac has it, but the rules of the link leave it out as it is now.
            return MirroredChange(.remove(key, because: .rejected), at: moment, generation: generation)
        }
        return MirroredChange(.put(record, record.hash), at: moment, generation: generation)
    }

    /// Returns the reason why the event cannot be used, with its place.
    func unusable(_ reason: String) -> UnusableEvent {
        UnusableEvent(source: name, key: key, reason: reason)
    }

    private var position: Position? {
        guard let latitude = json["latitude"]?.double, let longitude = json["longitude"]?.double else {
            return nil
        }
        return Position(latitude: latitude, longitude: longitude)
    }
}
