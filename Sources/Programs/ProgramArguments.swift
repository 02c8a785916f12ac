import CArguments

/// The words of the command line.
public nonisolated enum ProgramArguments {
    /// All words, the name of the program first; invalid UTF-8 is replaced by U+FFFD.
    ///
    /// `CommandLine.arguments` of Swift 6.3 reads /proc/self/cmdline, and is empty where /proc is not mounted: a
    /// command would then be taken for none, and `almanacd decode` would serve.
    public static let all: [String] = (0..<almanac_argument_count()).compactMap { number in
        almanac_argument(number).map { String(cString: $0) }
    }
}
