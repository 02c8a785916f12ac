import Glibc
import Reactive
import Systemd

/// The terminal as a screen to draw on; `close` or deinitialisation restores it.
final class Screen {
    /// A key.
    enum Key {
        case up
        case down
        case letter(Character)
        case other
    }

    private let loop: EventLoop
    private var before = termios()
    private var watch: IOWatch?
    private var signals: AnyCancellable?

    /// Takes over the terminal.
    ///
    /// - Throws: A complaint if there is none.
    init(
        on loop: EventLoop, key: @escaping (Key) -> Void, resized: @escaping () -> Void,
        ended: @escaping () -> Void
    ) throws(CommandError) {
        self.loop = loop
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1, tcgetattr(STDIN_FILENO, &before) == 0
        else {
            throw CommandError(
                .usage, "top needs a terminal", hints: ["to follow changes elsewhere: almanac watch"])
        }
        do {
            watch = try loop.watch(STDIN_FILENO, for: .reading) { _ in key(Screen.read()) }
            signals = try loop.signals(SIGINT, SIGTERM, SIGHUP, SIGWINCH).sink {
                $0 == SIGWINCH ? resized() : ended()
            }
        } catch {
            throw CommandError(.unavailable, "\(error)")
        }
        var raw = before
        raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
        tcsetattr(STDIN_FILENO, TCSANOW, &raw)
        Terminal.write("\u{1B}[?1049h\u{1B}[?25l")
    }

    /// Draws lines from the top over the previous content.
    func draw(_ lines: [String]) {
        Terminal.write("\u{1B}[H" + lines.map { $0 + "\u{1B}[K" }.joined(separator: "\r\n") + "\u{1B}[J")
    }

    /// Restores the terminal.
    func close() {
        watch = nil
        Terminal.write("\u{1B}[?25h\u{1B}[?1049l")
        tcsetattr(STDIN_FILENO, TCSANOW, &before)
    }

    private static func read() -> Key {
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = Glibc.read(STDIN_FILENO, &bytes, bytes.count)
        let typed = bytes.prefix(max(0, count))
        switch String(decoding: typed, as: UTF8.self) {
        case "\u{1B}[A", "\u{1B}OA", "k": return .up
        case "\u{1B}[B", "\u{1B}OB", "j": return .down
        case _ where typed.count == 1: return .letter(Character(Unicode.Scalar(typed[0])))
        // The end of input quits the program.
        case _ where typed.isEmpty: return .letter("q")
        default: return .other
        }
    }
}
