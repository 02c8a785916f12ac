import Definitions
import Records
import Refreshing
import Storing

/// The sources that another almanac offers, and which of them are mirrored here.
struct Listing {
    /// The mirrored sources, with the description and the state that the other almanac states.
    private(set) var accepted: [(source: MirroredSource, runtime: JSON)] = []
    /// The names of these.
    private var names: Set<SourceName> = []
    /// The sources of kinds that are unknown here, and those that are too large or too many; their last good
    /// records stay.
    private var unknown: Set<SourceName> = []
    /// The number of sources that may be mirrored in addition to those that are.
    private var free: Int
    /// The sources that are not mirrored, by name, with the reason.
    private(set) var refused: [SourceName: String] = [:]
    /// The number of entries that cannot be read, or name a source that was not selected.
    private(set) var unreadable = 0
    /// The number of sources that come from this almanac itself.
    private(set) var ringCount = 0

    /// The greatest number of almanacs between the one that fetches a source and this one.
    private static let longestChain = 16

    /// Remarks for the state of the link, in the order of names.
    var notes: [String] {
        let all = refused.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        let most = 20
        let first =
            all.count <= most ? all : all.prefix(most) + ["and \(all.count - most) more are not mirrored"]
        let rest = "in the list of sources that cannot be used; no source is removed"
        return unreadable == 0
            ? first : first + [unreadable == 1 ? "an entry \(rest)" : "\(unreadable) entries \(rest)"]
    }

    /// Whether a mirrored source is no longer offered: an entry that cannot be read may be about any.
    func lacks(_ name: SourceName) -> Bool {
        unreadable == 0 && !names.contains(name) && !unknown.contains(name)
    }

    /// Reads the answer to ListSources; `nil` if it has no list.
    ///
    /// - Parameters:
    ///   - json: The answer.
    ///   - hub: The identity of the almanac that answered.
    ///   - own: The identity of this almanac.
    ///   - link: The source whose connection it is.
    ///   - selector: The sources that were selected.
    ///   - room: The room for the descriptions and states of the link's sources.
    ///   - sources: The sources of this almanac.
    init?(
        _ json: JSON, from hub: String, to own: String, link: SourceName, selector: Selector,
        room: inout MirrorRoom, sources: Sources
    ) {
        guard let entries = json["sources"]?.array else { return nil }
        free = MirrorRoom.mostSources - sources.mirrored.count
        for entry in entries {
            guard let name = entry["context"]?["name"]?.string.flatMap({ SourceName($0) }) else {
                unreadable += 1
                continue
            }
            let via = (entry["context"]?["via"]?.array ?? []).compactMap(\.string) + [hub]
            if via.contains(own) { ringCount += 1 }
            if let reason = Listing.reason(against: name, via, own: own, link, sources) {
                refused[name] = reason
                continue
            }
            if let reason = excess(of: entry, name, sources, &room) {
                refused[name] = reason
                unknown.insert(name)
                continue
            }
            let before = sources.mirrored[name]?.state ?? sources.paused[name]?.state
            accept(entry, name, via, link, before, selector)
        }
    }

    /// Returns the reason why there is no room for a source; `nil` if there is.
    private mutating func excess(
        of entry: JSON, _ name: SourceName, _ sources: Sources, _ room: inout MirrorRoom
    ) -> String? {
        let size = entry.bytes.count
        guard size <= MirrorRoom.mostOfSource else {
            return "has a description and a state of \(size) bytes, more than \(MirrorRoom.mostOfSource)"
        }
        let isKnown = sources.mirrored[name] != nil || names.contains(name)
        guard isKnown || free > 0 else {
            return "is beyond the \(MirrorRoom.mostSources) sources of other almanacs"
        }
        guard room.add(name, size: size) else {
            return "is beyond the \(MirrorRoom.most) bytes of descriptions and states of a link"
        }
        if !isKnown { free -= 1 }
        return nil
    }

    private mutating func accept(
        _ entry: JSON, _ name: SourceName, _ via: [String], _ link: SourceName, _ before: SourceState?,
        _ selector: Selector
    ) {
        let runtime = entry["runtime"] ?? .object([])
        var context = (entry["context"]?.object ?? []).filter { $0.name != "link" && $0.name != "via" }
        context.append(.init("link", .string(link.text)))
        context.append(.init("via", .array(via.map(JSON.string))))
        var state = before ?? SourceState(name: name.text)
        state.mirror = .init(
            link: link.text, context: JSON.object(context).bytes, health: state.mirror?.health ?? .empty)
        state.apply(runtime)
        guard let source = MirroredSource(state) else {
            guard let kind = entry["context"]?["kind"]?.string else { return unreadable += 1 }
            // A link of the other almanac, or a service that is queried, has no records to mirror.
            guard Kind(rawValue: kind) == nil else { return }
            refused[name] = "is of Kind=\(kind), which is unknown here"
            unknown.insert(name)
            return
        }
        guard selector.matches(source.definition) else { return unreadable += 1 }
        source.apply(runtime)
        names.insert(name)
        accepted.append((source, runtime))
    }

    /// Returns the reason why a source is not mirrored; `nil` if it is.
    private static func reason(
        against name: SourceName, _ via: [String], own: String, _ link: SourceName, _ sources: Sources
    ) -> String? {
        if via.contains(own) { return "comes from this almanac itself: the links form a ring" }
        if via.count > longestChain { return "came through more than \(longestChain) almanacs" }
        if sources.running[name] != nil || sources.faults[name] != nil {
            return "is defined on this machine, and that definition is used"
        }
        guard let other = sources.mirrored[name]?.link, other != link else { return nil }
        return "is mirrored through \(other) already"
    }
}
