import Glibc
import Systemd

/// A pair of connected sockets that closures can share.
final class SocketHolder {
    private let pair = SocketPair()

    var near: CInt { pair.near.raw }
    var far: CInt { pair.far.raw }

    /// Reads all available bytes.
    @discardableResult
    func drain() -> String {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(near, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
}
