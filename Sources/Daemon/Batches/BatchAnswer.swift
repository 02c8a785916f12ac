import Fetching
import Records

/// What came of a request that asked for several sources.
nonisolated struct BatchAnswer: Sendable {
    /// What it brought to the sources that it said something of, by name.
    var taken: [String: Result<Taken, FetchFailure>] = [:]
    /// The names of those of which what is stored is still the newest.
    var unchanged: Set<String> = []
    /// What to ask by the next time.
    var validators = Validators()
    /// How long it may be used.
    var freshness = Freshness()
    /// The moment that times without a month were read by; `nil` when there was no document.
    var reference: UTC?
    /// The document's size, bytes.
    var bytes = 0

    /// Whether everything in it is stored, so that it need not be seen again.
    var isWhole: Bool { taken.values.allSatisfy { if case .success = $0 { true } else { false } } }

    /// What it means for one source.
    ///
    /// - Parameter definition: The source.
    /// - Returns: What was stored or that nothing is new; the failure `empty` when the answer does not have it.
    func portion(of definition: Definition) -> Result<Asked, FetchFailure> {
        let name = definition.name.text
        if unchanged.contains(name) { return .success(.notModified(freshness)) }
        guard let result = taken[name] else {
            return .failure(
                FetchFailure(.empty, "the answer does not have \(definition.name.instance ?? name)"))
        }
        return result.map { taken in
            var acceptance = Acceptance(taken, decodingHash: definition.decodingHash)
            acceptance.reference = reference
            acceptance.bytes = bytes / max(1, self.taken.count)
            acceptance.freshness = freshness
            acceptance.validators = Validators()
            return .stored(acceptance)
        }
    }
}
