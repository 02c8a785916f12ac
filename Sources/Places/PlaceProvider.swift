import Decoding
public import Records

/// A service that finds places: it forms requests and interprets answers.
///
/// A provider has no access to the network; it describes requests and parses the bytes of answers.
public protocol PlaceProvider: Sendable {
    /// The name in `Provider=`.
    static var name: String { get }

    /// The usage policy.
    static var policy: PlacePolicy { get }

    /// Creates the provider for a definition.
    ///
    /// - Throws: `OptionError` at a setting that it cannot use.
    init(_ settings: PlaceSettings) throws(OptionError)

    /// Returns the request for a query.
    ///
    /// - Parameters:
    ///   - query: The query.
    ///   - limit: The approximate number of places wanted.
    ///   - session: A UUID that connects the queries of one user from the first letter to the choice.
    /// - Returns: The address to request, or the place of the answer.
    /// - Throws: `PlaceError` if the service cannot or must not answer the query.
    func request(for query: PlaceQuery, limit: Int, session: String?) throws(PlaceError) -> PlaceRequest

    /// Returns the requests of other services of the same operator that answer a query too, in order, for a
    /// key that may not use the first one.
    ///
    /// - Throws: `PlaceError` if the service cannot or must not answer the query.
    func alternatives(to query: PlaceQuery, session: String?) throws(PlaceError) -> [PlaceRequest]

    /// Returns the places in an answer, the best first; none if nothing was found.
    ///
    /// - Parameters:
    ///   - answer: The answer.
    ///   - query: The query; `nil` accepts the answer to any query.
    /// - Returns: The places that have a name.
    /// - Throws: `PlaceError` if the answer reports a failure or does not have the documented form.
    func places(in answer: JSON, to query: PlaceQuery?) throws(PlaceError) -> [FoundPlace]
}

extension PlaceProvider {
    /// Returns none: most services have one form of a query only.
    public func alternatives(to query: PlaceQuery, session: String?) throws(PlaceError) -> [PlaceRequest] {
        []
    }

    /// Returns the places in the bytes of an answer.
    ///
    /// - Throws: `PlaceError`, also if the bytes are not JSON, such as a web page.
    public func places(in bytes: [UInt8], to query: PlaceQuery?) throws(PlaceError) -> [FoundPlace] {
        let bytes = bytes.unmarked
        if WebPage.begins(bytes.span) {
            var error = PlaceError(
                .content, "\(Self.name): received a web page instead of a response: check URL= and Proxy=")
            error.isWebPage = true
            throw error
        }
        let json: JSON
        do {
            json = try JSON(parsing: bytes)
        } catch {
            throw PlaceError(.parse, "\(Self.name): the response is not JSON: \(error)")
        }
        return try places(in: json, to: query)
    }

    /// Returns the error for an answer without the documented form.
    static func unlike(_ part: String) -> PlaceError {
        PlaceError(.shape, "\(name): the response has no \(part): check Provider= and URL=")
    }
}
