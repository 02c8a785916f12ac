package import Definitions
package import Records
import Storing
import Tables

extension Sources {
    /// Returns the members that records of some sources can have or have had.
    ///
    /// - Parameter names: The names of the sources.
    /// - Returns: Their members; without any source, no name is unknown.
    package func members(of names: [String]) -> MemberNames {
        var members = MemberNames()
        for name in names { add(name, to: &members, depth: 0) }
        if names.isEmpty { members.addUndecided() }
        return members
    }

    /// Returns the definitions of a source and of those that it joins, which may be joins themselves.
    package func definitions(behind name: SourceName) -> [SourceName: Definition] {
        var found: [SourceName: Definition] = [:]
        var names: Set = [name]
        for _ in 0...RecordSchema.deepest {
            let new = names.compactMap { name in definition(of: name).map { (name, $0) } }
            found.merge(new) { first, _ in first }
            names = Set(new.flatMap(\.1.sides))
        }
        return found
    }

    private func add(_ name: String, to members: inout MemberNames, depth: Int) {
        guard let name = SourceName(name),
            let state = running[name]?.state ?? paused[name]?.state ?? mirrored[name]?.state
        else {
            return members.addUndecided()
        }
        let definition = definition(of: name)
        if let kind = definition?.kind, kind.vocabulary != nil { return members.add(kind) }
        // A source may be joined with itself.
        if depth < 4, let definition, definition.kind == .join,
            let join = try? JoinFormat(definition.options)
        {
            add(join.left.text, to: &members, depth: depth + 1)
            var right = MemberNames()
            add(join.right.text, to: &right, depth: depth + 1)
            return members.add(right, prefix: join.prefix)
        }
        let seen = ShapeHistory(state.shapes).seen
        if seen.isEmpty { members.addUndecided() } else { members.add(seen) }
    }
}
