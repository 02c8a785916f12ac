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

    /// Prints one line for each of the two, and the ratio of their mean delays.
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
        say("        requests/d  worst 24 h    mean s  median s     p95 s     max s")
        say("learned" + row(model))
        say("timer  " + row(timer))
        say("ratio of the mean delays " + decimal(model.mean / max(timer.mean, 0.001), digits: 3))
        return ExitStatus.success
    }

    private func row(_ score: RehearsalScore) -> String {
        let values = [
            (score.requestsPerDay, 11), (score.worstDay, 12), (score.mean, 10), (score.median, 10),
            (score.percentile95, 10), (score.longest, 10),
        ]
        return values.map { value, width in
            let text = decimal(value, digits: 1)
            return String(repeating: " ", count: max(1, width - text.utf8.count)) + text
        }.joined()
    }

    private func decimal(_ value: Double, digits: Int) -> String {
        let scale = digits == 1 ? 10.0 : 1000.0
        let scaled = Int((value * scale).rounded())
        let fraction = String(scaled % Int(scale))
        return "\(scaled / Int(scale))." + String(repeating: "0", count: digits - fraction.count) + fraction
    }
}
