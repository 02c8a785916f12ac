/// A line for each thing that happened; the same lines for two runs of one seed.
struct Trace {
    private(set) var lines: [String]

    init(lines: [String] = []) { self.lines = lines }

    /// Adds a line.
    mutating func add(_ line: String) { lines.append(line) }

    /// Returns the same lines with another text for each occurrence of one.
    func replacing(_ text: String, with other: String) -> Trace {
        Trace(lines: lines.map { $0.contains(text) ? $0.replacing(text, with: other) : $0 })
    }

    /// The FNV-1a hash of all lines.
    var digest: UInt64 {
        lines.reduce(14_695_981_039_346_656_037) { digest, line in
            (Array(line.utf8) + [10]).reduce(digest) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
        }
    }
}
