import Definitions
import Reactive
import Records
package import Systemd

/// The folder into which other programs put documents: a file renamed to a source's name becomes that
/// source's document.
package final class Incoming {
    private let sources: Sources
    private let folder: String
    private var watching: AnyCancellable?

    package init(_ folder: String, for sources: Sources) {
        self.folder = folder
        self.sources = sources
    }

    /// Watches the folder; documents that are already there count as delivered, too.
    package func start(_ watcher: PathWatcher) {
        watching = watcher.entries(of: folder).sink { [unowned self] event in
            switch event {
            case .changed(let name): wake(name)
            case .rescan: wakeAll()
            case .removed: break
            }
        }
    }

    /// Wakes the sources of all documents, also of those that arrived before their source was defined.
    func wakeAll() {
        do throws(OptionError) {
            for name in try ConfigurationFile.names(in: folder, suffix: "") { wake(name) }
        } catch {
            log(.warning, "cannot list incoming documents: \(error)")
        }
    }

    private func wake(_ text: String) {
        guard let name = SourceName(text) else { return }
        sources.running[name]?.wake(.incoming)
    }
}
