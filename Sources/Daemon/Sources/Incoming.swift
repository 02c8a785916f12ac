import Reactive
import Records
import Systemd

/// The folder into which others put documents: one renamed to a source's name is that source's answer.
final class Incoming {
    private let sources: Sources
    private let folder: String
    private var watching: AnyCancellable?

    init(_ folder: String, for sources: Sources) { (self.folder, self.sources) = (folder, sources) }

    /// Watches the folder; what lies there already is taken too.
    func begin(_ watcher: PathWatcher) {
        watching = watcher.entries(of: folder).sink { [unowned self] event in
            switch event {
            case .changed(let name): take(name)
            case .rescan: takeAll()
            case .removed: break
            }
        }
    }

    /// Takes what came before its source was there.
    func takeAll() { for name in ConfigurationFile.names(in: folder, suffix: "") { take(name) } }

    private func take(_ text: String) {
        guard let name = SourceName(text) else { return }
        sources.running[name]?.wake(.delivered)
    }
}
