import Definitions
import Glibc

extension World {
    /// The time within which the daemon takes a document: a running attempt and its requests end before.
    private static let patience: Nanoseconds = .minutes(10)

    private func incoming(_ source: SimulatedSource) -> String {
        "\(machine.directories.state)/incoming/\(source.name)"
    }

    /// Delivers a document by renaming it to the name of its source, or something else.
    func deliver(_ delivery: Delivery, to source: SimulatedSource) {
        let path = incoming(source)
        guard access("\(machine.directories.state)/incoming", W_OK) == 0 else { return }
        clear(path)
        source.delivered = now
        switch delivery {
        case .document: Folder.write(source.body, to: path)
        case .earlier: deliverEarlier(source, to: path)
        case .garbage: Folder.write(Array("<!doctype html><p>no".utf8), to: path)
        case .symbolicLink: symlink(secretFile(), path)
        case .hardLink: link(secretFile(), path)
        case .folder: Folder.make(path)
        }
        if delivery.isTaken { expectTaken(path, of: source) } else { expectRefused(path) }
    }

    /// The daemon takes a document for what the upstream sent last, and keeps it until the upstream, or the
    /// file of the source, changes.
    private func deliverEarlier(_ source: SimulatedSource, to path: String) {
        guard !source.earlier.isEmpty else { return Folder.write(source.body, to: path) }
        Folder.write(source.earlier, to: path)
        after(Self.patience) { [unowned self] in
            source.renew()
            writeFile(of: source)
        }
    }

    /// Removes what the daemon did not take.
    func clearIncoming() { for source in upstreams.sources { clear(incoming(source)) } }

    private func clear(_ path: String) {
        refused[path] = nil
        Folder.remove(path)
        unlink(path)
    }

    /// Returns the path of a file that only the daemon and root may read. It is in the state folder: only
    /// there do the names of a file still belong to one file after a kill.
    private func secretFile() -> String {
        let path = "\(machine.directories.state)/secret"
        if access(path, F_OK) != 0 { Folder.write(Array("key,name\n1,s3cr3t\n".utf8), to: path) }
        return path
    }

    /// Whether the definition of a source cannot be used: a daemon that starts now does not run the source.
    func isSpoilt(_ source: SimulatedSource) -> Bool {
        let bytes = Folder.read(definitionPath(of: source.name)) ?? []
        return String(decoding: bytes, as: UTF8.self).contains(Edit.nonsense)
    }

    /// Checks that a delivery that must not be read stays in place; the death of a daemon gives it another
    /// inode.
    private func expectRefused(_ path: String) {
        let delivered = now
        refused[path] = delivered
        after(Self.patience) { [unowned self] in
            guard refused[path] == delivered else { return }
            if Folder.inode(path) == 0 { fail("\(path) is taken, which must not be read") }
        }
    }

    private func expectTaken(_ path: String, of source: SimulatedSource) {
        let (starts, began) = (machine.starts, now)
        let inode = Folder.inode(path)
        let isRun = source.isEnabled && (isDefined(source) || source.addition != .unknown)
        guard machine.isRunning, isRun, disk.error == 0, !isSpoilt(source) else { return }
        after(Self.patience) { [unowned self] in
            let isSame = machine.isRunning && machine.starts == starts && source.isEnabled
            let isWell = disk.error == 0 && !disk.cannotRead
            let wasWell = isWell && disk.healthySince < began && machine.wasAwake(since: began)
            if isSame, wasWell, Folder.inode(path) == inode {
                fail("the document that was delivered for \(source.name) is not taken")
            }
        }
    }
}
