import Glibc

/// A line for each thing that happened; the same lines for two runs of one seed.
struct Trace {
    private(set) var lines: [String]

    init(lines: [String] = []) { self.lines = lines }

    /// Adds a line.
    mutating func add(_ line: String) { lines.append(line) }

    /// Returns the same lines with another text for each occurrence of one.
    func replacing(_ text: String, with other: String) -> Trace {
        Trace(lines: lines.map { strstr($0, text) == nil ? $0 : $0.replacing(text, with: other) })
    }

    /// The FNV-1a hash of all lines.
    var digest: UInt64 {
        var digest: UInt64 = 14_695_981_039_346_656_037
        for line in lines {
            for byte in line.utf8 { digest = (digest ^ UInt64(byte)) &* 1_099_511_628_211 }
            digest = (digest ^ 10) &* 1_099_511_628_211
        }
        return digest
    }
}
