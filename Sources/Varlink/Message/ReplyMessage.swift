public import Records

/// A reply message.
///
/// Source: Varlink, Method-Call.md. varlinkctl closes a connection whose replies have other members.
public nonisolated struct ReplyMessage: Equatable, Sendable {
    /// The parameters of the reply or of the error; an empty object if there are none.
    public let parameters: JSON
    /// Whether more replies follow.
    public let continues: Bool
    /// The error's name with its interface; `nil` if the call succeeded.
    public let error: String?

    /// Parses a reply.
    ///
    /// - Parameter frame: The message without its delimiter.
    /// - Throws: An error if the message is not a JSON object, or a member has the wrong type.
    public init(parsing frame: [UInt8]) throws(MessageError) {
        let message = try object(frame)
        switch message["parameters"] {
        case nil, .null?: parameters = .object([])
        case let value?: parameters = value
        }
        switch message["error"] {
        case nil, .null?: error = nil
        case .string(let name)?: error = name
        default: throw MessageError(description: "the error's name is not a string")
        }
        guard parameters.object != nil else {
            throw MessageError(description: "the parameters are not an object")
        }
        continues = message["continues"]?.bool ?? false
    }

    /// Returns a reply with its delimiter, built from encoded parameters.
    ///
    /// - Parameters:
    ///   - parameters: A JSON object as bytes, without a newline.
    ///   - continues: Whether more replies follow.
    ///   - framing: The delimiter.
    /// - Returns: The message, ready to be sent.
    public static func bytes(
        parameters: [UInt8], continues: Bool, framing: Framing
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(parameters.count + 40)
        bytes += start
        bytes += parameters
        if continues { bytes += continuation }
        bytes.append(.rightBrace)
        bytes.append(framing.rawValue)
        return bytes
    }

    /// Returns the end of a reply, after its parameters.
    static func end(_ framing: Framing) -> [UInt8] { [.rightBrace, framing.rawValue] }

    /// The start of a reply, before its parameters.
    static let start = Array(#"{"parameters":"#.utf8)
    private static let continuation = Array(#","continues":true"#.utf8)

    /// Returns an error reply with its delimiter.
    public static func bytes(error: ServiceError, framing: Framing) -> [UInt8] {
        let message: JSON = .members(["error": .string(error.name), "parameters": error.parameters])
        return message.bytes + [framing.rawValue]
    }
}
