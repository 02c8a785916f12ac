import Glibc
import Systemd
import Testing

/// A terminal for a test: the output of a program, and its width.
@MainActor
final class Pseudoterminal {
    /// Whether this machine has pseudoterminals.
    nonisolated static var isAvailable: Bool { access("/dev/ptmx", R_OK | W_OK) == 0 }

    /// The output so far.
    private(set) var text = ""
    /// The descriptor for programs.
    let slave: CInt

    private let master: CInt
    private var watch: IOWatch?

    /// Opens a pseudoterminal.
    ///
    /// Source: ioctl_tty(2), TIOCSPTLCK and TIOCGPTN, which the Glibc module lacks.
    init(columns: UInt16, rows: UInt16, on loop: EventLoop) throws {
        master = Glibc.open("/dev/ptmx", O_RDWR | O_NOCTTY)
        var (lock, number): (CInt, CInt) = (0, 0)
        try #require(ioctl(master, 0x4004_5431, &lock) == 0 && ioctl(master, 0x8004_5430, &number) == 0)
        slave = Glibc.open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
        for end in [master, slave] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        try #require(ioctl(slave, UInt(TIOCSWINSZ), &size) == 0)
        watch = try loop.watch(master, for: .reading) { [unowned self] _ in read() }
    }

    isolated deinit {
        watch = nil
        close(slave)
        close(master)
    }

    /// Types keys.
    func type(_ keys: String) {
        let bytes = Array(keys.utf8)
        _ = bytes.withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
    }

    private func read() {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = Glibc.read(master, &bytes, bytes.count)
        if count > 0 { text += String(decoding: bytes[..<count], as: UTF8.self) }
    }
}
