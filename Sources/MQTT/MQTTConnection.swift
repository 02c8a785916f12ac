import CMosquitto
public import Reactive
public import Systemd

/// A connection to an MQTT broker on the event loop, used once: after `closed`, make another one.
///
/// libmosquitto encodes, decodes and numbers the packets. A worker resolves the name and connects, which may
/// block; everything else happens on the loop when the socket is ready: a `BrokerLink` checks what the broker
/// sends before the library reads it. Messages are published with quality
/// of service 1: the broker acknowledges each.
///
/// Source: libmosquitto(3); OASIS MQTT Version 5.0.
@MainActor
public final class MQTTConnection {
    /// The threads on which names are resolved and connections are opened.
    public typealias Calls = BlockingCalls<Result<BrokerSockets, MQTTError>>

    /// The longest time to establish a connection.
    public static let patience = Duration.seconds(30)

    private let settings: MQTTSettings
    private let loop: EventLoop
    private let clock: AnyScheduler
    let client: MosquittoClient
    private let calls: Calls
    let handle: (MQTTEvent) -> Void
    private var link: BrokerLink?
    private var watch: IOWatch?
    private var timer: AnyCancellable?
    /// The time of the last packet to the broker, at the latest.
    private var lastSent: LoopTime
    private(set) var isClosed = false
    private var isCheckPlanned = false

    /// Connects to a broker.
    ///
    /// - Parameters:
    ///   - settings: The settings of the connection.
    ///   - loop: The event loop.
    ///   - clock: The clock of time limits and pings.
    ///   - calls: The threads on which names are resolved.
    ///   - handle: A function that is called with each event; never before this initializer has returned.
    /// - Throws: An error if a setting cannot be used, or no thread can be started.
    public init(
        _ settings: MQTTSettings, on loop: EventLoop, clock: AnyScheduler, calls: Calls,
        handle: @escaping (MQTTEvent) -> Void
    ) throws {
        self.settings = settings
        self.loop = loop
        self.clock = clock
        self.calls = calls
        self.handle = handle
        lastSent = clock.now
        client = try MosquittoClient(settings)
        setCallbacks()
        let client = client
        try calls.start({ client.connect(settings) }, then: { [weak self] in self?.start($0) })
        timer = clock.after(MQTTConnection.patience, slack: .seconds(1)) { [weak self] in
            self?.close(.timedOut(MQTTConnection.patience))
        }
    }

    isolated deinit { watch?.cancel() }

    /// Publishes a message.
    ///
    /// - Returns: The request that `acknowledged` names.
    /// - Throws: An error about this message, such as one that is too large for the broker. An error of the
    ///   connection is reported as `closed`, and the message is not acknowledged.
    public func publish(_ message: MQTTMessage) throws(MQTTError) -> MQTTRequest {
        var properties: OpaquePointer?
        defer { mosquitto_property_free_all(&properties) }
        for property in message.properties {
            try client.check("mosquitto_property_add_string_pair") { _ in
                mosquitto_property_add_string_pair(
                    &properties, CInt(MQTT_PROP_USER_PROPERTY.rawValue), property.name, property.value)
            }
        }
        var number: CInt = 0
        try request("publishing") {
            mosquitto_publish_v5(
                $0, &number, message.topic, CInt(message.payload.count), message.payload, 1,
                message.isRetained, properties)
        }
        return MQTTRequest(number: number)
    }

    /// Subscribes to the topics that a filter matches; retained messages follow.
    ///
    /// - Parameters:
    ///   - filter: The filter.
    ///   - isAcknowledged: Whether each message is acknowledged (quality of service 1); brokers keep few such
    ///     messages waiting.
    /// - Returns: The request that `subscribed` names.
    /// - Throws: An error if the filter is invalid.
    public func subscribe(_ filter: String, isAcknowledged: Bool = true) throws(MQTTError) -> MQTTRequest {
        var number: CInt = 0
        try request("subscribing") {
            mosquitto_subscribe_v5($0, &number, filter, isAcknowledged ? 1 : 0, 0, nil)
        }
        return MQTTRequest(number: number)
    }

    /// Ends a subscription; messages that are on their way may still arrive.
    ///
    /// - Throws: An error if the filter is invalid.
    public func unsubscribe(_ filter: String) throws(MQTTError) {
        try request("unsubscribing") { mosquitto_unsubscribe_v5($0, nil, filter, nil) }
    }

    /// Whether a filter matches a topic.
    ///
    /// Source: MQTT Version 5.0, 4.7.
    public static func topic(_ topic: String, matches filter: String) -> Bool {
        var isMatch = false
        // An invalid filter matches nothing.
        _ = mosquitto_topic_matches_sub(filter, topic, &isMatch)
        return isMatch
    }

    /// Ends the connection in order, and makes the broker publish the will.
    ///
    /// Source: MQTT Version 5.0, 3.14.2.1, reason code 4.
    public func disconnect() {
        guard !isClosed else { return }
        // A connection that has ended meanwhile is what is wanted. `close` sends what the library writes
        // here.
        _ = mosquitto_disconnect_v5(client.pointer, CInt(MQTT_RC_DISCONNECT_WITH_WILL_MSG.rawValue), nil)
        _ = mosquitto_loop_write(client.pointer, 1)
        flush()
    }

    /// Sends a request. Errors of the connection only close it, in a later turn.
    private func request(_ call: String, _ body: (OpaquePointer) -> CInt) throws(MQTTError) {
        guard !isClosed else { return }
        let result = body(client.pointer)
        lastSent = clock.now
        switch mosq_err_t(result) {
        case MOSQ_ERR_SUCCESS: planCheck()
        case MOSQ_ERR_NO_CONN, MOSQ_ERR_CONN_LOST, MOSQ_ERR_ERRNO, MOSQ_ERR_TLS:
            let error = MQTTError(call, result)
            loop.next { [weak self] in self?.close(error) }
        default: throw MQTTError(call, result)
        }
    }
}

extension MQTTConnection {
    /// Waits for the broker once the worker has connected.
    private func start(_ result: Result<BrokerSockets, MQTTError>) {
        guard !isClosed else { return }
        switch result {
        case .success(let sockets): start(BrokerLink(sockets, client))
        case .failure(let error): close(error)
        }
    }

    private func start(_ link: BrokerLink) {
        self.link = link
        do {
            watch = try loop.watch(link.socket, for: .reading) { [unowned self] in serve($0) }
        } catch {
            return close(.system(error.call, error.code))
        }
        flush()
        waitForSocket()
    }

    private func serve(_ events: Readiness) {
        // The handler may release this connection, and with it the client that is being called.
        withExtendedLifetime(self) {
            // Hang-ups and errors are found by reading.
            if events != .writing { read() }
            flush()
            waitForSocket()
        }
    }

    /// Lets the library read what has arrived, part by part.
    private func read() {
        do throws(MQTTError) {
            for part in try link?.receive() ?? [] {
                try link?.give(part)
                check(mosquitto_loop_read(client.pointer, 1))
                guard !isClosed else { return }
            }
        } catch {
            close(error)
        }
    }

    /// Sends what the library has to send, as far as the broker accepts it.
    private func flush() {
        do throws(MQTTError) {
            repeat {
                guard !isClosed else { return }
                if mosquitto_want_write(client.pointer) { check(mosquitto_loop_write(client.pointer, 1)) }
            } while try link?.forward() ?? false
        } catch {
            close(error)
        }
    }

    /// Sends requests in a later turn, so that those of one turn are sent together.
    private func planCheck() {
        guard !isCheckPlanned else { return }
        isCheckPlanned = true
        loop.next { [weak self] in
            guard let self else { return }
            isCheckPlanned = false
            flush()
            waitForSocket()
        }
    }

    private func waitForSocket() {
        guard !isClosed, let link else { return }
        do {
            try watch?.wait(for: link.events)
        } catch {
            close(.system(error.call, error.code))
        }
    }

    private func check(_ result: CInt) {
        if result != 0, !isClosed { close(MQTTError("the connection", result)) }
    }

    /// Ends the connection; does nothing if it has ended.
    func close(_ error: MQTTError) {
        guard !isClosed else { return }
        isClosed = true
        // The watch must end before the socket is closed.
        watch?.cancel()
        watch = nil
        timer = nil
        if case .violated(_, let violation) = error {
            _ = mosquitto_disconnect_v5(client.pointer, violation.reason, nil)
        }
        // The last packet, if there is one; a connection that has ended already is what is wanted.
        while (try? link?.forward()) ?? false {}
        handle(.closed(error))
    }

    /// Records that the library has sent a packet.
    func recordSent() { lastSent = clock.now }

    /// Wakes up when a ping is due, and lets the library send it.
    func planPing() {
        // The library counts whole seconds.
        let due = lastSent + settings.keepAlive + .seconds(1)
        timer = clock.after(due - clock.now, slack: .seconds(5)) { [weak self] in self?.ping() }
    }

    private func ping() {
        if lastSent + settings.keepAlive < clock.now {
            lastSent = clock.now
            check(mosquitto_loop_misc(client.pointer))
            flush()
            waitForSocket()
        }
        // A connection that has ended needs no timer.
        if !isClosed { planPing() }
    }
}
