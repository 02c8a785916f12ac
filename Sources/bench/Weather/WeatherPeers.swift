import Glibc
import Records

/// Other decoders of weather reports, run by `Peers/weather.sh` on the same reports.
enum WeatherPeers {
    /// One decoder.
    struct Peer {
        /// The name of its package.
        let package: String
        /// The version of its package.
        let version: String
        /// Its speed in reports per second of CPU time.
        let speed: Double
    }

    /// Runs the decoders.
    ///
    /// - Parameters:
    ///   - kind: `metar` or `taf`.
    ///   - reports: The reports, one per line.
    ///   - package: The package of the only decoder to run; all if `nil`.
    /// - Returns: The results; none if Python or a package is not available.
    static func measure(_ kind: String, of reports: [[UInt8]], by package: String? = nil) -> [Peer] {
        let script = BenchFiles.root + "Sources/bench/Peers/weather.sh"
        let list = BenchFiles.root + ".build/weather-\(kind).txt"
        guard BenchFiles.write(Array(reports.joined(separator: [.newline])) + [.newline], to: list) else {
            return []
        }
        return BenchFiles.output(of: "'\(script)' \(kind) '\(list)' \(package ?? "")").compactMap(peer)
    }

    private static func peer(_ line: String) -> Peer? {
        let words = line.split(separator: " ")
        guard words.count == 4, words[0] == "decode", let speed = Double(words[3]) else { return nil }
        return Peer(package: String(words[1]), version: String(words[2]), speed: speed)
    }
}
