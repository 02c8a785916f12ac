import Records

/// Reads one answer of a service that finds places, for whoever writes a definition: a record a place.
struct PlacesDecoder: DocumentDecoder {
    private let provider: any PlaceProvider
    private var document = WholeDocument()

    init(options: Options, context: DocumentContext) throws(OptionError) {
        provider = try PlaceProviders.standard.provider(options)
    }

    mutating func decode(_ bytes: Span<UInt8>, into out: inout Decoded) throws(DecodeError) {
        try document.take(bytes)
    }

    mutating func finish(into out: inout Decoded) throws(DecodeError) {
        let answer = try document.value(of: "answer of a service that finds places")
        do throws(PlaceError) {
            for (index, place) in try provider.places(in: answer, to: nil).enumerated() {
                let known = place.identifier.flatMap { RecordKey.isValid($0) ? $0 : nil }
                let key = known ?? String(index + 1)
                out.records.append(
                    Record(
                        key: key, title: place.name, position: place.position, data: place.data.canonicalBytes
                    ))
            }
        } catch {
            throw DecodeError(.shape, part: "answer that tells of places", found: error.message, offset: 0)
        }
    }
}
