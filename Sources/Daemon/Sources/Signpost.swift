import Fetching
import Records

/// A document that only says where the wanted one is: `Follow=` of a definition.
///
/// Source: api.weather.gov, whose `/points/…` name the address of a place's forecast.
nonisolated struct Signpost {
    /// The address that is asked first.
    let url: String
    /// JSON pointer of the member that names the other.
    let pointer: String

    /// The address that it points to, of the same origin.
    ///
    /// - Throws: When it points nowhere, or to another origin.
    func address(in document: Document) throws(FetchFailure) -> String {
        let bytes = try document.body.prefix(Intake.small)
        // What is no JSON has no such member either.
        var value = try? JSON(parsing: bytes)
        for name in pointer.split(separator: "/") { value = value?[String(name)] }
        guard let address = value?.string else {
            throw FetchFailure(.shape, "the answer does not have \(pointer), which Follow= counts on")
        }
        guard address.hasPrefix(Signpost.origin(of: url) + "/") else {
            throw FetchFailure(
                .policy, "\(pointer) of the answer leads to another origin, which is not followed")
        }
        return address
    }

    private static func origin(of url: String) -> String {
        guard let scheme = url.firstRange(ofText: "://") else { return url }
        return String(url[..<scheme.upperBound]) + url[scheme.upperBound...].prefix { !"/?#".contains($0) }
    }
}
