import Glibc
import Systemd

/// A program that shows a long text screen by screen.
enum Pager {
    /// Shows a text by `$ALMANAC_PAGER`, `$PAGER` or less(1).
    ///
    /// - Returns: Whether it was shown; `false` when no pager could be started.
    static func show(_ text: String) -> Bool {
        let names = ["ALMANAC_PAGER", "PAGER"].compactMap { Environment.value(of: $0) }
        let program = names.first ?? "less"
        if program.isEmpty || program == "cat" { return false }
        setenv("LESS", "FRSXMK", 0)
        guard let pipe = popen(program, "we") else { return false }
        signal(SIGPIPE, SIG_IGN)
        fputs(text, pipe)
        return pclose(pipe) == 0
    }
}
