import Foundation

/// Decodes the generated reports of `bench json` with Foundation's JSONDecoder.
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

    /// Returns the number of decoded reports; 0 if decoding fails.
    static func count(_ bytes: [UInt8]) -> Int {
        // A failure shows in the count.
        (try? Foundation.JSONDecoder().decode([Report].self, from: Data(bytes)).count) ?? 0
    }
}
