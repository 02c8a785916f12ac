import AlmanacClient
import Bridge
import Glibc
import MQTT
import Programs
import Reactive
import Records
import Systemd

/// The bridge as a service.
final class Program {
    private let words: [String]
    private var flows: Set<AnyCancellable> = []
    /// The wait until memory is given back.
    private var rest: AnyCancellable?

    /// Makes the program of the words after its name.
    init(_ words: [String]) { self.words = words }

    /// Publishes until a signal stops it.
    ///
    /// - Returns: The exit status.
    func run() -> CInt {
        do {
            let arguments = try Arguments(words)
            switch arguments.command {
            case .help: say(Help.text)
            case .version:
                say("almanac-mqtt \(Version.text)\n\(Version.build), \(MQTTLibrary.name), libsystemd")
            case .check: say("\(arguments.file) is valid: \(try settings(arguments).broker)")
            case .publish: return try publish(arguments)
            }
            return ExitStatus.success
        } catch let error as ArgumentError {
            complain("\(error); see almanac-mqtt --help")
            return ExitStatus.usage
        } catch let error as OptionError {
            // The journal may not know the unit of a message whose sender has ended; of this one it does.
            complain("\(error)")
            return ExitStatus.configuration
        } catch {
            log(.error, "cannot publish: \(error)")
            return ExitStatus.system
        }
    }

    private func settings(_ arguments: Arguments) throws -> BridgeSettings {
        let path = arguments.file
        let file: FileDescriptor
        do throws(SystemError) {
            file = try FileDescriptor(opening: path, O_RDONLY)
        } catch {
            throw OptionError(file: path, line: 0, reason: String(cString: strerror(error.code)))
        }
        return try BridgeSettings(file.content(limit: 1 << 20, of: path), file: path)
    }

    private func publish(_ arguments: Arguments) throws -> CInt {
        let settings = try settings(arguments)
        let loop = try EventLoop()
        signal(SIGPIPE, SIG_IGN)
        Memory.share()
        let signals = try loop.signals(SIGTERM, SIGINT)
        try Program.makeFolder(arguments.state)
        let store = try RetainedStore(path: arguments.state + "/topics", settings: settings.identity)
        let daemon = DaemonConnection(to: arguments.socket, on: loop)
        let secrets = Secrets(home: arguments.secrets)
        let bridge = try Bridge(settings, daemon: daemon, clock: AnyScheduler(loop), store: store) {
            try secrets.settings(settings, name: arguments.name)
        }
        bridge.changed = { [weak self] state in
            ServiceManager.status(Program.status(state, settings))
            if state == .online { self?.giveBackLater(loop) }
        }
        signals.sink { _ in
            ServiceManager.stopping()
            bridge.stop { loop.stop() }
        }.store(in: &flows)
        bridge.start()
        ServiceManager.ready(status: Program.status(.connecting, settings))
        log(
            .notice, "almanac-mqtt \(Version.text) publishes to \(settings.broker) as \(settings.tree.prefix)"
        )
        return try loop.run()
    }

    /// Gives back what only the start and the first comparison of all records needed.
    private func giveBackLater(_ loop: EventLoop) {
        rest = AnyScheduler(loop).after(.seconds(2), slack: .seconds(1)) {
            Memory.giveBack()
            ProgramPages.unmap()
        }
    }

    private static func status(_ state: Bridge.State, _ settings: BridgeSettings) -> String {
        switch state {
        case .connecting: "Connecting with \(settings.broker)"
        case .waiting: "Connected with \(settings.broker), waiting for almanacd"
        case .online: "Publishing to \(settings.broker)"
        }
    }

    /// Makes a folder and those above it.
    private static func makeFolder(_ path: String) throws(SystemError) {
        guard mkdir(path, 0o700) != 0, errno != EEXIST else { return }
        let parent = path.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" }
        guard errno == ENOENT, !parent.isEmpty else { throw .last("mkdir", path) }
        try makeFolder(parent)
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .last("mkdir", path) }
    }
}
