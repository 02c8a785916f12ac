import Reactive
import Systemd
import Varlink

/// The turns of long calls: those of one user run one after another.
///
/// A call that has begun comes before those that have not. A call begins only while its user has room for
/// more unread replies, of which what other calls have found and not sent yet counts as a part. Calls whose
/// clients read slowly do not keep a turn while they wait.
final class CallTurns {
    private struct User: Hashable {
        let uid: UInt32
        let isPrivileged: Bool
    }

    /// A call that waits for its turn.
    private final class Waiting {
        let channel: Channel
        let then: (AnyCancellable) -> Void

        init(_ channel: Channel, _ then: @escaping (AnyCancellable) -> Void) {
            self.channel = channel
            self.then = then
        }
    }

    /// The calls of one user.
    private final class Line {
        var begun: [Waiting] = []
        var others: [Waiting] = []
        /// Whether a call has its turn.
        var isTaken = false
        var isServing = false
        /// The number of bytes that the calls hold.
        var held = 0

        var isUnused: Bool { begun.isEmpty && others.isEmpty && !isTaken && held == 0 }

        /// Removes and returns the call whose turn it is; `nil` if there is none, or no room for another one.
        func next() -> Waiting? {
            if !begun.isEmpty { return begun.removeFirst() }
            guard let first = others.first, held == 0 || first.channel.hasRoom(besides: held) else {
                return nil
            }
            return others.removeFirst()
        }
    }

    /// The time without long lists after which free memory is returned to the system.
    private static let quietTime: Duration = .seconds(1)

    private let scheduler: AnyScheduler
    private var lines: [User: Line] = [:]
    private var givingBack: AnyCancellable?

    init(by scheduler: AnyScheduler) { self.scheduler = scheduler }

    /// Waits for the turn of a call; the wait ends with the call.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - hasBegun: Whether the call has had a turn before.
    ///   - then: Called with a token; the turn lasts until it is cancelled or released.
    func wait(for call: Call, hasBegun: Bool, then: @escaping (AnyCancellable) -> Void) {
        let user = User(uid: call.channel.uid, isPrivileged: call.channel.isPrivileged)
        let line = line(of: user)
        let waiting = Waiting(call.channel, then)
        if hasBegun { line.begun.append(waiting) } else { line.others.append(waiting) }
        call.wait(
            for: AnyCancellable { [weak self] in
                line.begun.removeAll { $0 === waiting }
                line.others.removeAll { $0 === waiting }
                self?.serve(line, of: user)
            })
        serve(line, of: user)
    }

    /// Counts bytes that a call of a channel's user holds until the token is cancelled or released.
    func hold(_ bytes: Int, for channel: Channel) -> AnyCancellable {
        let user = User(uid: channel.uid, isPrivileged: channel.isPrivileged)
        let line = line(of: user)
        line.held += bytes
        return AnyCancellable { [weak self] in
            line.held -= bytes
            self?.serve(line, of: user)
            self?.giveBackLater()
        }
    }

    private func giveBackLater() {
        givingBack = scheduler.after(Self.quietTime, slack: Self.quietTime / 4) { Memory.giveBack() }
    }

    private func line(of user: User) -> Line {
        if let line = lines[user] { return line }
        let line = Line()
        lines[user] = line
        return line
    }

    private func serve(_ line: Line, of user: User) {
        guard !line.isServing else { return }
        line.isServing = true
        while !line.isTaken, let next = line.next() {
            line.isTaken = true
            next.then(
                AnyCancellable { [weak self] in
                    line.isTaken = false
                    self?.serve(line, of: user)
                })
        }
        line.isServing = false
        if line.isUnused, lines[user] === line { lines[user] = nil }
    }
}
