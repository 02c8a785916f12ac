import Daemon
import Definitions
import Glibc
import Programs
import Reactive
import Records
import Systemd

/// The daemon, from its start to its end.
final class Serving {
    private let directories: Directories
    private var status = ExitStatus.success
    private var flows: Set<AnyCancellable> = []
    private var passed: [PassedDescriptor] = []
    private var refusing: Refusing?

    init(_ directories: Directories) { self.directories = directories }

    /// Serves until a signal stops it.
    ///
    /// - Returns: The exit status.
    func run() -> CInt {
        do {
            let loop = try EventLoop()
            // A client that disconnects during a send must not end the daemon.
            signal(SIGPIPE, SIG_IGN)
            signal(SIGXFSZ, SIG_IGN)
            Memory.share()
            passed = try ServiceManager.listenDescriptors()
            return try serve(on: loop)
        } catch {
            return StartFailure(error).report()
        }
    }

    private func serve(on loop: EventLoop) throws -> CInt {
        let signals = try loop.signals(SIGTERM, SIGINT, SIGHUP)
        let almanac: AlmanacDaemon
        do {
            almanac = try AlmanacDaemon(directories, on: loop)
        } catch {
            refuse(error, on: loop)
            try refusing?.run(signals)
            return status
        }
        signals.sink { [unowned self] in handle($0, almanac: almanac, loop: loop) }.store(in: &flows)
        // An older database may need a migration first.
        ServiceManager.extendTimeout(.seconds(60))
        almanac.start(on: passed) { [unowned self] in began($0, almanac: almanac, loop: loop) }
        let ended = try loop.run()
        refusing?.finish()
        almanac.stop()
        return max(status, ended)
    }

    private func began(_ result: Result<Void, any Error>, almanac: AlmanacDaemon, loop: EventLoop) {
        switch result {
        case .success:
            passed = []
            // Returns the memory used while reading definitions and states.
            Memory.giveBack()
            ProgramPages.unmap()
            ServiceManager.ready(status: almanac.status)
            log(
                .notice, "almanacd \(Version.text) is ready", .started, ["ALMANAC_VERSION": Version.text])
            // Without a service manager there is no watchdog.
            _ = try? loop.enableWatchdog()
        case .failure(let error):
            refuse(error, on: loop)
        }
    }

    private func handle(_ signal: CInt, almanac: AlmanacDaemon, loop: EventLoop) {
        guard signal == SIGHUP else {
            ServiceManager.stopping()
            // Pending data are written first, which takes longer on a slow disk.
            ServiceManager.extendTimeout(.seconds(20))
            log(.notice, "almanacd is stopping", .stopped)
            return loop.stop()
        }
        do throws(OptionError) {
            try almanac.reload()
            log(.notice, "configuration and definitions were read again", .reloaded)
        } catch {
            log(
                .error, "the configuration was refused, the previous one stays in effect: \(error)",
                .reloadRefused)
        }
    }

    /// Logs why the daemon cannot serve, and ends it.
    private func refuse(_ error: any Error, on loop: EventLoop) {
        let failure = StartFailure(error)
        status = failure.report()
        let refusing = Refusing(on: loop)
        refusing.start(failure, to: passed)
        self.refusing = refusing
        passed = []
    }
}
