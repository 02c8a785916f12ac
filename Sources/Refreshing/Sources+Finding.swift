package import Definitions
import Fetching
package import Records
import Storing

extension Sources {
    /// The names of all sources, sorted.
    package var names: [SourceName] {
        Set(running.keys).union(paused.keys).union(mirrored.keys).union(faults.keys).sorted()
    }

    /// Returns the state of a source as the interface sends it; `nil` if there is no source of that name.
    package func runtime(of name: SourceName) -> JSON? {
        if let source = running[name] {
            return source.runtime(in: withDefinitionFault(source.state), steps: source.steps)
        }
        if let source = mirrored[name] { return runtime(of: source) }
        guard var state = idleState(of: name) else { return nil }
        state.notes += requests[name.text]?.deliveryNotes ?? []
        return SourceReport.runtime(state, idleHealth(of: name, state), attempt: nil, next: nil)
    }

    /// Returns the phases of a source as the interface sends them; none if there is no source of that name.
    package func phases(of name: SourceName) -> JSON {
        (running[name]?.state ?? paused[name]?.state ?? mirrored[name]?.state).map(SourceReport.phases) ?? []
    }

    /// Returns the state of a source that is paused, or named only by a definition that cannot be used; `nil`
    /// if there is no such source.
    func idleState(of name: SourceName) -> SourceState? {
        guard paused[name] != nil || faults[name] != nil else { return nil }
        return withDefinitionFault(paused[name]?.state ?? SourceState(name: name.text))
    }

    /// Returns the health of a source that does not run; it is not paused if it has a definition, though one
    /// that cannot be used.
    func idleHealth(of name: SourceName, _ state: SourceState) -> Health {
        Health(state, at: wall(), isPaused: faults[name] == nil)
    }

    /// Returns the state, with the fault of its definition if that is in the way: nothing but a better
    /// definition lets a source begin, while a running one has its own failures.
    func withDefinitionFault(_ state: SourceState) -> SourceState {
        guard !faults.isEmpty, let name = SourceName(state.name), let skipped = faults[name],
            state.failure == nil || running[name] == nil
        else { return state }
        var faulty = state
        faulty.failure = skipped.failure
        return faulty
    }

    /// Returns the definitions of a catalogue that cannot be used, with the moments since which they cannot.
    func skipped(in catalogue: Catalogue) -> [SourceName: SkippedDefinition] {
        let now = wall()
        let faults = catalogue.faults.compactMap { fault in fault.name.map { ($0, fault) } }
        return Dictionary(
            faults.map { name, fault in
                let known = self.faults[name].flatMap { $0.fault.error == fault.error ? $0.since : nil }
                return (name, SkippedDefinition(fault: fault, since: known ?? now))
            }, uniquingKeysWith: { $1 })
    }

    /// Whether a source is kept fresh, here or by another almanac.
    package func isKept(_ name: String) -> Bool {
        SourceName(name).map { running[$0] != nil || mirrored[$0] != nil } ?? false
    }

    /// The number of sources.
    package var count: Int {
        // No source is both running and paused or mirrored.
        running.count + paused.count + mirrored.count
            + faults.keys.count { running[$0] == nil && paused[$0] == nil && mirrored[$0] == nil }
    }

    /// Returns the names of the sources that match a selector, sorted.
    package func names(wantedBy selector: Selector) -> [String] {
        names.filter { isWanted($0, by: selector) }.map(\.text)
    }

    /// Returns the number of records of these sources.
    package func recordCount(of names: [String]) -> Int {
        names.compactMap { SourceName($0) }.reduce(0) { $0 + recordCount(of: $1) }
    }

    /// Returns the number of records of a source; 0 if there is no source of that name.
    func recordCount(of name: SourceName) -> Int {
        let state = running[name]?.state ?? paused[name]?.state ?? mirrored[name]?.state
        return state?.recordCount ?? 0
    }

    /// Returns how a source is published.
    package func publishing(of name: String) -> Publishing {
        SourceName(name).flatMap(definition(of:))?.publishing ?? .standard
    }

    /// Whether a source matches a selector; a source that was removed is matched by its name alone.
    package func isWanted(_ name: String, by selector: Selector) -> Bool {
        SourceName(name).map { isWanted($0, by: selector) } ?? false
    }

    /// Returns the description of a source as the interface sends it; `nil` if there is no source of that
    /// name.
    package func report(on name: SourceName) -> JSON? {
        guard let runtime = runtime(of: name), let context = context(of: name) else { return nil }
        return ["context": context, "runtime": runtime]
    }

    /// Returns the content of a source's definition as the interface sends it; `nil` if there is no source of
    /// that name.
    package func context(of name: SourceName) -> JSON? {
        let known =
            mirrored[name]?.context
            ?? definition(of: name).map { SourceReport.context($0, at: running[name]?.position) }
            ?? faults[name]?.context
        return known ?? (paused[name] == nil ? nil : .members(["name": .string(name.text)]))
    }

    /// Returns the definition of a running or paused source; `nil` if none is known.
    package func definition(of name: SourceName) -> Definition? {
        running[name]?.definition ?? paused[name]?.definition ?? mirrored[name]?.definition
    }

    private func isWanted(_ name: SourceName, by selector: Selector) -> Bool {
        definition(of: name).map { selector.matches($0) } ?? faults[name].map { selector.matches($0.fault) }
            ?? selector.matches(name: name.text)
    }
}
