import Foundation

/// What Foundation's JSONDecoder takes for the generated reports of `bench json`.
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

    /// How many reports it makes of a document; none when it cannot.
    static func count(_ bytes: [UInt8]) -> Int {
        // That it cannot read them shows in the count.
        (try? Foundation.JSONDecoder().decode([Report].self, from: Data(bytes)).count) ?? 0
    }
}
