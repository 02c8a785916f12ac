import Reactive

/// The positions in the log at which the broker has all messages.
///
/// A checkpoint is written once the broker has acknowledged every message: some time after a change, so that
/// changes that arrive together share one, and at the latest after a number of changes, until which no
/// further ones are read.
final class Checkpoints {
    private static let delay = Duration.milliseconds(200)
    private static let mostChanges = 5000

    private let clock: AnyScheduler
    private let isSettled: () -> Bool
    private let write: (_ cursor: String) -> Void
    private var cursor: String?
    private var count = 0
    private var timer: AnyCancellable?
    private var isDue = false

    /// Makes an object without a position.
    ///
    /// - Parameters:
    ///   - clock: The clock of the delay.
    ///   - isSettled: Returns whether the broker has acknowledged all messages.
    ///   - write: Writes a checkpoint.
    init(_ clock: AnyScheduler, isSettled: @escaping () -> Bool, write: @escaping (String) -> Void) {
        self.clock = clock
        self.isSettled = isSettled
        self.write = write
    }

    /// Whether further changes may be read.
    var hasRoom: Bool { count < Checkpoints.mostChanges }

    /// Records that all messages up to a position were sent.
    func reach(_ cursor: String) {
        self.cursor = cursor
        count += 1
        if timer == nil, !isDue {
            timer = clock.after(Checkpoints.delay, slack: .milliseconds(50)) { [weak self] in
                self?.timer = nil
                self?.isDue = true
                self?.writeIfDue()
            }
        }
        writeIfDue()
    }

    /// Writes a checkpoint if one is due and possible; called after acknowledgements.
    func writeIfDue() {
        guard isDue || !hasRoom, let cursor, isSettled() else { return }
        timer = nil
        isDue = false
        count = 0
        self.cursor = nil
        write(cursor)
    }
}
