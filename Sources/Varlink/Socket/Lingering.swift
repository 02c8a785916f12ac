import Glibc
import Reactive
import Systemd

/// Closed connections whose peers have not read everything yet.
///
/// The kernel keeps unread bytes and accounts them to this process, even after its end is closed. The
/// descriptors stay open, and count as connections and unsent bytes of their users, until the peer has read
/// everything or has closed: a user who opens connections and never reads cannot make this process hold more
/// than the user's limits.
final class Lingering {
    private final class Entry {
        let descriptor: FileDescriptor
        let account: Account
        let bytes: Int

        init(_ descriptor: consuming FileDescriptor, _ account: Account, _ bytes: Int) {
            self.descriptor = descriptor
            self.account = account
            self.bytes = bytes
        }
    }

    private static let interval: Duration = .seconds(1)

    private let accounts: Accounts
    private let clock: AnyScheduler
    private var entries: [Entry] = []
    private var timer: AnyCancellable?

    init(_ accounts: Accounts, by clock: AnyScheduler) {
        self.accounts = accounts
        self.clock = clock
    }

    /// The number of lingering connections.
    var count: Int { entries.count }

    /// Returns the memory of sent bytes that the peer of a socket has not read; 0 if the kernel does not say.
    static func unread(_ socket: CInt) -> Int {
        var count: CInt = 0
        return ioctl(socket, UInt(TIOCOUTQ), &count) == 0 ? Int(count) : 0
    }

    /// Shuts a connection down, and keeps its descriptor until everything has been read.
    func add(_ descriptor: consuming FileDescriptor, of account: Account, unread bytes: Int) {
        // Fails if the peer has closed, which the next check finds.
        _ = shutdown(descriptor.raw, CInt(SHUT_RDWR))
        accounts.addUnsent(bytes, to: account)
        entries.append(Entry(descriptor, account, bytes))
        if timer == nil { wait() }
    }

    /// Closes all of them.
    func removeAll() {
        let all = entries
        entries = []
        timer = nil
        for entry in all { release(entry) }
    }

    private func wait() {
        timer = clock.after(Self.interval, slack: Self.interval / 4) { [unowned self] in check() }
    }

    private func check() {
        timer = nil
        let done = entries.filter { Self.unread($0.descriptor.raw) == 0 }
        if !done.isEmpty { entries.removeAll { Self.unread($0.descriptor.raw) == 0 } }
        for entry in done { release(entry) }
        if !entries.isEmpty, timer == nil { wait() }
    }

    private func release(_ entry: Entry) {
        accounts.close(entry.account)
        accounts.addUnsent(-entry.bytes, to: entry.account)
    }
}
