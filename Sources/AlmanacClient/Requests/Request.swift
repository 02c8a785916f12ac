import AlmanacValues
public import Records

/// A call of a method of io.almanac, with the type of its answer.
///
/// ```swift
/// let hospitals = try connection.answer(to: .sources(Selector(sources: ["hospitals"])))
/// ```
public nonisolated struct Request<Answer>: Sendable {
    /// The method, without its interface.
    public let method: String
    /// The parameters of the call, an object.
    public let parameters: JSON
    /// Parses the parameters of the reply; `nil` if a required member is missing, also of an element.
    let parse: @Sendable (JSON) -> Answer?

    init(
        _ method: String, parameters: JSON = .object([]), parse: @escaping @Sendable (JSON) -> Answer?
    ) {
        self.method = method
        self.parameters = parameters
        self.parse = parse
    }

    /// Parses a reply.
    ///
    /// - Throws: `malformed` if the reply lacks a required member.
    func answer(_ reply: JSON) throws(AlmanacError) -> Answer {
        guard let answer = parse(reply) else { throw .malformed("the reply to \(method) is incomplete") }
        return answer
    }
}

/// Parses a list; `nil` if there is none or an element has another shape, so that a part never seems to be all.
nonisolated func elements<Element>(
    of name: String, parse: @escaping @Sendable (JSON) -> Element?
) -> @Sendable (JSON) -> [Element]? {
    { reply in reply[name]?.wholeList(parse) }
}
