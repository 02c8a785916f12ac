public import Records

/// A service that finds places: how it is asked, and what its answers say.
///
/// It knows no network: it says how a question is put, and reads the bytes that come back.
public protocol PlaceProvider: Sendable {
    /// What `Provider=` calls it.
    static var name: String { get }

    /// What its operator allows.
    static var policy: PlacePolicy { get }

    /// Makes it as a definition wants it.
    ///
    /// - Throws: At a setting that it cannot use.
    init(_ settings: PlaceSettings) throws(OptionError)

    /// How a question is put to it.
    ///
    /// - Parameters:
    ///   - query: The question.
    ///   - limit: About how many answers are wanted.
    ///   - session: What joins the questions of one who types, from the first letter to the choice; a UUID.
    /// - Returns: An address to be asked, or where the answer is found.
    /// - Throws: When it cannot or must not be asked that.
    func request(for query: PlaceQuery, limit: Int, session: String?) throws(PlaceError) -> PlaceRequest

    /// The places in its answer, the best first; none when it found none.
    ///
    /// - Parameters:
    ///   - answer: What came.
    ///   - query: What was asked; `nil` reads an answer to any question.
    /// - Returns: The places, as far as they have a name.
    /// - Throws: When the answer says that it failed, or is not of the shape that it documents.
    func places(in answer: JSON, to query: PlaceQuery?) throws(PlaceError) -> [FoundPlace]
}

extension PlaceProvider {
    /// The places in the bytes of an answer.
    ///
    /// - Throws: Also when they are no JSON, such as a page for people.
    public func places(in bytes: [UInt8], to query: PlaceQuery?) throws(PlaceError) -> [FoundPlace] {
        let bytes = bytes.unmarked
        if WebPage.begins(bytes.span) {
            throw PlaceError(
                .http, "\(Self.name): a web page came instead of an answer, as when too much was asked",
                retryAfter: .seconds(60))
        }
        let json: JSON
        do {
            json = try JSON(parsing: bytes)
        } catch {
            throw PlaceError(.parse, "\(Self.name): the answer is no JSON: \(error)")
        }
        return try places(in: json, to: query)
    }

    /// What to say of an answer that is not what it should be.
    static func unlike(_ part: String) -> PlaceError {
        PlaceError(.shape, "\(name): the answer has no \(part): check Provider= and URL=")
    }
}
