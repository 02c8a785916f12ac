/// A simulated provider of warnings, which has hosts of its own.
protocol WarningUpstream: AnyObject {
    /// The hosts that it answers for.
    var hosts: Set<String> { get }
    /// The definition of its source.
    var definition: (name: String, text: String) { get }
    /// The warnings that it publishes.
    var warnings: [Warning] { get }
    /// Whether a warning that its answers lack has ended, as this definition says.
    var isEndedByAbsence: Bool { get }

    /// Answers a request at a moment, in seconds since 1970.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - now: The moment.
    ///   - seen: Receives what the daemon learns from the answer.
    /// - Returns: The answer.
    func answer(_ request: HTTPRequest, at now: Int64, _ seen: WarningCheck) -> WarningAnswer
}

/// The answer of a provider.
struct WarningAnswer {
    let status: Int
    var fields: [String] = []
    var body: [UInt8] = []

    /// There is no such document.
    static let missing = WarningAnswer(status: 404)

    /// A document with a validator; without content for a client that has it.
    init(_ bytes: [UInt8], tag: String, _ type: String, for request: HTTPRequest) {
        let isKnown = request.header("If-None-Match") == "\"\(tag)\""
        status = isKnown ? 304 : 200
        body = isKnown ? [] : bytes
        fields = ["ETag: \"\(tag)\"", "Content-Type: \(type)", "Content-Length: \(body.count)"]
    }

    private init(status: Int) {
        self.status = status
        fields = ["Content-Length: 0"]
    }
}

/// The times in which something lasts that begins by chance.
struct ChanceSpans {
    private var spans: [Range<Int64>] = []

    /// Invents times.
    ///
    /// - Parameters:
    ///   - range: The time in which they begin.
    ///   - pause: The mean time between two of them, in seconds.
    ///   - length: The greatest length, in seconds.
    ///   - chance: The random numbers.
    init(in range: Range<Int64>, pause: Int, length: Int, _ chance: inout Chance) {
        var start = range.lowerBound + Int64(chance.below(2 * pause))
        while start < range.upperBound {
            let end = start + 1 + Int64(chance.below(length))
            spans.append(start..<end)
            start = end + 1 + Int64(chance.below(2 * pause))
        }
    }

    /// Whether a moment is in one of them.
    func contains(_ moment: Int64) -> Bool { number(of: moment) != nil }

    /// The number of the one that a moment is in; `nil` if it is in none.
    func number(of moment: Int64) -> Int? {
        var (low, high) = (0, spans.count)
        while low < high {
            let middle = (low + high) / 2
            if spans[middle].upperBound <= moment { low = middle + 1 } else { high = middle }
        }
        return low < spans.count && spans[low].contains(moment) ? low : nil
    }
}
