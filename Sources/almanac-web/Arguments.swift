import AlmanacClient
import Glibc
import Programs
import Records
import Showing
import Systemd
import Web

/// The parsed command line.
struct Arguments {
    /// The command to run.
    enum Command { case serve, help, version }

    /// The command to run.
    let command: Command
    /// The addresses to listen on.
    let addresses: [ListenAddress]
    private let proxyUser: UInt32?
    private let onDemand: Int
    private let words: CommandLineWords

    /// Parses the words after the program's name.
    ///
    /// - Throws: An error about the first wrong word.
    init(_ words: [String]) throws(ArgumentError) {
        self.words = try CommandLineWords(words, options: Help.options)
        if let word = self.words.operands.first { throw ArgumentError("unknown argument \(word)") }
        command = self.words.has("help") ? .help : self.words.has("version") ? .version : .serve
        addresses = try Arguments.addresses(self.words.all("listen"))
        proxyUser = try self.words["proxy-user"].map(Arguments.user)
        onDemand = try self.words["on-demand"].map(Arguments.count) ?? 0
    }

    /// The daemon's socket.
    var socket: DaemonSocket {
        words["socket"].map { DaemonSocket(path: $0) } ?? (words.has("user") ? .user : .find())
    }

    private var library: String { words["library"] ?? "/usr/lib/almanac" }

    /// The settings of the web interface.
    var settings: WebServer.Settings {
        WebServer.Settings(
            assets: library + "/web", stations: StationTable(table("stations.tsv")),
            runways: RunwayTable(table("runways.tsv")), hosts: words.all("host"), proxyUser: proxyUser,
            onDemand: onDemand)
    }

    /// Returns an installed table, empty if it cannot be read: without stations, only identifiers of airports
    /// are recognised, and without runways, none are shown.
    private func table(_ name: String) -> [UInt8] {
        do throws(SystemError) {
            let file = try FileDescriptor(opening: "\(library)/\(name)", 0)
            return try file.content(limit: 16 << 20, of: name)
        } catch {
            return []
        }
    }

    /// The most sources on demand: each is a request every few minutes.
    private static let mostOnDemand = 1000

    /// Parses a number of sources.
    private static func count(_ text: String) throws(ArgumentError) -> Int {
        guard let count = Int(text), (0...mostOnDemand).contains(count) else {
            throw ArgumentError("\(text) is not a number of sources up to \(mostOnDemand)")
        }
        return count
    }

    /// Returns the number of a user, given its name or its number.
    private static func user(_ text: String) throws(ArgumentError) -> UInt32 {
        if let number = UInt32(text) { return number }
        guard let user = getpwnam(text) else { throw ArgumentError("there is no user \(text)") }
        return user.pointee.pw_uid
    }

    /// Parses the addresses to listen on; without any, the loopback addresses.
    private static func addresses(_ texts: [String]) throws(ArgumentError) -> [ListenAddress] {
        try (texts.isEmpty ? ["127.0.0.1:1034", "[::1]:1034"] : texts).map(address)
    }

    private static func address(_ text: String) throws(ArgumentError) -> ListenAddress {
        guard let address = ListenAddress(text) else {
            throw ArgumentError("\(text) is not an address such as 127.0.0.1:1034 or [::1]:1034")
        }
        return address
    }
}
