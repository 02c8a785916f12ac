import Bridge
import Glibc
import MQTT
import Systemd

/// The password and the files of the encryption, from the service manager or the owner's folder.
struct Secrets {
    private let credentials: Credentials
    private let folder: String

    /// Makes a reader; `home` is used if the service manager passes no secrets.
    init(home: String) {
        credentials = Credentials(home: home)
        folder = Environment.value(of: "CREDENTIALS_DIRECTORY") ?? home
    }

    /// Returns the settings of a connection: those of the file, completed with the secrets.
    ///
    /// - Throws: `SystemError` if a secret cannot be read.
    func settings(_ settings: BridgeSettings, name: String) throws(SystemError) -> MQTTSettings {
        var broker = MQTTSettings(address: settings.broker, client: settings.client ?? client(name))
        broker.user = settings.user
        broker.password = try credentials.secret("password")
        broker.keepAlive = settings.keepAlive
        broker.certificates = MQTTSettings.Certificates(
            authorities: settings.certificates.authorities ?? path("ca"),
            certificate: settings.certificates.certificate ?? path("certificate"),
            key: settings.certificates.key ?? path("key"))
        return broker
    }

    private func path(_ name: String) -> String? {
        let path = "\(folder)/\(name)"
        return access(path, F_OK) == 0 ? path : nil
    }

    /// The identifier of a bridge of this machine.
    private func client(_ name: String) -> String {
        var host = [CChar](repeating: 0, count: 65)
        // Without a name of the machine, that of the bridge has to do.
        _ = gethostname(&host, host.count - 1)
        return "almanac-" + String(decoding: host.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self) + "-"
            + name
    }
}
