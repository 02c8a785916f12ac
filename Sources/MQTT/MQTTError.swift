import CMosquitto
import Glibc

/// The reason why a broker cannot be reached, or refuses something.
public nonisolated enum MQTTError: Error, Hashable, Sendable {
    /// A call of libmosquitto failed; `system` is the `errno` of the system call behind it, or 0.
    case failed(call: String, code: CInt, system: CInt)
    /// The broker refused the connection or a request, with a reason code.
    ///
    /// Source: MQTT Version 5.0, 2.4.
    case refused(reason: CInt)
    /// The broker did not answer within this time.
    case timedOut(Duration)
    /// The connection was closed.
    case disconnected
    /// The broker sent what it may not send, in words, and the connection was ended for this reason.
    case violated(String, Violation)
    /// A file of the encryption cannot be used.
    case unusable(file: String)

    /// The reason code of the client's DISCONNECT.
    ///
    /// Source: MQTT Version 5.0, 3.14.2.1.
    public enum Violation: Sendable {
        /// Bytes that are no packet.
        case malformed
        /// A packet that the broker may not send, or not then.
        case protocolError
        /// More messages than the Receive Maximum without an acknowledgement.
        case tooMany
        /// A packet that is larger than the Maximum Packet Size.
        case tooLarge

        /// The number of the code.
        var reason: CInt {
            let code =
                switch self {
                case .malformed: MQTT_RC_MALFORMED_PACKET
                case .protocolError: MQTT_RC_PROTOCOL_ERROR
                case .tooMany: MQTT_RC_RECEIVE_MAXIMUM_EXCEEDED
                case .tooLarge: MQTT_RC_PACKET_TOO_LARGE
                }
            return CInt(code.rawValue)
        }
    }

    /// Makes an error of the result of a call; `errno` must not have changed since.
    init(_ call: String, _ code: CInt) {
        // Only this result says that a system call failed. Version 2.1 of the library closes the socket
        // before it returns, so that EBADF is not the reason.
        let system = code == CInt(MOSQ_ERR_ERRNO.rawValue) && errno != EBADF ? errno : 0
        self = .failed(call: call, code: code, system: system)
    }

    /// Makes an error of a system call and its `errno`.
    static func system(_ call: String, _ code: CInt) -> MQTTError {
        .failed(call: call, code: CInt(MOSQ_ERR_ERRNO.rawValue), system: code)
    }

    /// The connection ended because another client has connected with the same identifier.
    ///
    /// Source: MQTT Version 5.0, 3.14.2.1.
    public static let takenOver = MQTTError.refused(reason: CInt(MQTT_RC_SESSION_TAKEN_OVER.rawValue))

    /// Whether a message, or the packet with it, is larger than the broker accepts.
    ///
    /// Source: MQTT Version 5.0, 2.4: Packet too large, and Quota exceeded.
    public var concernsSize: Bool {
        switch self {
        case .failed(_, let code, _):
            [MOSQ_ERR_OVERSIZE_PACKET, MOSQ_ERR_PAYLOAD_SIZE].contains(mosq_err_t(code))
        case .refused(let reason):
            [MQTT_RC_PACKET_TOO_LARGE, MQTT_RC_QUOTA_EXCEEDED].contains { CInt($0.rawValue) == reason }
        default: false
        }
    }
}

nonisolated extension MQTTError: CustomStringConvertible {
    /// The reason in lower case, without a full stop.
    public var description: String {
        switch self {
        case .failed(let call, _, let system) where system != 0:
            "\(call): \(String(cString: strerror(system)))"
        case .failed(let call, let code, _) where code == CInt(MOSQ_ERR_ERRNO.rawValue):
            "\(call): the connection was lost"
        case .failed(let call, let code, _): "\(call): \(MQTTError.sentence(mosquitto_strerror(code)))"
        case .takenOver:
            "another client connected with the same identifier; each needs a ClientID= of its own"
        case .refused(let reason):
            "the broker refused: \(MQTTError.sentence(mosquitto_reason_string(reason)))"
        case .timedOut(let limit): "the broker did not answer within \(limit)"
        case .disconnected: "the broker closed the connection"
        case .violated(let what, _): "the broker sent \(what)"
        case .unusable(let file): "\(file) is missing, or is not a certificate or key that fits"
        }
    }

    /// Returns a message of the library without its full stop and capital.
    private static func sentence(_ text: UnsafePointer<CChar>?) -> String {
        var text = text.map { String(cString: $0) } ?? "unknown"
        if text.hasSuffix(".") { text.removeLast() }
        let isWord = text.dropFirst().first.map { $0.isLowercase || $0 == " " } ?? false
        return isWord ? text.prefix(1).lowercased() + text.dropFirst() : text
    }
}
