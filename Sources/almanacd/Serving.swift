import Daemon
import Glibc
import Reactive
import Records
import Systemd

/// The daemon from its start to its end.
final class Serving {
    private let directories: Directories
    private var status = ExitStatus.success
    private var flows: Set<AnyCancellable> = []

    init(_ directories: Directories) { self.directories = directories }

    /// Serves until it is told to stop.
    ///
    /// - Returns: The exit status.
    func run() -> CInt {
        do {
            let loop = try EventLoop()
            // Whoever hangs up while being told of something must not end the daemon.
            signal(SIGPIPE, SIG_IGN)
            signal(SIGXFSZ, SIG_IGN)
            Memory.share()
            let signals = try loop.signals(SIGTERM, SIGINT, SIGHUP)
            let almanac = try Almanac(directories, on: loop)
            signals.sink { [unowned self] in take($0, almanac, loop) }.store(in: &flows)
            // A store from before may have to be brought to another form first.
            ServiceManager.extendTimeout(.seconds(60))
            almanac.begin(on: try ServiceManager.listenDescriptors()) { [unowned self] in
                began($0, almanac, loop)
            }
            let ended = try loop.run()
            almanac.end()
            return max(status, ended)
        } catch {
            return refuse(error)
        }
    }

    private func began(_ result: Result<Void, any Error>, _ almanac: Almanac, _ loop: EventLoop) {
        switch result {
        case .success:
            // What reading definitions and states took is given back.
            Memory.giveBack()
            ServiceManager.ready(status: almanac.status)
            log(
                .notice, "almanacd \(Version.text) serves", .started, ["ALMANAC_VERSION": Version.text])
            // Without a service manager nobody waits for the watchdog.
            _ = try? loop.enableWatchdog()
        case .failure(let error):
            status = refuse(error)
            loop.stop()
        }
    }

    private func take(_ signal: CInt, _ almanac: Almanac, _ loop: EventLoop) {
        guard signal == SIGHUP else {
            ServiceManager.stopping()
            // What waits is written first, on a slow disk too.
            ServiceManager.extendTimeout(.seconds(20))
            log(.notice, "almanacd stops", .stopped)
            return loop.stop()
        }
        do throws(OptionError) {
            try almanac.reload()
            log(.notice, "configuration and definitions were read again", .reloaded)
        } catch {
            log(.error, "the configuration is refused, the one before holds: \(error)", .reloadRefused)
        }
    }

    /// Says why the daemon cannot serve.
    ///
    /// - Returns: The exit status for it.
    private func refuse(_ error: any Error) -> CInt {
        log(.error, "cannot serve: \(error)")
        if let error = error as? SystemError {
            ServiceManager.failing(error)
            return ExitStatus.system
        }
        return error is OptionError ? ExitStatus.configuration : ExitStatus.inputOutput
    }
}
