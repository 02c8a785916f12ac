import Fetching
import Records

/// A document that only contains the address of the actual one: `Follow=` of a definition.
///
/// Source: api.weather.gov, whose `/points/…` name the address of a place's forecast.
nonisolated struct DocumentPointer {
    /// The address of the document that contains the other address.
    let url: String
    /// The JSON pointer of the member with the other address.
    let pointer: String

    /// Returns the address in the document, which must be of the same origin.
    ///
    /// - Throws: An error if the document has no such member, or the address is of another origin.
    func address(in document: Document) throws(FetchFailure) -> String {
        let bytes = try document.body.prefix(Ingest.smallSize)
        // A document that is not JSON does not have the member either.
        var value = try? JSON(parsing: bytes)
        for name in pointer.split(separator: "/") { value = value?[String(name)] }
        guard let address = value?.string else {
            throw FetchFailure(.shape, "the response does not contain \(pointer), which Follow= names")
        }
        guard address.hasPrefix(DocumentPointer.origin(of: url) + "/") else {
            throw FetchFailure(
                .policy, "\(pointer) of the response leads to another origin, which is not followed")
        }
        return address
    }

    private static func origin(of url: String) -> String {
        guard let scheme = url.firstRange(ofText: "://") else { return url }
        return String(url[..<scheme.upperBound]) + url[scheme.upperBound...].prefix { !"/?#".contains($0) }
    }
}
