import Fetching
import Records
import Storing

extension Sources {
    /// All names, sorted.
    var names: [SourceName] { Set(running.keys).union(paused.keys).union(faults.keys).sorted() }

    /// How a source is doing, for the interface; `nil` when there is none of that name.
    func runtime(of name: SourceName) -> JSON? {
        if let source = running[name] {
            return SourceReport.runtime(
                told(source.state), source.health, attempt: source.attempt, steps: source.steps,
                next: source.request.nextAttempt)
        }
        guard paused[name] != nil || faults[name] != nil else { return nil }
        let state = told(paused[name]?.state ?? SourceState(name: name.text))
        let health = Health(state, at: wall(), isPaused: paused[name] != nil)
        return SourceReport.runtime(state, health, attempt: nil, next: nil)
    }

    /// A state, with what is wrong with its definition where nothing else is.
    private func told(_ state: SourceState) -> SourceState {
        guard state.failure == nil, let name = SourceName(state.name), let fault = faults[name] else {
            return state
        }
        var told = state
        told.failure = .init(reason: Reason.configuration.rawValue, message: "\(fault)", at: wall())
        return told
    }

    /// How many there are.
    var count: Int {
        // None is both running and paused.
        running.count + paused.count + faults.keys.count { running[$0] == nil && paused[$0] == nil }
    }

    /// The names of those that a selector wants, sorted.
    func names(wantedBy selector: Selector) -> [String] {
        names.filter { isWanted($0, by: selector) }.map(\.text)
    }

    /// How many records all sources have.
    var recordCount: Int {
        running.values.reduce(0) { $0 + $1.state.recordCount }
            + paused.values.reduce(0) { $0 + $1.state.recordCount }
    }

    /// The largest file for everybody in which the records of a source may stand, bytes; 0 when they stand in none.
    ///
    /// A file of more than 16 MiB must be asked for.
    func publishedBytes(of name: String) -> Int {
        guard let name = SourceName(name), let definition = definition(of: name) else { return 16 << 20 }
        guard definition.setting("Publish") != nil else {
            return definition.isOn("Cache", default: true) ? 16 << 20 : 0
        }
        return definition.isOn("Publish") ? .max : 0
    }

    /// Whether a selector wants anything of a source, by name; one that is gone altogether is judged by that alone.
    func isWanted(_ name: String, by selector: Selector) -> Bool {
        SourceName(name).map { isWanted($0, by: selector) } ?? false
    }

    /// A source as the interface tells of it; `nil` when there is none of that name.
    func report(on name: SourceName) -> JSON? {
        runtime(of: name).map { runtime in
            let context =
                definition(of: name).map(SourceReport.context) ?? .members(["name": .string(name.text)])
            return ["context": context, "runtime": runtime]
        }
    }

    /// The definition of a source, also of one that is paused, as long as it is remembered.
    func definition(of name: SourceName) -> Definition? {
        running[name]?.definition ?? paused[name]?.definition
    }

    private func isWanted(_ name: SourceName, by selector: Selector) -> Bool {
        definition(of: name).map { selector.matches($0) } ?? selector.matches(name: name.text)
    }
}
