package import Records

/// The members that records of some sources can have or have had.
package nonisolated struct MemberNames: Sendable {
    private var kinds: Set<Kind> = []
    private var seen: Set<String> = []
    private var isUndecided = false

    /// Creates the names of no source.
    package init() {}

    /// The names to suggest instead of an unknown one, sorted.
    package var all: [String] {
        kinds.reduce(seen) { $0.union($1.vocabulary ?? []) }.sorted { $0.precedes($1) }
    }

    /// Adds the members of sources of a kind that has a vocabulary.
    package mutating func add(_ kind: Kind) { kinds.insert(kind) }

    /// Adds top-level members that records have had.
    package mutating func add(_ names: some Sequence<String>) { seen.formUnion(names) }

    /// Adds the members of another source, with a prefix before each name.
    package mutating func add(_ other: MemberNames, prefix: String) {
        kinds.formUnion(other.kinds)
        isUndecided = isUndecided || other.isUndecided
        seen.formUnion(other.all.map { prefix + $0 })
        seen.formUnion(other.seen)
    }

    /// Adds a source of which nothing is known, so that no name is unknown.
    package mutating func addUndecided() { isUndecided = true }

    /// Whether a record may have the field: records of a kind can, or a record has had its first step.
    package func knows(_ field: FieldPath) -> Bool {
        isUndecided || seen.contains(field.text) || field.steps.first.map(seen.contains) ?? true
            || kinds.contains { $0.canHave(field) }
    }

    /// Returns the most similar known field.
    ///
    /// - Parameter field: A field that is not known.
    /// - Returns: Its name or dotted path; `nil` if none is similar.
    package func nearest(to field: FieldPath) -> String? { similar(to: field).first }

    /// Returns the end of a message about a field that is not known: `; did you mean county?`.
    package func suggestion(for field: FieldPath) -> String { similar(to: field).suggestion }

    private func similar(to field: FieldPath) -> [String] {
        let names = all
        if field.isName { return names.nearest(to: field.text, limit: 3) }
        var steps = field.steps
        for (index, step) in steps.enumerated() where !names.contains(step) && !MemberNames.hasDigit(step) {
            guard let name = names.nearest(to: step) else { return [] }
            steps[index] = name
        }
        return steps == field.steps ? [] : [steps.joined(separator: ".")]
    }

    /// Whether a step of a path has a digit.
    static func hasDigit(_ step: String) -> Bool { step.utf8.contains(where: \.isDigit) }
}
