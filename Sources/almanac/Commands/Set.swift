import AlmanacClient
import Records
import Systemd

extension Command {
    /// Sets what upstreams are told of this machine.
    static let set = Command(
        "set", operands: "contact ADDRESS", count: 2...2,
        summary: "State whom upstreams can write to about this machine",
        details: [
            "Writes Contact= into /etc/almanac/almanac.conf.d/contact.conf and reloads almanacd, which then "
                + "fetches the sources that need it, such as alerts-us-point@KPWM. The address is sent to all "
                + "upstreams: almanac set contact you@example.org."
        ]
    ) { invocation throws(CommandError) in
        let contact = try contact(of: invocation.operands)
        let folders = Folders(invocation)
        let path = try write(contact, below: folders.configuration)
        let output = try Output(invocation)
        output.printMessage("\(path): Contact=\(contact)")
        let connection = try Daemon(invocation).connection
        do throws(AlmanacError) {
            try connection.answer(to: .reload())
        } catch {
            guard case .unreachable = error else { throw CommandError(error, at: folders.socket) }
            output.printMessage("almanacd does not run; it reads this at its start")
        }
        return .success
    }

    /// Returns the address as Contact= has it: an address of mail is written as a link.
    private static func contact(of words: [String]) throws(CommandError) -> String {
        guard words[0] == "contact" else {
            throw .usage("set takes contact ADDRESS, not \(words[0])", see: "set")
        }
        let address = words[1]
        let isLink = ["mailto:", "https://", "http://"].contains { address.hasPrefix($0) }
        let isPlain = address.utf8.allSatisfy { $0 > .space && $0 <= .tilde }
        guard isPlain, isLink || address.contains("@") else {
            throw .usage("\(address) is neither an address such as you@example.org nor a page", see: "set")
        }
        return isLink ? address : "mailto:\(address)"
    }

    private static func write(_ contact: String, below directory: String) throws(CommandError) -> String {
        let folder = directory + "/almanac.conf.d"
        Files.makeDirectory(folder)
        let path = folder + "/contact.conf"
        do throws(SystemError) {
            try Files.write("# Written by: almanac set contact\n[Almanac]\nContact=\(contact)\n", to: path)
        } catch {
            throw CommandError(.denied, "\(error)", hints: ["try: \(TypedCommand.withSudo)"])
        }
        return path
    }
}
