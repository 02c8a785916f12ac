package import Decoding
package import Records

/// A decoder of answers of services that find places, for checking definitions: one record for each place.
package struct PlacesDecoder: DocumentDecoder {
    private let provider: any PlaceProvider
    private var document = WholeDocument()

    package init(options: Options, context: DocumentContext) throws(OptionError) {
        provider = try PlaceProviders.standard.provider(options)
    }

    package mutating func decode(_ bytes: Span<UInt8>, into out: inout Decoded) throws(DecodeError) {
        try document.append(bytes)
    }

    package mutating func finish(into out: inout Decoded) throws(DecodeError) {
        let answer = try document.value(of: "response of a place service")
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
            throw DecodeError(.shape, part: "response with places", found: error.message, offset: 0)
        }
    }
}
