public import Records

/// A reply as it travels.
///
/// Source: Varlink, Method-Call.md. varlinkctl drops a connection whose replies bear other members.
public nonisolated struct ReplyMessage: Equatable, Sendable {
    /// The parameters, of the reply or of the error; an empty object when there are none.
    public let parameters: JSON
    /// More replies follow.
    public let continues: Bool
    /// The error's name with its interface; `nil` when the call did not fail.
    public let error: String?

    /// Reads a reply.
    ///
    /// - Parameter frame: The message without its delimiter.
    /// - Throws: When it is not JSON or no object, or a member is of the wrong type.
    public init(parsing frame: [UInt8]) throws(MessageError) {
        let message = try object(frame)
        switch message["parameters"] {
        case nil, .null?: parameters = .object([])
        case let value?: parameters = value
        }
        switch message["error"] {
        case nil, .null?: error = nil
        case .string(let name)?: error = name
        default: throw MessageError(description: "the error's name is no string")
        }
        guard parameters.object != nil else {
            throw MessageError(description: "the parameters are no object")
        }
        continues = message["continues"]?.bool ?? false
    }

    /// A reply with its delimiter, made of parameters that are written already.
    ///
    /// - Parameters:
    ///   - parameters: A JSON object as bytes, without a newline.
    ///   - continues: More replies follow.
    ///   - framing: What ends the message.
    /// - Returns: The message, ready to be sent.
    public static func bytes(
        parameters: some Collection<UInt8>, continues: Bool, framing: Framing
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(parameters.count + 40)
        bytes.append(contentsOf: #"{"parameters":"#.utf8)
        bytes.append(contentsOf: parameters)
        bytes.append(contentsOf: continues ? #","continues":true}"#.utf8 : "}".utf8)
        bytes.append(framing.rawValue)
        return bytes
    }

    /// An error with its delimiter.
    public static func bytes(error: ServiceError, framing: Framing) -> [UInt8] {
        let message: JSON = .members(["error": .string(error.name), "parameters": error.parameters])
        return message.bytes + [framing.rawValue]
    }
}
