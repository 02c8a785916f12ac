import Daemon
import Glibc
import Reactive
import Systemd

/// The daemon's process, as `almanacd` runs it.
///
/// A killed process never continues: its objects stay in memory, but none of their code runs again.
enum DaemonProcess {
    /// Runs the daemon until it is requested to stop.
    static func run() {
        do {
            let loop = try EventLoop()
            let signals = try loop.signals(SIGTERM, SIGHUP)
            let almanac = try AlmanacDaemon(World.current.machine.directories, on: loop)
            let flow = signals.sink { take($0, almanac, loop) }
            almanac.start(on: try ServiceManager.listenDescriptors()) { began($0, almanac, loop) }
            let status = try loop.run()
            almanac.stop()
            flow.cancel()
            if status != 0 { World.current.daemonFailed("status \(status)") }
        } catch {
            World.current.daemonFailed("\(error)")
        }
    }

    private static func began(_ result: Result<Void, any Error>, _ almanac: AlmanacDaemon, _ loop: EventLoop)
    {
        switch result {
        case .success: ServiceManager.ready(status: almanac.status)
        case .failure(let error):
            World.current.daemonFailed("\(error)")
            loop.stop(status: 1)
        }
    }

    private static func take(_ signal: CInt, _ almanac: AlmanacDaemon, _ loop: EventLoop) {
        guard signal == SIGHUP else { return loop.stop() }
        do {
            try almanac.reload()
        } catch {
            World.current.fail("a reload is refused: \(error)")
        }
    }
}
