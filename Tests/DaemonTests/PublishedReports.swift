import Glibc
import Records

/// The reports of a station in a week, as its upstream published them.
struct PublishedReports {
    /// The times that the reports state, in order.
    let stamps: [UTC]

    /// Reads the times of a station in the corpus: seconds since 1970, one per line.
    init(of station: String) {
        let folder = #filePath.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" } + "/Corpus"
        let text = Folder(at: folder).read("rhythm-\(station).txt") ?? ""
        stamps = text.split(separator: "\n").compactMap { Int64($0) }.map { UTC(seconds: $0) }
    }

    /// The moment at which the upstream offers a report: two to four minutes after the time that it states.
    func availability(_ index: Int) -> UTC {
        let hash = RecordHash(Array("\(stamps[index].seconds)".utf8)).low
        return stamps[index] + .seconds(Int64(120 + hash % 120))
    }

    /// The index of the newest report that the upstream offers at a moment; `nil` if it offers none yet.
    func newest(at moment: UTC) -> Int? { stamps.indices.last { availability($0) <= moment } }

    /// Returns the average delay, in seconds, from the availability of a report to the request that finds it or
    /// a newer one; `nil` without any found report.
    func averageDelay(of requests: [UTC]) -> Double? {
        var delays: [Double] = []
        var next = 0
        for index in stamps.indices where availability(index) >= requests.first ?? stamps[index] {
            while next < requests.count, requests[next] < availability(index) { next += 1 }
            guard next < requests.count else { break }
            delays.append(Double((requests[next] - availability(index)).microseconds) / 1_000_000)
        }
        return delays.isEmpty ? nil : delays.reduce(0, +) / Double(delays.count)
    }
}
