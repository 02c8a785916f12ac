/// The values and the end that a graph must have delivered once everything was available and requested.
///
/// Subscribers with limited demand, timed operators and several upstreams leave a choice of the values; the
/// forecast then says less.
struct FuzzForecast: Equatable {
    /// The part of the values that is known.
    enum Known {
        /// All, in order.
        case exactly
        /// All, but not their order.
        case inAnyOrder
        /// The last ones.
        case lastly
        /// The first ones; a failure may overtake the others.
        case atMost
        case nothing
    }

    /// How the graph ends.
    enum End {
        case finished
        case failed
        case never
        /// It finishes or fails.
        case either
        case unknown
    }

    var known: Known
    var values: [Int]
    var end: End
    /// Whether another subscription receives the same.
    var repeats = true

    static func nothing(_ end: End) -> FuzzForecast {
        FuzzForecast(known: .nothing, values: [], end: end, repeats: false)
    }

    /// Whether the values are known exactly, and a finish follows.
    var isComplete: Bool { known == .exactly && end == .finished }

    /// Whether all values are known, in any order, and the graph does not fail.
    var isWhole: Bool { known == .exactly || known == .inAnyOrder }

    /// Returns the same values, transformed, if a transformation of single values keeps what is known.
    func mapped(_ transform: (Int) -> Int) -> FuzzForecast {
        var result = self
        result.values = values.map(transform)
        return result
    }

    /// Returns what a function of the whole list gives; it must be known exactly.
    func listed(_ transform: ([Int]) -> [Int]) -> FuzzForecast {
        guard known == .exactly else { return .nothing(end) }
        var result = self
        result.values = transform(values)
        return result
    }

    /// Returns what remains known when a failure may overtake values.
    var overtaken: FuzzForecast {
        guard end != .finished, end != .never else { return self }
        var result = self
        result.known = known == .exactly || known == .atMost ? .atMost : .nothing
        return result
    }

    /// Returns a description of the difference to what was seen; `nil` if there is none.
    func contradiction(_ seen: [Int], _ end: End?) -> String? {
        if !agrees(end) { return "ends with \(end.map { "\($0)" } ?? "nothing"), not \(self.end)" }
        let isRight =
            switch known {
            case .exactly: seen == values
            case .inAnyOrder: seen.sorted() == values.sorted()
            case .lastly: seen.suffix(values.count) == values[...]
            case .atMost: values.starts(with: seen)
            case .nothing: true
            }
        return isRight ? nil : "delivers \(seen), not \(known) \(values)"
    }

    private func agrees(_ seen: End?) -> Bool {
        switch end {
        case .finished, .failed: seen == end
        case .never: seen == nil
        case .either: seen != nil
        case .unknown: true
        }
    }
}
