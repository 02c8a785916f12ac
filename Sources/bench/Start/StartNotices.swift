import CSystemd
import Glibc
import Systemd

/// A socket that receives a service's notifications in place of a service manager.
///
/// Source: sd_notify(3).
final class StartNotices {
    private let descriptor: FileDescriptor

    /// Binds the socket.
    ///
    /// - Throws: An error if it cannot be created.
    init(at path: String) throws {
        let kind = CInt(SOCK_DGRAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
        descriptor = FileDescriptor(owning: socket(AF_UNIX, kind, 0))
        let raw = descriptor.raw
        guard BenchSocket.withAddress(path, call: { bind(raw, $0, $1) }) == 0 else {
            throw SystemError.last("bind", path)
        }
        BenchSocket.limitWaiting(raw, seconds: 60)
    }

    /// Waits for a line, at most a minute.
    ///
    /// - Throws: An error if it does not arrive.
    func await(_ line: String) throws {
        while true {
            guard let text = next() else { throw BenchError(description: "\(line) did not arrive") }
            if text.split(separator: "\n").contains(Substring(line)) { return }
        }
    }

    /// Drops earlier notifications.
    func forget() { while next(CInt(MSG_DONTWAIT)) != nil {} }

    private func next(_ flags: CInt = 0) -> String? {
        var room = [UInt8](repeating: 0, count: 4096)
        let count = recv(descriptor.raw, &room, room.count, flags)
        return count > 0 ? String(decoding: room[..<count], as: UTF8.self) : nil
    }
}
