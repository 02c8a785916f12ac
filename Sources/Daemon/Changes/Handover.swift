import Glibc
import Records
import Systemd
import Varlink

/// Leaves readers to the next run of the daemon by the service manager's store of descriptors: their sockets stay
/// connected, and they go on exactly where they were.
///
/// The sockets are stored together with a sealed file that says how far each is. The next run takes them out of the
/// store before it sends anything: what is stored is never older than what was sent.
enum Handover {
    /// More would keep the service manager busy: it compares each with all before.
    private static let most = 1_000
    /// The most bytes that are kept of what readers have not taken.
    private static let mostBytes = 64 << 20
    private static let socketName = "r"
    private static let fileName = "p"

    /// Leaves as many readers as may be; nothing more can be sent to them here.
    ///
    /// - Returns: Those who are not kept.
    static func leave(_ readers: [Subscriber]) -> [Subscriber] {
        var (bytes, kept, rest): ([UInt8], [Subscriber], [Subscriber]) = ([], [], [])
        for reader in readers {
            guard kept.count < most, bytes.count < mostBytes, let state = reader.kept else {
                rest.append(reader)
                continue
            }
            state.write(to: &bytes)
            kept.append(reader)
        }
        guard !kept.isEmpty, store(kept, bytes) else { return readers }
        for reader in kept { reader.channel.close() }
        return rest
    }

    /// Takes out of what the service manager handed over what `leave` left.
    ///
    /// - Parameter passed: What it handed over; without the readers afterwards.
    /// - Returns: The readers and their sockets.
    static func take(from passed: inout [PassedDescriptor]) -> [(KeptReader, PassedDescriptor)] {
        let sockets = passed.filter { $0.name == socketName }
        let files = passed.filter { $0.name == fileName }
        passed.removeAll { $0.name == socketName || $0.name == fileName }
        guard !(sockets.isEmpty && files.isEmpty) else { return [] }
        for name in [socketName, fileName] { ServiceManager.removeStored(name: name) }
        guard files.count == 1, let file = files[0].raw else {
            return refuse("there is no file of positions")
        }
        do throws(SystemError) {
            return pair(readers(in: try SealedMemory.contents(of: file)), sockets)
        } catch {
            return refuse("\(error)")
        }
    }

    private static func store(_ readers: [Subscriber], _ bytes: [UInt8]) -> Bool {
        do throws(SystemError) {
            let file = try SealedMemory.make(bytes)
            let sockets = readers.map(\.channel.raw)
            guard try ServiceManager.store(sockets, name: socketName) else { return false }
            return try ServiceManager.store(file.raw, name: fileName)
        } catch {
            log(.warning, "cannot keep the connections of readers: \(error)")
            // What was stored already must not be taken for readers by the next run.
            ServiceManager.removeStored(name: socketName)
            return false
        }
    }

    private static func readers(in bytes: [UInt8]) -> [KeptReader] {
        var (rest, readers): (ArraySlice<UInt8>, [KeptReader]) = (bytes[...], [])
        while !rest.isEmpty {
            guard let reader = KeptReader(reading: &rest) else {
                log(.warning, "what was kept of readers makes no sense; the rest of them must come again")
                return readers
            }
            readers.append(reader)
        }
        return readers
    }

    /// A socket whose reader is not known is closed, one that has hung up meanwhile is not there.
    private static func pair(
        _ readers: [KeptReader], _ sockets: [PassedDescriptor]
    ) -> [(KeptReader, PassedDescriptor)] {
        let known = Dictionary(readers.map { ($0.socket, $0) }) { first, _ in first }
        return sockets.compactMap { socket in
            socket.raw.flatMap(inode).flatMap { known[$0] }.map { ($0, socket) }
        }
    }

    private static func refuse(_ reason: String) -> [(KeptReader, PassedDescriptor)] {
        log(.warning, "the connections that were kept are closed: \(reason)")
        return []
    }

    /// What tells one socket from another, in any process; `nil` when it cannot be had.
    fileprivate static func inode(_ socket: CInt) -> UInt64? {
        var status = stat()
        return fstat(socket, &status) == 0 ? UInt64(status.st_ino) : nil
    }
}

extension Subscriber {
    /// What the next run must know of it; `nil` when it cannot be kept.
    fileprivate var kept: KeptReader? {
        guard !channel.isClosed, let socket = Handover.inode(channel.raw) else { return nil }
        return KeptReader(
            socket: socket, wish: wish, cursor: cursor, place: place, readyAt: readyAt, rest: channel.rest)
    }
}
