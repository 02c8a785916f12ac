public import Records

/// The meaning of a message's absence from an answer: `Absence=` of a definition.
public enum AlertAbsence: Hashable, Sendable {
    /// It means the end at once.
    case end
    /// It means the end once a second answer confirms it, this long after the first; an empty one `empty`
    /// after it.
    case confirmed(after: Duration, empty: Duration)
    /// It means nothing: the alert stays until its end, or, without one, for a day.
    case nothing

    /// The time that an alert without an end stays after it was last confirmed.
    static let patience = Duration.seconds(86_400)

    /// The default for an upstream.
    public static let standard = confirmed(after: .seconds(300), empty: .seconds(900))

    /// Reads `Absence=` and `Keep=` of a definition.
    ///
    /// - Throws: `OptionError` if `Absence=` cannot be read.
    public init(_ options: Options) throws(OptionError) {
        let isLocal = options.last(in: "Source", named: "Path") != nil
        let stated = options.last(in: "Alert", named: "Absence")
        guard let absence = stated.map({ AlertAbsence($0.value) }) ?? (isLocal ? .end : .standard) else {
            throw OptionError(
                stated!, "is not end, nothing, or one or two time spans such as 5min 15min")
        }
        let keep = options.last(in: "Source", named: "Keep").map(\.value) ?? "none"
        self = absence.keeping(keep)
    }

    /// Reads `end`, `nothing`, or the times until the end, for other answers and for empty ones.
    private init?(_ text: String) {
        let words = text.split(separator: " ").map(String.init)
        switch words {
        case ["end"]: self = .end
        case ["nothing"]: self = .nothing
        default:
            let spans = words.compactMap(TimeSpan.parse)
            guard (1...2).contains(words.count), spans.count == words.count, let first = spans.first else {
                return nil
            }
            self = .confirmed(after: first, empty: max(first, spans.last ?? first))
        }
    }

    /// Returns the meaning with the retention of `Keep=`, which only extends the time.
    private func keeping(_ keep: String) -> AlertAbsence {
        if keep == "none" || self == .nothing { return self }
        guard
            let age = keep.split(separator: " ").lazy.map(String.init).filter({ Int($0) == nil })
                .compactMap(TimeSpan.parse).first
        else { return .nothing }
        guard case .confirmed(let after, let empty) = self else { return .confirmed(after: age, empty: age) }
        return .confirmed(after: max(after, age), empty: max(empty, age))
    }

    /// Whether an answer ends an alert that earlier answers already lacked.
    ///
    /// - Parameters:
    ///   - since: When the first of these answers arrived.
    ///   - now: When this one arrived.
    ///   - isEmpty: Whether this one contains no alert.
    /// - Returns: Whether it has ended.
    func ends(missingSince since: UTC, at now: UTC, isEmpty: Bool) -> Bool {
        switch self {
        case .end: true
        case .confirmed(let after, let empty): now - since >= (isEmpty ? empty : after)
        case .nothing: false
        }
    }
}
