package import Definitions
package import Records
import Rhythm
import Storing

/// The sources that other almanacs keep fresh.
extension Sources {
    /// Adds a mirrored source, or replaces its state; publishes the state if its health, failure reason or
    /// description changed.
    package func mirror(_ source: MirroredSource) {
        let isRedescribed = mirrored[source.name].map { $0 !== source && $0.context != source.context }
        if isRedescribed ?? false { markRedefined(source.name) }
        recordCount += source.state.recordCount - recordCount(of: source.name)
        paused[source.name] = nil
        mirrored[source.name] = source
        publish(source)
    }

    /// Records that the connection of a source to another almanac works, or is lost.
    package func setLink(_ name: SourceName, isConnected: Bool) {
        lostLinks[name] = isConnected ? nil : lostLinks[name] ?? (connected.contains(name) ? wall() : start)
        if isConnected { connected.insert(name) }
        for source in mirrored.values.sorted(by: { $0.name < $1.name }) where source.link == name {
            publish(source)
        }
    }

    /// Returns the names of the sources that a connection mirrors, sorted.
    package func names(mirroredBy link: SourceName) -> [SourceName] {
        mirrored.values.filter { $0.link == link }.map(\.name).sorted()
    }

    /// Returns the mirrored sources that match a selector, sorted, by the source whose connection delivers
    /// them.
    package func mirrored(wantedBy selector: Selector) -> [SourceName: [SourceName]] {
        let wanted = mirrored.values.filter { selector.matches($0.definition) }
        return Dictionary(grouping: wanted, by: \.link).mapValues { $0.map(\.name).sorted() }
    }

    /// Returns the state of a mirrored source as the interface sends it.
    func runtime(of source: MirroredSource) -> JSON {
        var state = withDefinitionFault(source.state)
        let loss = loss(of: source.link)
        if loss != nil {
            state.notes.append("there is no connection through \(source.link); the last good state")
        }
        if isSelective(source.link), !Sources.standAlone.contains(source.definition.kind) {
            state.notes.append("\(source.link) mirrors only some records: Keys=, Where= or Near=")
        }
        return SourceReport.runtime(
            state, health(of: source), attempt: nil,
            next: loss == nil ? source.next : nil, rhythm: source.rhythm, overdue: overdue(of: source))
    }

    /// The kinds of which a record says all about its station or place, so that the others are not missed.
    private static let standAlone: Set<Kind> = [.metar, .taf, .winds, .report, .forecast]

    /// Whether a connection delivers only some of the records of its sources.
    private func isSelective(_ link: SourceName) -> Bool {
        let entries = running[link]?.definition.options.entries ?? []
        return entries.contains { $0.section == "Mirror" && ["Keys", "Where", "Near"].contains($0.name) }
    }

    /// Assigns sources to connections after definitions changed: a paused source whose connection is defined
    /// is mirrored again, and a mirrored source whose connection has no definition is paused.
    func assignMirrored() {
        for (name, source) in paused where faults[name] == nil {
            guard let mirrored = MirroredSource(source.state), isLink(mirrored.link) else { continue }
            mirror(mirrored)
        }
        for (name, source) in mirrored where !isLink(source.link) && faults[source.link] == nil {
            mirrored[name] = nil
            paused[name] = Paused(source.state, source.definition)
            publish(name, .paused, nil) { [unowned self] in runtime(of: name) ?? .null }
        }
    }

    private func isLink(_ name: SourceName) -> Bool { running[name]?.definition.kind == .almanac }

    /// Returns the moment since which a connection is lost; `nil` while it works.
    private func loss(of link: SourceName) -> UTC? {
        connected.contains(link) ? lostLinks[link] : lostLinks[link] ?? start
    }

    /// Returns the health of a mirrored source.
    func health(of source: MirroredSource) -> Health {
        source.health(at: wall(), lostSince: loss(of: source.link))
    }

    /// Returns the publication that is missing, as the other almanac states it; `nil` without a connection.
    private func overdue(of source: MirroredSource) -> Overdue? {
        loss(of: source.link) == nil && health(of: source) == .fresh ? source.rhythm?.overdue : nil
    }

    func publish(_ source: MirroredSource) {
        let health = health(of: source)
        let reason = withDefinitionFault(source.state).failure?.reason
        publish(source.name, health, reason, overdue: overdue(of: source)) { [unowned self] in
            runtime(of: source.name) ?? .null
        }
    }
}
