import CConfinement
import Calendars
import Glibc
import Records

/// Documents with calendars.
///
/// Rules may take long, which is why the daemon expands them in a process of its own: here, too, they are
/// expanded in a process that may be killed, but must not trap; the rest is expanded in this process.
enum CalendarTarget {
    /// The processor time of a process, in milliseconds.
    private static let most: UInt32 = 2000

    /// Expands a document.
    static func run(_ input: FuzzInput) {
        input.choice(of: [withoutRules, inProcess])(CalendarExpander.text(of: input.bytes))
    }

    private static func withoutRules(_ text: [UInt8]) {
        let name = Array("RRULE".utf8)
        var text = text
        for start in text.indices where text[start...].prefix(name.count).map(\.uppercased) == name {
            text[start] = UInt8(ascii: "X")
        }
        check(text)
    }

    private static func inProcess(_ text: [UInt8]) {
        let child = fork()
        guard child == 0 else {
            var status: CInt = 0
            while waitpid(child, &status, 0) < 0, errno == EINTR {}
            let ending = status & 0x7F
            require(ending != SIGILL && ending != SIGTRAP, "the expansion must not trap")
            return
        }
        for number in [SIGILL, SIGTRAP, SIGPROF] { signal(number, SIG_DFL) }
        _ = almanac_limit_time(most)
        check(text)
        _exit(0)
    }

    private static func check(_ text: [UInt8]) {
        var keys: [String] = []
        var expander = CalendarExpander(
            now: 1_795_348_800, past: 86_400, ahead: 60 * 86_400, skipped: [], find: { _ in nil }
        ) { part in
            guard case .occurrence(let key, let data) = part else { return }
            guard let json = try? JSON(parsing: data) else { fatalError("data of occurrences are JSON") }
            require(json["start"]?.string.flatMap { UTC(iso8601: $0) } != nil, "an occurrence has a start")
            keys.append(key)
        }
        _ = expander.expand(text)
        require(expander.nextChange > 1_795_348_800, "the next change is later")
        require(keys.count <= 20_000, "the number of occurrences is bounded")
    }
}
