import Reactive
import Systemd

/// Watches the files with the user's settings while a page is shown.
final class SettingsWatch {
    private let watcher: PathWatcher?
    private var watches: [AnyCancellable] = []

    /// Starts watching; each change updates the output and calls `changed`. If the files cannot be watched,
    /// only this feature is lost.
    init(_ output: Output, on loop: EventLoop, changed: @escaping () -> Void = {}) {
        watcher = try? PathWatcher(on: loop)
        for path in output.settingsFiles {
            guard let changes = watcher?.changes(of: path, every: nil) else { continue }
            watches.append(changes.sink { _ in if output.reloadSettings() { changed() } })
        }
    }
}
