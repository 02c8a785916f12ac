import Definitions
import Records
import Refreshing
import Storing

/// The sources that another almanac offers, and which of them are mirrored here.
struct Listing {
    /// The mirrored sources, with the description and the state that the other almanac states.
    private(set) var accepted: [(source: MirroredSource, runtime: JSON)] = []
    /// The sources that are not mirrored, by name, with the reason.
    private(set) var refused: [SourceName: String] = [:]
    /// The number of sources that come from this almanac itself.
    private(set) var ringCount = 0

    /// The greatest number of almanacs between the one that fetches a source and this one.
    private static let longestChain = 16

    /// The names of the accepted sources.
    var names: Set<SourceName> { Set(accepted.map(\.source.name)) }

    /// Remarks for the state of the link, in the order of names.
    var notes: [String] {
        let all = refused.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        let most = 20
        return all.count <= most ? all : all.prefix(most) + ["and \(all.count - most) more are not mirrored"]
    }

    /// Reads the answer to ListSources.
    ///
    /// - Parameters:
    ///   - json: The answer.
    ///   - hub: The identity of the almanac that answered.
    ///   - own: The identity of this almanac.
    ///   - link: The source whose connection it is.
    ///   - sources: The sources of this almanac.
    init(_ json: JSON, from hub: String, to own: String, link: SourceName, sources: Sources) {
        for entry in json["sources"]?.array ?? [] {
            guard let name = entry["context"]?["name"]?.string.flatMap({ SourceName($0) }) else { continue }
            let via = (entry["context"]?["via"]?.array ?? []).compactMap(\.string) + [hub]
            if via.contains(own) { ringCount += 1 }
            if let reason = Listing.reason(against: name, via, own: own, link, sources) {
                refused[name] = reason
                continue
            }
            let before = sources.mirrored[name]?.state ?? sources.paused[name]?.state
            accept(entry, name, via, link, before)
        }
    }

    private mutating func accept(
        _ entry: JSON, _ name: SourceName, _ via: [String], _ link: SourceName, _ before: SourceState?
    ) {
        let runtime = entry["runtime"] ?? .object([])
        var context = (entry["context"]?.object ?? []).filter { $0.name != "link" && $0.name != "via" }
        context.append(.init("link", .string(link.text)))
        context.append(.init("via", .array(via.map(JSON.string))))
        var state = before ?? SourceState(name: name.text)
        state.mirror = .init(
            link: link.text, context: JSON.object(context).bytes, health: state.mirror?.health ?? .empty)
        state.take(runtime)
        guard let source = MirroredSource(state) else {
            // A link of the other almanac, or a service that is queried, has no records to mirror.
            let kind = entry["context"]?["kind"]?.string ?? ""
            if Kind(rawValue: kind) == nil { refused[name] = "is of Kind=\(kind), which is unknown here" }
            return
        }
        source.statedGeneration = runtime["generation"]?.int
        source.next = runtime["nextUSec"]?.int.map { UTC(microseconds: Int64($0)) }
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
