/// How the program ends.
///
/// Source: sysexits(3) for the causes.
nonisolated enum ExitStatus: Int32 {
    /// All is well.
    case success = 0
    /// The daemon answered with an error.
    case failure = 1
    /// The command line makes no sense.
    case usage = 64
    /// The daemon cannot be reached, or offers no such thing.
    case unavailable = 69
    /// A file cannot be made.
    case cannotCreate = 73
    /// It did not work now; it may later.
    case temporary = 75
    /// Not allowed.
    case denied = 77
    /// A configuration file or a definition is wrong.
    case configuration = 78
}
