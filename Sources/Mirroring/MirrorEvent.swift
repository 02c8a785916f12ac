import Definitions
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
        /// The subscription has begun, with warnings about its selector.
        case begun([String])
        /// A part that cannot be used.
        case unusable(UnusableEvent)
        /// Nothing to do, such as a heartbeat.
        case nothing
    }

    /// The meaning.
    let kind: Kind
    /// The position in the other almanac's log; `nil` if the event has none.
    let cursor: String?
    /// The approximate number of bytes in memory.
    let size: Int

    /// The greatest length of a cursor, in bytes; those of this version have about 40.
    private static let longestCursor = 1024

    /// The source that the event concerns; `nil` if it concerns none.
    var source: SourceName? {
        switch kind {
        case .snapshot(let name, _), .change(let name, _), .state(let name, _), .gone(let name): name
        case .ready, .overflow, .begun, .unusable, .nothing: nil
        }
    }

    /// Whether the event shows that the other almanac makes progress.
    var isProgress: Bool { if case .nothing = kind { false } else { true } }

    /// Creates the event that takes the place of a source that is no longer offered.
    init(gone name: SourceName) {
        kind = .gone(name)
        cursor = nil
        size = 0
    }

    /// Reads the parameters of a reply.
    ///
    /// - Parameters:
    ///   - json: The parameters; what cannot be used becomes `unusable`, events of an unknown kind `nothing`.
    ///   - selector: The mirrored records. One that leaves them by a change becomes a removal.
    init(_ json: JSON, within selector: Selector) {
        cursor = json["cursor"]?.string.flatMap { $0.utf8.count <= MirrorEvent.longestCursor ? $0 : nil }
        do throws(UnusableEvent) {
            kind = try MirrorEvent.kind(json, selector)
        } catch {
            kind = .unusable(error)
        }
        size = kind.size
    }

    private static func kind(_ json: JSON, _ selector: Selector) throws(UnusableEvent) -> Kind {
        let reader = MirrorEventReader(json)
        switch json["event"]?.string {
        case "snapshot":
            let (name, change) = try (reader.source(), reader.change(within: selector))
            return change.isRemoval ? .change(name, change) : .snapshot(name, change)
        case "added", "changed", "removed":
            return try .change(reader.source(), reader.change(within: selector))
        case "source":
            let name = try reader.source()
            guard let runtime = json["runtime"], !runtime.isNull else { return .gone(name) }
            guard runtime.isState else { throw reader.unusable("its state has no known health") }
            let size = runtime.bytes.count
            guard size <= MirrorRoom.mostOfSource else {
                throw reader.unusable("its state has \(size) bytes, more than \(MirrorRoom.mostOfSource)")
            }
            return .state(name, runtime)
        case "ready": return .ready(reader.moment)
        case "overflow": return .overflow
        case "subscribed": return .begun(reader.warnings)
        case nil: throw reader.unusable("it has no kind")
        default: return .nothing
        }
    }
}

nonisolated extension MirrorEvent.Kind {
    /// The approximate number of bytes in memory.
    fileprivate var size: Int {
        switch self {
        case .snapshot(_, let change), .change(_, let change):
            guard case .put(let record, _) = change.difference else { return 0 }
            return record.data.count + record.key.utf8.count + (record.title?.utf8.count ?? 0)
        case .state(_, let runtime): return runtime.bytes.count
        case .begun, .gone, .ready, .overflow, .unusable, .nothing: return 0
        }
    }
}

nonisolated extension MirroredChange {
    /// Whether the change removes a record.
    var isRemoval: Bool { if case .remove = difference { true } else { false } }
}
