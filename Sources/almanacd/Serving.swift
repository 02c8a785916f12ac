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
            let signals = try loop.signals(SIGTERM, SIGINT, SIGHUP)
            let almanac = try AlmanacDaemon(directories, on: loop)
            signals.sink { [unowned self] in take($0, almanac: almanac, loop: loop) }.store(in: &flows)
            // An older database may need a migration first.
            ServiceManager.extendTimeout(.seconds(60))
            almanac.begin(on: try ServiceManager.listenDescriptors()) { [unowned self] in
                began($0, almanac: almanac, loop: loop)
            }
            let ended = try loop.run()
            almanac.end()
            return max(status, ended)
        } catch {
            return refuse(error)
        }
    }

    private func began(_ result: Result<Void, any Error>, almanac: AlmanacDaemon, loop: EventLoop) {
        switch result {
        case .success:
            // Returns the memory used while reading definitions and states.
            Memory.giveBack()
            ProgramPages.unmap()
            ServiceManager.ready(status: almanac.status)
            log(
                .notice, "almanacd \(Version.text) is ready", .started, ["ALMANAC_VERSION": Version.text])
            // Without a service manager there is no watchdog.
            _ = try? loop.enableWatchdog()
        case .failure(let error):
            status = refuse(error)
            loop.stop()
        }
    }

    private func take(_ signal: CInt, almanac: AlmanacDaemon, loop: EventLoop) {
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

    /// Logs why the daemon cannot serve.
    ///
    /// - Returns: The exit status.
    private func refuse(_ error: any Error) -> CInt {
        log(.error, "cannot serve: \(error)")
        if let error = error as? SystemError {
            ServiceManager.failing(error)
            return ExitStatus.system
        }
        guard let error = error as? OptionError else { return ExitStatus.inputOutput }
        // The service manager does not try again after a wrong configuration, but it does after a failed
        // read.
        return error.isTemporary ? ExitStatus.inputOutput : ExitStatus.configuration
    }
}
