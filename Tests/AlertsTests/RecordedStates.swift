import Records

/// States of the NWS that were recorded one after the other.
struct RecordedStates {
    /// A recorded state.
    struct State {
        /// The numbers of its features.
        let features: [Int]
        /// The alerts in force, as an independent program found them.
        let expected: JSON
        /// When it was fetched, in seconds since 1970.
        var time: Int64 { Int64(expected["time"]?.int ?? 0) }
    }

    /// The features of all states, each once.
    let features: [[UInt8]]
    /// The states in the order in which they were fetched.
    let states: [State]

    /// Reads a file of the corpus.
    init(_ path: String) throws {
        let lines = try Corpus.bytes(path).split(separator: .newline).map(Array.init)
        features = lines.filter { $0.starts(with: #"{"type":"Feature""#.utf8) }
        states = try lines.dropFirst(features.count).map { line in
            let expected = try JSON(parsing: line)
            return State(features: expected["features"]?.array?.compactMap(\.int) ?? [], expected: expected)
        }
    }

    /// Returns the document of a state.
    func document(of state: State) -> [UInt8] {
        RecordedStates.document(state.features.map { features[$0] })
    }

    /// Returns a document with features.
    static func document(_ features: [[UInt8]]) -> [UInt8] {
        Array(#"{"type":"FeatureCollection","features":["#.utf8) + features.joined(separator: [.comma])
            + Array("]}".utf8)
    }
}
