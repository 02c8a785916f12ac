/// Other decoders of tables, JSON and feeds, run by `Peers/documents.sh` on the same files.
enum DocumentPeers {
    /// One decoder and one file.
    struct Peer {
        /// Its package and version.
        let name: String
        /// The name of the file.
        let file: String
        /// Its speed in bytes per second of CPU time.
        let speed: Double
    }

    /// Runs the decoders.
    ///
    /// - Parameters:
    ///   - kind: `table`, `json` or `feed`.
    ///   - paths: The files.
    /// - Returns: The results; none if Python or a package is not available.
    static func measure(_ kind: String, paths: [String]) -> [Peer] {
        let script = BenchFiles.root + "Sources/bench/Peers/documents.sh"
        let words = ([script, kind] + paths).map { "'\($0)'" }.joined(separator: " ")
        return BenchFiles.output(of: words).compactMap(peer)
    }

    private static func peer(_ line: String) -> Peer? {
        let words = line.split(separator: " ")
        guard words.count == 5, words[0] == "read", let speed = Double(words[4]) else { return nil }
        return Peer(name: "\(words[1]) \(words[2])", file: String(words[3]), speed: speed)
    }
}
