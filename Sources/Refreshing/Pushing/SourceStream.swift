import Alerts
import Definitions
import Fetching
import Reactive
import Records
import Systemd

/// The stream of a source's upstream: its connection, the documents that wait, and what is known to be missing.
final class SourceStream {
    private unowned let source: Source
    private let push: PushSetting
    private var connection: PushConnection?
    private var intake: PushIntake?
    private var networks: AnyCancellable?
    private var wasCurrent = false
    private var logged = ConnectionLog()
    /// The remarks that were last published.
    private var published: [String] = []

    /// Creates the stream of a source.
    init(_ push: PushSetting, for source: Source) {
        self.push = push
        self.source = source
    }

    /// Connects.
    func start() {
        let source = source
        let push = push
        intake = PushIntake(for: source) { [unowned self] in update() }
        connection = PushConnection(
            push, maximumBytes: source.linkLimits.maximumBytes, clocks: source.clocks,
            connect: { [unowned source] receive throws(FetchFailure) in
                try source.upstreams.stream(push, of: source.definition, receive: receive)
            },
            receive: { [unowned self] in add($0) }, changed: { [unowned self] in connectionChanged() })
        networks = source.upstreams.networkChanges.sink { [unowned self] in connection?.reconnect() }
        connection?.start()
    }

    /// Closes the connection.
    func stop() {
        networks = nil
        connection?.stop()
    }

    /// Whether heartbeats arrive, and each message that the last one named was read.
    var isCurrent: Bool {
        guard let connection, let intake else { return false }
        return connection.isAlive && intake.isVerified
    }

    /// The remarks on the stream; none while it is current.
    var notes: [String] {
        var notes: [String] = []
        if let failure = connection?.failure {
            notes.append("the stream \(push.text) is lost: \(failure.message)")
        } else if connection?.isAlive != true {
            notes.append("the stream \(push.text) has sent no heartbeat yet")
        }
        if let missing = intake?.missing, missing > 0 {
            notes.append("of the messages that the stream named, \(missing) could not be read yet")
        }
        if let lost = intake?.lost, lost > 0 {
            notes.append("of the messages of the stream, \(lost) could not be read")
        }
        return notes
    }

    /// Continues after the document of the source was read.
    func ingestNext() { intake?.startNext() }

    private func add(_ item: PushedItem) {
        guard let intake else { return }
        intake.add(item)
        if intake.size > PushIntake.mostWaiting { connection?.setReading(false) }
    }

    private func connectionChanged() {
        if connection?.isAlive != true { intake?.forgetVerified() }
        logConnection()
        update()
    }

    /// Logs that the stream was lost or returned.
    private func logConnection() {
        let failure = connection?.failure
        guard logged.insert(failure?.reason, at: source.clocks.scheduler.now) else { return }
        guard let failure else {
            return source.logStream(.notice, "the stream \(push.text) is alive")
        }
        source.logStream(
            .warning,
            "the stream \(push.text) is lost: \(failure.message); the document is requested as usual")
    }

    /// Adapts the requests for the document to what is known, and publishes it.
    private func update() {
        if let intake, intake.size <= PushIntake.mostWaiting / 2 { connection?.setReading(true) }
        let isCurrent = isCurrent
        if wasCurrent, !isCurrent { source.returnToUsualPace() }
        wasCurrent = isCurrent
        let notes = notes
        guard published != notes else { return }
        published = notes
        source.publishStream(isNews: true)
    }
}
