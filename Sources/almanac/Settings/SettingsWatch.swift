import Reactive
import Systemd

/// Watches the files in which the reader has settings, for as long as something is shown that can change.
final class SettingsWatch {
    private let watcher: PathWatcher?
    private var watches: [AnyCancellable] = []

    /// Watches them; each change is taken in by the output, and then told. Where files cannot be watched
    /// nothing is lost but that.
    init(_ session: Session, changed: @escaping () -> Void = {}) {
        watcher = try? PathWatcher(on: session.daemon.loop)
        let directory = session.invocation["config"]
        for path in Settings.watched(directory: directory) {
            guard let changes = watcher?.changes(of: path, every: nil) else { continue }
            watches.append(
                changes.sink { _ in
                    if session.output.take(Settings(directory: directory)) { changed() }
                })
        }
    }
}
