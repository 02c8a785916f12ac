import Records
import Sky
import TestDocuments
import Testing

/// The times of a body on one date, as another program computed them: a line of `Corpus/ephem.tsv`.
struct ExpectedTimes {
    /// The members of a record with times, in the order of the columns.
    static let columns: [SkyBody: [String]] = [
        .sun: [
            "astronomical.dawn", "nautical.dawn", "civil.dawn", "sunrise", "solarnoon", "sunset",
            "civil.dusk",
            "nautical.dusk", "astronomical.dusk",
        ],
        .moon: ["moonrise", "moonset", "high_moon", "low_moon"],
    ]

    let body: SkyBody
    let position: Position
    let date: String
    /// The values after the date.
    private let values: [Substring]

    init(_ line: [UInt8]) throws {
        let parts = String(decoding: line, as: UTF8.self).split(separator: "\t")
        body = try #require(SkyBody(rawValue: String(parts[0])))
        let latitude = try #require(Double(parts[1]))
        let longitude = try #require(Double(parts[2]))
        position = try #require(Position(latitude: latitude, longitude: longitude))
        date = String(parts[3])
        values = Array(parts[4...])
    }

    /// All lines.
    static func all() throws -> [ExpectedTimes] {
        try CorpusFile.lines("ephem.tsv").map { try ExpectedTimes($0) }
    }

    /// The first record of the document for the date.
    func record() throws -> JSON {
        let noon = try #require(UTC(iso8601: date + "T12:00Z"))
        let moment = noon - .seconds(Int(position.longitude * 240))
        let document = SkyDocument(of: body, at: position).bytes(at: moment)
        let first = try #require(JSON(parsing: document).array?.first)
        try #require(first["date"]?.string == date)
        return first
    }

    /// Returns the expected time and that of a record for each event.
    func times(in record: JSON) -> [(name: String, expected: UTC?, found: UTC?, reason: String?)] {
        zip(ExpectedTimes.columns[body] ?? [], values).map { name, text in
            let event = name.split(separator: ".").reduce(Optional(record)) { $0?[String($1)] }
            let time = event?["time"]?.string.flatMap { UTC(iso8601: $0) }
            return (name, UTC(iso8601: text), time, event?["none"]?.string)
        }
    }

    /// The phase of the Moon, in degrees.
    var phase: Double? { values.last.flatMap { Double($0) } }
}
