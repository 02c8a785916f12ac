import CSystemd
import Glibc
import Reactive

/// An inotify watch of one directory, shared by all listeners to names in it.
final class DirectoryWatch {
    typealias Action = (InotifyEvent) -> Void

    private let path: String
    private let whenUnused: (DirectoryWatch) -> Void
    private var source: EventSource?
    private var byName: [String: [Int: Action]] = [:]
    private var forAll: [Int: Action] = [:]
    private var last = 0

    /// Whether the watch no longer reports events of the directory at its path.
    private(set) var isDead = false

    /// Begins to watch.
    ///
    /// - Parameters:
    ///   - path: The directory.
    ///   - loop: The loop.
    ///   - whenUnused: A function that is called when there are no more listeners, or the directory is
    ///     gone.
    /// - Throws: The error of inotify_add_watch(2).
    init(
        _ path: String, on loop: OpaquePointer, whenUnused: @escaping (DirectoryWatch) -> Void
    ) throws(SystemError) {
        self.path = path
        self.whenUnused = whenUnused
        let me = Unmanaged.passUnretained(self).toOpaque()
        source = try EventSource("inotify_add_watch", path) {
            sd_event_add_inotify(
                loop, $0, path, InotifyEvent.wanted,
                { _, event, me in
                    callOwner(of: me, with: event) { (watch: DirectoryWatch, event) in watch.hear(event) }
                }, me)
        }
    }

    /// Calls `action` for events of a name, or of all names if it is `nil`, and of the directory itself.
    func listen(to name: String?, _ action: @escaping Action) -> AnyCancellable {
        last += 1
        let number = last
        if let name { byName[name, default: [:]][number] = action } else { forAll[number] = action }
        return AnyCancellable { self.forget(number, name) }
    }

    private func forget(_ number: Int, _ name: String?) {
        if let name {
            byName[name]?[number] = nil
            if byName[name]?.isEmpty == true { byName[name] = nil }
        } else {
            forAll[number] = nil
        }
        if byName.isEmpty && forAll.isEmpty { close() }
    }

    private func close() {
        guard !isDead else { return }
        isDead = true
        source = nil
        whenUnused(self)
    }

    private func hear(_ event: UnsafePointer<inotify_event>?) -> CInt {
        guard let event else { return 0 }
        let sign = InotifyEvent(mask: event.pointee.mask, name: name(of: event), directory: path)
        if sign.isEnd { close() }
        let names = sign.name.map { [$0] } ?? Array(byName.keys)
        for name in names {
            // A listener that an earlier listener removed is not called.
            for number in (byName[name] ?? [:]).keys { byName[name]?[number]?(sign) }
        }
        for number in forAll.keys { forAll[number]?(sign) }
        return 0
    }

    /// Returns the name, which follows the event and is padded with NUL; see inotify(7).
    private func name(of event: UnsafePointer<inotify_event>) -> String? {
        guard event.pointee.len > 0 else { return nil }
        let start = UnsafeRawPointer(event).advanced(by: MemoryLayout<inotify_event>.size)
        return String(cString: start.assumingMemoryBound(to: CChar.self))
    }
}
