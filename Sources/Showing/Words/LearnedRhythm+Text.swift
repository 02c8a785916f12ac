import AlmanacValues
import Records

extension LearnedRhythm {
    /// The rhythm as a sentence: `publishes about 3 min after :51; polled 74 times a day, seen 40 s after
    /// publication on average; next at 14:54:10Z`.
    ///
    /// - Parameters:
    ///   - next: The time of the next attempt; `nil` if none is planned.
    ///   - paper: The paper that says in which zone times are.
    /// - Returns: The sentence, without a full stop.
    func text(next: UTC?, on paper: Paper) -> String {
        var parts = [habit(on: paper), "polled \(times) a day"]
        if let averageDelay { parts[1] += ", seen \(span(averageDelay)) after publication on average" }
        parts += next.map { ["next at \(paper.zone.clock($0))"] } ?? []
        return parts.joined(separator: "; ")
    }

    /// The rhythm in a few characters: `:51 +3 min`, or the period if no time stands out; empty if nothing is
    /// learned.
    func mark(on paper: Paper) -> String {
        guard isLearned, let period else { return "" }
        guard let moment = moment(on: paper) else { return "every \(span(period))" }
        return moment + (delay.map { " +\($0)" } ?? "")
    }

    private func habit(on paper: Paper) -> String {
        guard isLearned, let period else { return "no rhythm learned" }
        guard let moment = moment(on: paper) else { return "publishes about every \(span(period))" }
        return "publishes " + (delay.map { "about \($0) after " } ?? "at about ") + moment
    }

    /// The usual publication in words: `usually published at :51, seen 3 min later`; `nil` if no time stands
    /// out.
    func usual(on paper: Paper) -> String? {
        guard isLearned, let moment = moment(on: paper) else { return nil }
        return "usually published at \(moment)" + (delay.map { ", seen \($0) later" } ?? "")
    }

    /// The lag in words; `nil` if it is unknown or too short to matter.
    private var delay: String? { lag.flatMap { $0 < .seconds(30) ? nil : span($0) } }

    private var times: String {
        let count = requestsPerDay < 10 ? (requestsPerDay * 10).rounded() / 10 : requestsPerDay.rounded()
        let text = count == count.rounded() ? "\(Int(count))" : "\(count)"
        return text == "1" ? "once" : "\(text) times"
    }

    /// The usual time of publication: `:51`, `:20 and :50`, `02:51Z, every 3 h`, `14:30Z`, `Mon 14:30Z`;
    /// minutes name the zone only if its hours begin at other moments than those of UTC. Returns `nil` if
    /// no time stands out.
    private func moment(on paper: Paper) -> String? {
        guard let period, let phase else { return nil }
        let length = max(1, period.microseconds / 1_000_000)
        // Weeks start on Monday; the epoch was a Thursday. The zone's offset of this period is the expected
        // one.
        let first: Int64 = length > 86_400 ? -3 * 86_400 : 0
        let start = paper.now.seconds / length * length + first
        let moment = UTC(seconds: start) + phase
        let minute = paper.zone.fields(moment).minute
        let mark = paper.zone.offset(at: moment) % 3600 == 0 ? "" : paper.zone.mark(moment)
        switch length {
        case ...1800: return ":\(twoDigits(minute % 30)) and :\(twoDigits(minute % 30 + 30))" + mark
        case ...3600: return ":\(twoDigits(minute))" + mark
        case ..<86_400: return "\(paper.zone.time(moment)), every \(span(period))"
        case 86_400: return paper.zone.time(moment)
        default: return "\(paper.zone.weekday(moment)) \(paper.zone.time(moment))"
        }
    }
}
