import Definitions
import Programs
import Systemd

/// The secrets that the service manager passes to the daemon: copies of the administrator's files that it
/// accepts.
///
/// It runs as a service of its own, as root and before the daemon, almanacd-credentials.service.
struct CredentialPassing {
    /// The beginning of the names of the daemon's secrets, LoadCredential= in its unit.
    static let prefix = "almanac_"

    /// The administrator's folder.
    let folder: String

    init(_ directories: Directories) { folder = directories.configuration + "/credentials" }

    /// Copies the files to the folder that the service manager assigns, and logs which cannot be passed.
    ///
    /// - Returns: The exit status: 74 if a folder cannot be read or written.
    func run() -> CInt {
        guard let target = Environment.value(of: "RUNTIME_DIRECTORY") else {
            complain("pass-credentials needs RUNTIME_DIRECTORY=, see almanacd-credentials.service")
            return ExitStatus.usage
        }
        do throws(SystemError) {
            let secrets = try CredentialFolder(folder, prefix: CredentialPassing.prefix)
            for fault in secrets.faults { report(fault) }
            try secrets.copy(to: target)
            return ExitStatus.success
        } catch {
            log(.error, "the secrets cannot be passed to almanacd: \(error)")
            return ExitStatus.inputOutput
        }
    }

    /// Logs a fault among the entries of the daemon, too: journald accepts that of root.
    private func report(_ fault: CredentialFolder.Fault) {
        log(
            .error, "a secret cannot be passed to almanacd: \(fault); correct it and restart almanacd",
            ["ALMANAC_FILE": fault.file, "OBJECT_SYSTEMD_UNIT": "almanacd.service"])
    }
}
