import Programs
import Records
import Storing
import Systemd

/// The reason why the daemon cannot serve, its exit status and its remedy.
struct StartFailure {
    private let error: any Error

    init(_ error: any Error) { self.error = error }

    /// Logs the reason.
    ///
    /// - Returns: The exit status.
    func report() -> CInt {
        log(.error, "cannot serve: \(reason)")
        if let error = error as? SystemError {
            ServiceManager.failing(error)
        } else {
            ServiceManager.status("cannot serve: \(reason)")
        }
        return status
    }

    /// Whether a further start fails in the same way: the service manager does not try again after these
    /// statuses, RestartPreventExitStatus= in the unit.
    var isLasting: Bool {
        [ExitStatus.usage, ExitStatus.configuration, ExitStatus.data].contains(status)
    }

    /// The error, and what to do if nothing cures it.
    var reason: String {
        switch status {
        case ExitStatus.configuration:
            "\(error); correct it, try it with \"almanacd check\" and start almanacd again"
        case ExitStatus.data:
            "\(error); install the almanac that wrote it, or put back a backup, and start almanacd again"
        default: "\(error)"
        }
    }

    private var status: CInt {
        switch error {
        case is ArgumentError: ExitStatus.usage
        case is SystemError: ExitStatus.system
        case let error as StoreError where error.isNewer: ExitStatus.data
        // A file of the configuration that the system cannot read now may be readable at the next start.
        case let error as OptionError where !error.isTemporary: ExitStatus.configuration
        default: ExitStatus.inputOutput
        }
    }
}
