import Glibc
import Systemd
import Varlink

/// Connects the daemon's socket to two descriptors, for one client elsewhere.
///
/// Calls are passed on one at a time: while one is being answered, further calls stay in the client's
/// transport, so that the relay's memory is bounded by one call and one reply, whatever the client sends. It
/// does nothing else, so that its descriptors may block.
struct CallRelay: ~Copyable {
    /// The end of a relay.
    enum End {
        /// The client or the daemon closed the connection.
        case closed
        /// The client sent something that is no call, for this reason.
        case invalid(String)
    }

    private enum Awaited {
        case call
        case reply
        /// Replies to a call with `more`, until the client leaves.
        case replies
    }

    /// The maximum size of a call in bytes; a selector has at most a few of 64 KiB.
    private static let callLimit = 1 << 18
    /// The maximum size of a reply in bytes, the same as in other clients.
    private static let replyLimit = 64 << 20

    private let rule: RelayRule
    private let daemon: FileDescriptor
    private var calls = FrameReader(limit: CallRelay.callLimit, framing: .nul)
    private var replies = FrameReader(limit: CallRelay.replyLimit, framing: .nul)
    /// The next thing that the relay waits for.
    private var awaited = Awaited.call
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)

    /// Connects to the daemon.
    ///
    /// - Throws: The error of connect(2), with the path.
    init(to path: String, _ rule: RelayRule) throws(SystemError) {
        self.rule = rule
        daemon = try CallRelay.connection(to: path)
    }

    private static func connection(to path: String) throws(SystemError) -> FileDescriptor {
        let address = try UnixAddress(path)
        let daemon = try UnixAddress.socket(blocking: true)
        let raw = daemon.raw
        guard address.with({ connect(raw, $0, $1) }) == 0 else { throw .last("connect", path) }
        return daemon
    }

    /// Passes calls and replies on until one side closes its connection.
    ///
    /// - Throws: The error of a system call.
    mutating func run(input: CInt, output: CInt) throws(SystemError) -> End {
        while true {
            var polled = [
                // Without events, only the end of the connection is reported; a client that sends no further
                // call still waits for its reply.
                pollfd(
                    fd: awaited == .reply ? -1 : input, events: awaited == .call ? Int16(POLLIN) : 0,
                    revents: 0),
                pollfd(fd: daemon.raw, events: Int16(POLLIN), revents: 0),
            ]
            guard poll(&polled, 2, -1) >= 0 || errno == EINTR else { throw .last("poll") }
            if polled[1].revents != 0 {
                guard let bytes = try read(daemon.raw) else { return .closed }
                try write(bytes, to: output)
                if let fault = scan(bytes) { return .invalid(fault) }
            }
            if polled[0].revents != 0 {
                guard awaited == .call else { return .closed }
                guard let bytes = try read(input) else { return .closed }
                bytes.withUnsafeBytes { calls.append($0) }
            }
            if let fault = try passCalls(output) { return .invalid(fault) }
        }
    }

    /// Passes on the calls that have arrived, up to one that is answered later; refuses the others.
    ///
    /// - Returns: The reason why the input is no call; `nil` if it is.
    private mutating func passCalls(_ output: CInt) throws(SystemError) -> String? {
        while awaited == .call {
            let call: CallMessage
            do {
                guard let frame = try calls.next() else { return nil }
                call = try CallMessage(parsing: frame)
            } catch {
                return "\(error)"
            }
            if rule.permits(call) {
                try write(call.bytes(.nul), to: daemon.raw)
                if !call.oneway { awaited = call.more ? .replies : .reply }
            } else if !call.oneway {
                try write(ReplyMessage.bytes(error: .permissionDenied, framing: .nul), to: output)
            }
        }
        return nil
    }

    /// Looks for the end of an answer in bytes from the daemon.
    ///
    /// - Returns: The reason why the bytes are no reply; `nil` if they are.
    private mutating func scan(_ bytes: [UInt8]) -> String? {
        bytes.withUnsafeBytes { replies.append($0) }
        do {
            while let frame = try replies.next() {
                let reply = try ReplyMessage(parsing: frame)
                if !reply.continues || reply.error != nil { awaited = .call }
            }
            return nil
        } catch {
            return "\(error)"
        }
    }

    /// Returns the next bytes; `nil` at the end.
    private mutating func read(_ file: CInt) throws(SystemError) -> [UInt8]? {
        let count = Glibc.read(file, &buffer, buffer.count)
        if count < 0, errno == EINTR { return [] }
        guard count >= 0 || errno == ECONNRESET else { throw .last("read") }
        return count > 0 ? Array(buffer[..<count]) : nil
    }

    private func write(_ bytes: [UInt8], to file: CInt) throws(SystemError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            guard count >= 0 || errno == EINTR else { throw .last("write") }
            rest = rest.dropFirst(max(0, count))
        }
    }
}

/// The calls that a relay passes on: those that only read this machine's records.
struct RelayRule {
    /// Whether clients may have sources fetched.
    let allowsRefresh: Bool

    /// The methods without effects. `Suggest`, `Geocode` and `ReverseGeocode` are not among them: they send
    /// requests to the providers of places.
    private static let reading: Set<String> = [
        "io.almanac.ListSources", "io.almanac.DescribeSource", "io.almanac.GetSnapshot",
        "io.almanac.GetOrder",
        "io.almanac.Subscribe", "io.almanac.Search", "io.almanac.GetPlace", "io.almanac.Nearby",
        "io.almanac.GetHistory", "io.almanac.GetRejects", "io.almanac.GetStatus",
        "org.varlink.service.GetInfo",
        "org.varlink.service.GetInterfaceDescription",
    ]

    /// Whether a call is passed on.
    func permits(_ call: CallMessage) -> Bool {
        // After an upgrade, the bytes would be another protocol's.
        guard !call.upgrade else { return false }
        return RelayRule.reading.contains(call.method) || allowsRefresh && call.method == "io.almanac.Refresh"
    }
}
