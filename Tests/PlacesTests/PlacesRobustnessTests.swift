import Places
import Records
import TestDocuments
import Testing

@Suite struct PlacesRobustnessTests {
    @Test(arguments: ["photon", "nominatim", "google"])
    func `a truncated or altered answer breaks nothing`(_ name: String) throws {
        let text = "[Source]\nCredential=key\n[Places]\nProvider=\(name)\n"
        let provider = try PlaceProviders.standard.provider(TestDocument.options(text))
        var (generator, read) = (SeededGenerator(seed: 7), 0)
        for folder in ["geocoder", "google-java", "google-openapi"] {
            for file in try CorpusFile.names("places/\(folder)") {
                let bytes = Array(try CorpusFile.bytes("places/\(folder)/\(file)").prefix(4000))
                for turn in 0..<40 {
                    var broken = bytes
                    for _ in 0..<(turn % 4) where !broken.isEmpty {
                        let place = Int.random(in: 0..<broken.count, using: &generator)
                        broken[place] = UInt8.random(in: 0...255, using: &generator)
                    }
                    if turn % 2 == 1 {
                        broken.removeLast(Int.random(in: 0...broken.count, using: &generator))
                    }
                    // Both a result and an error are acceptable.
                    let places = (try? provider.places(in: broken, to: nil)) ?? []
                    #expect(places.allSatisfy { !$0.name.isEmpty && !$0.label.isEmpty })
                    read += places.count
                }
            }
        }
        #expect(read > 0)
    }
}
