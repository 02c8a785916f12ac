import Glibc
import Records
import Systemd

/// Another almanac for a link, which answers with any bytes, on the loop of the test.
final class RawHub {
    let path: String
    /// The reply to `GetStatus`; `nil` for none.
    var status: String? = #"{"parameters":{"identity":"raw"}}"#
    /// The reply to `ListSources`; `nil` for none.
    var sources: String? = RawHub.list()
    /// The bytes that answer a call of `Subscribe`, made for the number of that call, from 0.
    var events: (_ number: Int) -> [UInt8] = { _ in [] }
    /// The number of bytes after which each new connection ends; `nil` for no end.
    var end: Int?
    /// The number of calls of `Subscribe` so far.
    private(set) var subscriptions = 0
    /// The number of calls of `ListSources` so far.
    private(set) var lists = 0
    /// The parameters of the latest call of `Subscribe`.
    private(set) var subscribed: JSON?
    /// The number of connections so far.
    private(set) var connections = 0
    /// The number of open connections.
    var open: Int { peers.count }
    private let loop: EventLoop
    /// Declared before its descriptor, so that it ends first.
    private var watch: IOWatch?
    private let listener: FileDescriptor
    private var peers: [CInt: RawHubPeer] = [:]

    /// Listens at a path.
    init(at path: String, on loop: EventLoop) throws {
        self.path = path
        self.loop = loop
        let kind = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue) | CInt(SOCK_NONBLOCK.rawValue)
        listener = FileDescriptor(owning: socket(AF_UNIX, kind, 0))
        let raw = listener.raw
        guard RawSocket.with(path, { bind(raw, $0, $1) }) == 0, listen(raw, 64) == 0 else {
            throw SystemError.last("listen", path)
        }
        watch = try loop.watch(raw, for: .reading) { [unowned self] _ in accept() }
    }

    /// Returns the reply to `ListSources` with one source.
    ///
    /// - Parameters:
    ///   - context: Further members of its description, each with a comma before it.
    ///   - runtime: Further members of its state, each with a comma before it.
    ///   - others: Further entries, each with a comma before it.
    /// - Returns: The reply.
    static func list(context: String = "", runtime: String = "", others: String = "") -> String {
        #"{"parameters":{"sources":[{"context":{"name":"rows","kind":"table"\#(context)},"#
            + #""runtime":{"health":"fresh","generation":1\#(runtime)}}\#(others)]}}"#
    }

    /// Returns the event of a record.
    static func event(
        _ kind: String, key: String, cursor: String, generation: Int = 1, source: String = "rows",
        data: String? = nil
    ) -> String {
        #"{"parameters":{"event":"\#(kind)","cursor":"\#(cursor)","realtimeUSec":1800000000000000,"#
            + #""source":"\#(source)","key":"\#(key)","generation":\#(generation),"#
            + #""data":\#(data ?? #"{"id":"\#(key)"}"#)},"continues":true}"#
    }

    /// Returns the event at the end of a snapshot or of the missed changes.
    static func ready(cursor: String) -> String {
        #"{"parameters":{"event":"ready","cursor":"\#(cursor)","realtimeUSec":1800000000000000},"#
            + #""continues":true}"#
    }

    /// Returns messages on the wire.
    static func frames(_ texts: [String]) -> [UInt8] { texts.flatMap { Array($0.utf8) + [0] } }

    /// Sends bytes to all subscribers.
    func send(_ bytes: [UInt8]) {
        for peer in peers.values where peer.isSubscribed {
            peer.send(bytes)
            peer.flush()
        }
    }

    /// Closes all connections.
    func disconnect() { peers = [:] }

    private func accept() {
        while let made = try? FileDescriptor.accept(on: listener.raw) {
            let raw = made.raw
            connections += 1
            peers[raw] = RawHubPeer(made, on: loop, end: end) { [unowned self] call, peer in
                answer(call, to: peer)
            } gone: { [unowned self] in
                peers[raw] = nil
            }
        }
    }

    private func answer(_ call: JSON, to peer: RawHubPeer) {
        switch call["method"]?.string {
        case "io.almanac.GetStatus": status.map { peer.send(RawHub.frames([$0])) }
        case "io.almanac.ListSources":
            lists += 1
            sources.map { peer.send(RawHub.frames([$0])) }
        default:
            subscribed = call["parameters"]
            subscriptions += 1
            peer.isSubscribed = true
            peer.send(events(subscriptions - 1))
        }
    }
}
