/// The exit status of the program.
///
/// Source: sysexits(3) for the causes.
nonisolated enum ExitStatus: Int32 {
    /// Success.
    case success = 0
    /// The daemon returned an error.
    case failure = 1
    /// The answer is incomplete, even if it is empty: a source that was asked has no current data.
    case incomplete = 4
    /// The command line is wrong.
    case usage = 64
    /// A file that was given cannot be understood.
    case invalidData = 65
    /// A file that was given cannot be read.
    case noInput = 66
    /// The daemon cannot be reached, or does not support the request.
    case unavailable = 69
    /// A file cannot be created.
    case cannotCreate = 73
    /// A temporary failure; a later attempt may succeed.
    case temporary = 75
    /// Permission denied.
    case denied = 77
    /// A configuration file or a definition is wrong.
    case configuration = 78
}
