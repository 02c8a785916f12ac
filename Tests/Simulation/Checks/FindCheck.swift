import Glibc
import Records

/// Checks that Nearby and Search find what a scan of all records finds.
struct FindCheck {
    private static let radius = 400_000.0
    /// The relative difference between ways to compute a distance; records this close to the radius may be in
    /// or out.
    private static let tolerance = 0.006

    private let snapshot: Snapshot

    init(_ snapshot: Snapshot) { self.snapshot = snapshot }

    func begin(_ chance: inout Chance) {
        let placed = snapshot.records.filter { $0["latitude"]?.double != nil }
        if !placed.isEmpty { near(chance.pick(placed), among: placed) }
        let words = snapshot.records.compactMap { word(of: $0) }
        if !words.isEmpty { search(chance.pick(words)) }
    }

    private func near(_ center: JSON, among records: [JSON]) {
        let (latitude, longitude) = position(center)
        let parameters: JSON = [
            "latitude": .double(latitude), "longitude": .double(longitude),
            "radiusMeters": .double(Self.radius), "limit": 1000,
        ]
        World.current.clients.call("Nearby", parameters) { reply in
            let found = Set(
                (reply?["parameters"]?["neighbors"]?.array ?? []).compactMap { $0["record"] }.map(name))
            for record in records {
                let distance = Self.distance((latitude, longitude), position(record))
                if distance < Self.radius * (1 - Self.tolerance), !found.contains(name(record)) {
                    return World.current.fail("Nearby lacks \(name(record)), which is \(distance) m away")
                }
                if distance > Self.radius * (1 + Self.tolerance), found.contains(name(record)) {
                    return World.current.fail("Nearby has \(name(record)), which is \(distance) m away")
                }
            }
        }
    }

    private func search(_ word: String) {
        World.current.clients.call("Search", ["text": .string(word), "limit": 1000]) { reply in
            let records = reply?["parameters"]?["records"]?.array ?? []
            for record in records where !mayHave(word, record) {
                return World.current.fail("Search for \(word) finds \(name(record)), which lacks it")
            }
            // More results than requested are cut off.
            guard records.count < 1000 else { return }
            let found = Set(records.map(name))
            for record in snapshot.records
            where self.word(of: record) == word && !found.contains(name(record)) {
                return World.current.fail("Search for \(word) lacks \(name(record))")
            }
        }
    }

    /// Whether a record has a word; also `true` if it has letters that may be folded into those of the word.
    private func mayHave(_ word: String, _ record: JSON) -> Bool {
        var writer = JSONWriter()
        writer.value(record)
        let text = String(decoding: writer.finish(), as: UTF8.self)
        return !text.utf8.allSatisfy { $0 < 0x80 } || text.lowercased().contains(word)
    }

    /// The first word of a record's title; `nil` if it is not plain.
    private func word(of record: JSON) -> String? {
        let words = (record["title"]?.string ?? "").split { !$0.isLetter && !$0.isNumber }
        guard let word = words.first, word.utf8.count >= 4, word.allSatisfy({ $0.isASCII && $0.isLetter })
        else {
            return nil
        }
        return word.lowercased()
    }

    private func name(_ record: JSON) -> String {
        "\(record["source"]?.string ?? "") \(record["key"]?.string ?? "")"
    }

    private func position(_ record: JSON) -> (Double, Double) {
        (record["latitude"]?.double ?? 0, record["longitude"]?.double ?? 0)
    }

    /// The distance of two positions on a sphere, in metres.
    private static func distance(_ one: (Double, Double), _ other: (Double, Double)) -> Double {
        let degree = Double.pi / 180
        let half = (sin((other.0 - one.0) * degree / 2), sin((other.1 - one.1) * degree / 2))
        let square = half.0 * half.0 + cos(one.0 * degree) * cos(other.0 * degree) * half.1 * half.1
        return 2 * 6_371_008.8 * asin(min(1, square.squareRoot()))
    }
}
