import AlmanacClient
import Glibc
import Programs
import Records
import Systemd
import Web

/// The parsed command line.
struct Arguments {
    /// The command to run.
    enum Command { case serve, help, version }

    private(set) var command = Command.serve
    private(set) var addresses: [ListenAddress] = []
    private var socketPath: String?
    private var library = "/usr/lib/almanac"
    private var hosts: [String] = []
    private var proxyUser: UInt32?
    private var isUser = false

    /// Parses the words after the program's name.
    ///
    /// - Throws: An error about the first wrong word.
    init(_ words: [String]) throws(ArgumentError) {
        var rest = words[...]
        while let word = rest.popFirst() {
            switch word {
            case "-h", "--help": command = .help
            case "--version": command = .version
            case "--user": isUser = true
            case "--listen": addresses.append(try Arguments.address(rest.value(of: word)))
            case "--socket": socketPath = try rest.value(of: word)
            case "--library": library = try rest.value(of: word)
            case "--host": hosts.append(try rest.value(of: word))
            case "--proxy-user": proxyUser = try Arguments.user(rest.value(of: word))
            default: throw ArgumentError("unknown argument \(word)")
            }
        }
        if addresses.isEmpty { addresses = ["127.0.0.1:1034", "[::1]:1034"].compactMap(ListenAddress.init) }
    }

    /// The daemon's socket.
    var socket: DaemonSocket {
        if let socketPath { return DaemonSocket(path: socketPath) }
        return isUser ? .user : .find()
    }

    /// The settings of the web interface.
    var settings: WebServer.Settings {
        WebServer.Settings(assets: library + "/web", stations: stations, hosts: hosts, proxyUser: proxyUser)
    }

    /// The installed table; without it, only identifiers of airports are recognised.
    private var stations: StationTable {
        do throws(SystemError) {
            let file = try FileDescriptor(opening: library + "/stations.tsv", 0)
            return StationTable(try file.content(limit: 16 << 20, of: "stations.tsv"))
        } catch {
            return StationTable()
        }
    }

    /// Returns the number of a user, given its name or its number.
    private static func user(_ text: String) throws(ArgumentError) -> UInt32 {
        if let number = UInt32(text) { return number }
        guard let user = getpwnam(text) else { throw ArgumentError("there is no user \(text)") }
        return user.pointee.pw_uid
    }

    private static func address(_ text: String) throws(ArgumentError) -> ListenAddress {
        guard let address = ListenAddress(text) else {
            throw ArgumentError("\(text) is not an address such as 127.0.0.1:1034 or [::1]:1034")
        }
        return address
    }
}
