import Foundation

/// Decodes JSON with Foundation.
nonisolated enum FoundationPeer {
    private struct Report: Decodable {
        struct Wind: Decodable {
            let direction: Int
            let speed: Int
            let gust: Int?
        }

        let id: Int
        let station: String
        let time: String
        let temperature: Double
        let wind: Wind
        let raw: String
        let tags: [String]
        let name: String
    }

    /// Parses an object without a type of its own.
    ///
    /// - Throws: An error if the text is not an object.
    static func parse(_ bytes: [UInt8]) throws {
        guard try JSONSerialization.jsonObject(with: Data(bytes)) is [String: Any] else {
            throw BenchError(description: "the text is not an object")
        }
    }

    /// Returns the number of the reports of `bench json`, decoded with JSONDecoder; 0 if that fails.
    static func count(_ bytes: [UInt8]) -> Int {
        // A failure shows in the count.
        (try? Foundation.JSONDecoder().decode([Report].self, from: Data(bytes)).count) ?? 0
    }
}
