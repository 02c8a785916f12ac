import Glibc
import Systemd

/// A program that shows long text one screen at a time.
enum Pager {
    /// Shows a text with `$ALMANAC_PAGER`, `$PAGER` or less(1); an empty value or `cat` disables the pager.
    ///
    /// - Returns: `false` if there is no pager.
    static func show(_ text: String) -> Bool {
        guard let program, let pipe = popen(program, "we") else { return false }
        // If the user quits the pager early, the pipe has no reader: this is not an error.
        signal(SIGPIPE, SIG_IGN)
        fputs(text, pipe)
        let status = pclose(pipe) >> 8 & 0xFF
        return status != notFound && status != notExecutable
    }

    /// Source: sh(1), EXIT STATUS.
    private static let (notExecutable, notFound): (CInt, CInt) = (126, 127)

    private static var program: String? {
        let asked = ["ALMANAC_PAGER", "PAGER"].compactMap { Environment.value(of: $0) }.first
        if let asked { return asked.isEmpty || asked == "cat" ? nil : asked }
        setenv("LESS", "FRSXMK", 0)
        return isThere("less") ? "less" : nil
    }

    private static func isThere(_ name: String) -> Bool {
        let folders = (Environment.value(of: "PATH") ?? "/usr/bin:/bin").split(separator: ":")
        return folders.contains { access("\($0)/\(name)", X_OK) == 0 }
    }
}
