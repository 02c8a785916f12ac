import Records

/// The description of a source in a plan; its text is a line of a script, such as
/// `source metar host0.example 300 17`.
struct SourceDescription: CustomStringConvertible {
    /// The kind of its documents, `left` and `right` for the two sides of a join, or `station`.
    let kind: String
    let origin: SimulatedSource.Origin
    let interval: Nanoseconds
    /// Whether its requests contain a secret.
    let isSecret: Bool
    /// Whether it follows the broker.
    var isPushed = false
    /// Decides its records and the form of its documents.
    let seed: UInt64

    /// The kinds of sources that need no other.
    static let kinds = ["table", "table", "json", "feed", "metar", "taf", "forecast"]

    /// Intervals in seconds, as frequent as in real definitions.
    private static let intervals =
        [60, 300, 300] + Array(repeating: 900, count: 3) + Array(repeating: 1800, count: 4)
        + Array(repeating: 3600, count: 6)
    private static let allKinds = Set(kinds + ["alert", "bulk", "left", "right", "station"])

    /// Invents a source.
    init(_ kind: String, _ chance: inout Chance) {
        self.kind = kind
        interval = .seconds(chance.pick(Self.intervals))
        let place: SimulatedSource.Origin =
            chance.isTrue(0.25) ? .file : .host("host\(chance.below(3)).example")
        // All stations have the same upstream, which nobody else has a secret for.
        origin = kind == "station" ? .host("host0.example") : place
        isSecret = origin != .file && kind != "station" && chance.isTrue(0.25)
        seed = chance.next() >> 32
    }

    /// Whether it may follow the broker: it has requests of its own.
    var canBePushed: Bool { origin != .file && kind != "station" }

    var description: String {
        let place = if case .host(let name) = origin { name } else { "file" }
        return "source \(kind) \(place) \(interval / .seconds(1)) \(seed)" + (isSecret ? " secret" : "")
            + (isPushed ? " push" : "")
    }

    /// Reads a line; `nil` if it is none.
    init?(_ line: some StringProtocol) {
        let words = String(line).split(separator: " ").map { String($0) }
        guard words.count >= 5, words[0] == "source", Self.allKinds.contains(words[1]),
            let seconds = Int(words[3]), let seed = UInt64(words[4])
        else { return nil }
        kind = words[1]
        origin = words[2] == "file" ? .file : .host(words[2])
        interval = .seconds(seconds)
        isSecret = words.dropFirst(5).contains("secret")
        isPushed = words.dropFirst(5).contains("push")
        self.seed = seed
    }
}
