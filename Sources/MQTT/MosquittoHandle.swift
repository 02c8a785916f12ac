import CMosquitto
import Glibc

/// A client of libmosquitto, which is released when the handle is destroyed.
///
/// One thread at a time uses it: a worker while it connects, the event loop afterwards.
///
/// Source: libmosquitto(3); its functions never call back while they connect.
nonisolated struct MosquittoHandle: ~Copyable, Sendable {
    /// The address of the client: numbers, unlike pointers, may cross threads.
    private let address: UInt

    /// Makes a client that speaks MQTT 5.
    ///
    /// - Throws: An error if there is not enough memory.
    init(client: String) throws(MQTTError) {
        _ = MosquittoHandle.library
        guard let pointer = mosquitto_new(client, true, nil) else {
            throw MQTTError("mosquitto_new", CInt(MOSQ_ERR_ERRNO.rawValue))
        }
        address = UInt(bitPattern: pointer)
        set(MOSQ_OPT_PROTOCOL_VERSION, to: MQTT_PROTOCOL_V5)
        // The broker states how many messages it takes without an acknowledgement; the library alone would
        // wait after 20.
        set(MOSQ_OPT_SEND_MAXIMUM, to: 65_535)
        set(MOSQ_OPT_RECEIVE_MAXIMUM, to: CInt(IncomingPackets.mostMessages))
    }

    /// The library, which is initialised once and never finished.
    private static let library = mosquitto_lib_init()

    /// The client for calls of the library.
    var pointer: OpaquePointer {
        guard let pointer = OpaquePointer(bitPattern: address) else { preconditionFailure("no client") }
        return pointer
    }

    private borrowing func set(_ option: mosq_opt_t, to value: CInt) {
        let result = mosquitto_int_option(pointer, option, value)
        precondition(result == 0, "mosquitto_int_option: \(result)")
    }

    deinit {
        mosquitto_destroy(pointer)
    }
}

/// A handle that a worker and the event loop hold; the one that is done last releases it.
nonisolated final class MosquittoClient: Sendable {
    private let handle: MosquittoHandle

    /// Makes a client with the settings that must be made before it connects.
    ///
    /// - Throws: An error if a setting cannot be used.
    init(_ settings: MQTTSettings) throws(MQTTError) {
        handle = try MosquittoHandle(client: settings.client)
        let name = settings.user
        if name != nil || settings.password != nil {
            try check("mosquitto_username_pw_set") {
                mosquitto_username_pw_set($0, name, settings.password)
            }
        }
        if let will = settings.will { try set(will) }
        if settings.address.transport == .tls { try encrypt(settings.certificates) }
    }

    /// The client for calls of the library.
    var pointer: OpaquePointer { handle.pointer }

    /// Connects, and sends the first packet; blocks meanwhile.
    ///
    /// - Returns: The sockets of broker and library, or the reason why that failed.
    func connect(_ settings: MQTTSettings) -> Result<BrokerSockets, MQTTError> {
        Result { () throws(MQTTError) in
            try openConnection(settings)
            return try BrokerSockets(between: pointer)
        }
    }

    private func openConnection(_ settings: MQTTSettings) throws(MQTTError) {
        var properties: OpaquePointer?
        defer { mosquitto_property_free_all(&properties) }
        try check("mosquitto_property_add_int32") { _ in
            mosquitto_property_add_int32(
                &properties, CInt(MQTT_PROP_MAXIMUM_PACKET_SIZE.rawValue), UInt32(IncomingPackets.mostBytes))
        }
        let result = mosquitto_connect_bind_v5(
            pointer, settings.address.host, CInt(settings.address.port),
            CInt(settings.keepAlive.components.seconds), nil, properties)
        if result == CInt(MOSQ_ERR_EAI.rawValue) {
            throw MQTTError("resolving \(settings.address.host)", result)
        }
        if result != 0 { throw failure(result, at: settings.address) }
    }

    private func failure(_ result: CInt, at address: BrokerAddress) -> MQTTError {
        let error = MQTTError("connecting", result)
        guard case .failed(_, CInt(MOSQ_ERR_ERRNO.rawValue), system: 0) = error else { return error }
        return address.reasonNotToConnect().map { .system("connecting", $0) } ?? error
    }

    /// Calls a function of the library.
    ///
    /// - Throws: An error if the result is not 0.
    func check(_ call: String, _ body: (OpaquePointer) -> CInt) throws(MQTTError) {
        let result = body(pointer)
        guard result == 0 else { throw MQTTError(call, result) }
    }

    private func set(_ will: MQTTMessage) throws(MQTTError) {
        try check("mosquitto_will_set") {
            mosquitto_will_set($0, will.topic, CInt(will.payload.count), will.payload, 1, will.isRetained)
        }
    }

    private func encrypt(_ files: MQTTSettings.Certificates) throws(MQTTError) {
        for file in [files.authorities, files.certificate, files.key] {
            if let file, access(file, R_OK) != 0 { throw .unusable(file: file) }
        }
        if files.authorities == nil {
            try check("mosquitto_int_option") { mosquitto_int_option($0, MOSQ_OPT_TLS_USE_OS_CERTS, 1) }
        }
        guard files.authorities != nil || files.certificate != nil else { return }
        try check("mosquitto_tls_set") {
            mosquitto_tls_set($0, files.authorities, nil, files.certificate, files.key, nil)
        }
    }
}
