import Fetching
import Glibc
import Programs
import Records
import Rhythm

/// Replays recorded publications, and prints the delays of a learned rhythm and of a timer.
struct Rehearsing {
    private let file: String
    private let requests: String

    init(_ file: String, requests: String?) {
        self.file = file
        self.requests = requests ?? "24/d"
    }

    /// Prints the requests and the delays of the two, and the ratio of their mean delays.
    ///
    /// - Returns: The exit status: 64 if the budget is wrong, 65 if the file is, 74 if it cannot be opened.
    func run() -> CInt {
        guard requests.hasSuffix("/d"), let count = Int(requests.dropLast(2)),
            let budget = RequestBudget(requestsPerDay: count)
        else {
            complain("\(requests) is not a number of requests a day such as 72/d, 1...86400")
            return ExitStatus.usage
        }
        guard let bytes else { return ExitStatus.inputOutput }
        do throws(RhythmError) {
            let times = try RecordedPublication.read(bytes, usesAvailability: false)
            return show(Rehearsal(times, budget: budget))
        } catch {
            complain("\(file): \(error)")
            return ExitStatus.data
        }
    }

    private var bytes: [UInt8]? {
        let descriptor = open(file, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            complain("cannot open \(file): \(String(cString: strerror(errno)))")
            return nil
        }
        defer { close(descriptor) }
        do {
            let reader = FileReader(maximumBytes: 1 << 28)
            var bytes: [UInt8] = []
            let document = try reader.read(from: descriptor, name: file, received: UTC(seconds: 0))
            try document.body.forEachSlice { slice in
                slice.withUnsafeBytes { bytes += $0 }
            }
            return bytes
        } catch {
            let reason = (error as? FetchFailure)?.message ?? "\(error)"
            complain("cannot read \(file): \(reason)")
            return nil
        }
    }

    private func show(_ rehearsal: Rehearsal) -> CInt {
        guard let model = rehearsal.model(), let timer = rehearsal.timer(), timer.count > 0 else {
            complain("\(file): two publications at different times are needed")
            return ExitStatus.data
        }
        let rows = [("learned", model), ("timer", timer)]
        say(line("", ["requests/d", "worst 24 h", "useless", "shortest s", "longest s"]))
        for (name, score) in rows { say(line(name, numbers(of: score))) }
        say("")
        say(line("delays", ["n", "mean s", "median s", "p95 s", "max s"]))
        for (name, score) in rows { say(line(name, numbers(of: score.all))) }
        guard model.specials.count > 0, model.routine.count > 0 else { return conclude(model, timer) }
        for (name, score) in rows { say(line("\(name), routine", numbers(of: score.routine))) }
        for (name, score) in rows { say(line("\(name), special", numbers(of: score.specials))) }
        return conclude(model, timer)
    }

    private func conclude(_ model: RehearsalScore, _ timer: RehearsalScore) -> CInt {
        say("")
        say("ratio of the mean delays " + decimal(model.mean / max(timer.mean, 0.001), digits: 3))
        return ExitStatus.success
    }

    private func numbers(of score: RehearsalScore) -> [String] {
        [
            decimal(score.requestsPerDay, digits: 1), "\(Int(score.worstDay))",
            decimal(score.uselessShare, digits: 3), decimal(score.shortestPause, digits: 1),
            decimal(score.longestPause, digits: 1),
        ]
    }

    private func numbers(of delays: RehearsalDelays) -> [String] {
        ["\(delays.count)"]
            + [delays.mean, delays.median, delays.percentile95, delays.longest].map { decimal($0, digits: 1) }
    }

    /// Returns a name and values in columns.
    private func line(_ name: String, _ values: [String]) -> String {
        name + String(repeating: " ", count: 16 - name.utf8.count)
            + values.map { String(repeating: " ", count: max(1, 12 - $0.utf8.count)) + $0 }.joined()
    }

    private func decimal(_ value: Double, digits: Int) -> String {
        let scale = digits == 1 ? 10.0 : 1000.0
        let scaled = Int((value * scale).rounded())
        let fraction = String(scaled % Int(scale))
        return "\(scaled / Int(scale))." + String(repeating: "0", count: digits - fraction.count) + fraction
    }
}
