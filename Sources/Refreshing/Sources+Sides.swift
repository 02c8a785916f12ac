import Definitions
import Records

/// The joins among the sources. A join goes on with the last records of a side that is not current; then it is
/// not current, either.
extension Sources {
    /// Adds a source that begins to the joins of its sides, if it is a join.
    func addJoin(_ source: Source) {
        for side in source.definition.sides { joins[side, default: []].insert(source.name) }
        source.lateSides = lateSides(of: source)
    }

    /// Publishes the joins for which it makes a difference that the state of a source has changed.
    func updateJoins(of side: SourceName) {
        for name in (joins[side] ?? []).sorted() {
            guard let join = running[name] else { continue }
            let late = lateSides(of: join)
            guard late != join.lateSides else { continue }
            join.lateSides = late
            markRedefined(name)
            publish(join)
        }
    }

    private func lateSides(of join: Source) -> [SourceName] {
        join.definition.sides.filter { health(of: $0) != .fresh }.sorted()
    }

    /// Returns the health of a source; `nil` if there is none of that name.
    private func health(of name: SourceName) -> Health? {
        if let source = running[name] { return source.health }
        if let source = mirrored[name] { return health(of: source) }
        return idleState(of: name).map { idleHealth(of: name, $0) }
    }
}
