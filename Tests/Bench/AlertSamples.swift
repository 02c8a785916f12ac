import Alerts
import Compression
import Decoding
import Records

/// Alerts of the tests' corpus.
nonisolated enum AlertSamples {
    /// The moment of the national state, in seconds since 1970.
    static let time: Int64 = 1_742_228_000

    /// The features of the NWS.
    struct Features {
        /// Those of the national states.
        let national: [[UInt8]]
        /// Those of the states of severe weather, all with a geometry.
        let severe: [[UInt8]]

        /// Returns the areas of those that have one.
        func areas() throws -> [GeoArea] {
            try severe.compactMap { try JSON(parsing: $0)["geometry"].flatMap { GeoArea($0) } }
        }
    }

    /// Reads the features.
    ///
    /// - Throws: An error if a file cannot be read.
    static func features() throws -> Features {
        Features(national: try lines("nws-national.jsonl.gz"), severe: try lines("nws-severe.jsonl.gz"))
    }

    private static func lines(_ name: String) throws -> [[UInt8]] {
        let input = try BenchFiles.bytes(BenchFiles.root + "Tests/AlertsTests/Corpus/" + name)
        var output: [UInt8] = []
        var rest = input[...]
        let inflater = Inflater()
        var room = [UInt8](repeating: 0, count: 1 << 20)
        while !rest.isEmpty {
            let progress = rest.withUnsafeBytes { input in
                room.withUnsafeMutableBytes { inflater.inflate(input, into: $0) }
            }
            guard let progress else { throw BenchError("\(name) is damaged") }
            output += room[..<progress.written]
            rest = rest.dropFirst(progress.used)
            if progress.isEnd { break }
        }
        return output.split(separator: .newline).filter { $0.starts(with: #"{"type":"Feature""#.utf8) }.map(
            Array.init)
    }

    /// Returns a state with a number of features and, by longer descriptions than those of the corpus, a
    /// size.
    static func state(_ features: [[UInt8]], count: Int, bytes: Int) -> [UInt8] {
        let chosen = features.prefix(count)
        let rest = max(0, bytes - chosen.reduce(0) { $0 + $1.count }) / max(1, chosen.count)
        let words = String(repeating: "WHAT...Snow expected. ", count: rest / 22 + 1).prefix(rest)
        let padded = chosen.map { feature in
            Array(
                String(decoding: feature, as: UTF8.self).replacing(
                    text: #""description":""#, with: #""description":""# + words
                ).utf8)
        }
        return Array(#"{"type":"FeatureCollection","features":["#.utf8) + padded.joined(separator: [.comma])
            + Array("]}".utf8)
    }

    /// Decodes a state.
    ///
    /// - Throws: An error if it cannot be decoded.
    static func decode(_ state: [UInt8], at now: UTC) throws -> Decoded {
        var decoder = try AlertDecoder(options: Options(), context: DocumentContext(reference: now))
        decoder.live(at: now, recall: { _ in nil })
        var out = Decoded()
        try decoder.decode(state.span, into: &out)
        try decoder.finish(into: &out)
        return out
    }

    /// Returns a record with an area that is turned east.
    static func record(_ key: String, _ area: GeoArea, turnedBy degrees: Int) -> Record {
        let shapes = area.shapes.map { shape -> GeoArea.Shape in
            guard case .polygon(let polygon) = shape else { return shape }
            let corners = polygon.corners.map { ring in
                ring.compactMap { Position(latitude: $0.latitude, turning: $0.longitude + Double(degrees)) }
            }
            return GeoPolygon(corners).map { .polygon($0) } ?? shape
        }
        let turned = GeoArea(shapes)
        var writer = JSONWriter()
        writer.beginObject()
        writer.name(plain: "geometry")
        turned.write(to: &writer)
        writer.endObject()
        return Record(key: key, position: turned.interior, data: writer.bytes)
    }

    /// Returns a position for each area: within its surrounding box or at most as far beside it as the box is
    /// wide.
    static func places(around areas: [GeoArea]) -> [Position] {
        areas.prefix(200).enumerated().compactMap { index, area in
            guard let bounds = area.bounds, !bounds.isCrossing else { return nil }
            let share = Double(index * 7919 % 1000) / 500 - 0.5
            let other = Double(index * 104_729 % 1000) / 500 - 0.5
            return Position(
                latitude: bounds.south + share * (bounds.north - bounds.south),
                longitude: bounds.west + other * (bounds.east - bounds.west))
        }
    }
}
