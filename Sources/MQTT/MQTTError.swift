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
    /// A file of the encryption cannot be used.
    case unusable(file: String)

    /// Makes an error of the result of a call; `errno` must not have changed since.
    init(_ call: String, _ code: CInt) {
        // Only this result says that a system call failed.
        self = .failed(call: call, code: code, system: code == CInt(MOSQ_ERR_ERRNO.rawValue) ? errno : 0)
    }
}

nonisolated extension MQTTError: CustomStringConvertible {
    /// The reason in lower case, without a full stop.
    public var description: String {
        switch self {
        case .failed(let call, _, let system) where system != 0:
            "\(call): \(String(cString: strerror(system)))"
        case .failed(let call, let code, _): "\(call): \(MQTTError.sentence(mosquitto_strerror(code)))"
        case .refused(let reason):
            "the broker refused: \(MQTTError.sentence(mosquitto_reason_string(reason)))"
        case .timedOut(let limit): "the broker did not answer within \(limit)"
        case .disconnected: "the broker closed the connection"
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
