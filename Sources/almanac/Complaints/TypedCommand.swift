import Records

/// The command line of this run, for advice to repeat it with other rights.
nonisolated enum TypedCommand {
    /// The command line as it can be typed in a shell, with `sudo` before it.
    static var withSudo: String {
        (["sudo", "almanac"] + CommandLine.arguments.dropFirst().map(quoted)).joined(separator: " ")
    }

    /// Returns a word as a shell reads it.
    private static func quoted(_ word: String) -> String {
        let plain: Set<Character> = ["@", "%", "+", "=", ":", ",", ".", "/", "-", "_"]
        let isPlain = word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) || plain.contains($0) }
        return isPlain && !word.isEmpty ? word : "'" + word.replacing(text: "'", with: "'\\''") + "'"
    }
}
