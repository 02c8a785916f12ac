import CCurl
import Glibc
public import Reactive
public import Systemd

/// Tracks whether this machine has a route to the network.
///
/// Looks up the route to a root name server in the kernel's routing table, without sending anything. Changes
/// of addresses and routes arrive through rtnetlink(7).
@MainActor
public final class Route {
    /// Declared before its descriptor, so that it ends first: a child process that is being spawned may hold
    /// the descriptor open.
    private var watch: IOWatch?
    private let news: FileDescriptor
    private let state: CurrentValueSubject<Bool, Never>
    private var looking: AnyCancellable?
    /// Released last: timers and watches that refer to it are cancelled first.
    private let loop: EventLoop

    /// Starts listening for changes.
    ///
    /// - Throws: An error if no netlink socket can be opened, for example because RestrictAddressFamilies=
    ///   excludes AF_NETLINK.
    public init(on loop: EventLoop) throws(SystemError) {
        self.loop = loop
        news = try Route.listen()
        state = CurrentValueSubject(Route.leadsOut())
        watch = try loop.watch(news.raw, for: .reading) { [unowned self] _ in hear() }
    }

    /// Cancels the watch before the descriptor is closed.
    isolated deinit {
        watch?.cancel()
    }

    /// Whether there is a route now.
    public var isThere: Bool { state.value }

    /// A publisher of whether there is a route: the current state, then each change.
    public var changes: AnyPublisher<Bool, Never> { state.eraseToAnyPublisher() }

    /// Schedules one look at the routing table for a burst of messages, 100 ms later, when related changes
    /// have happened.
    private func hear() {
        var bytes = [UInt8](repeating: 0, count: 8192)
        // The content of the messages does not matter, nor whether some were lost (ENOBUFS): the routing
        // table is read again.
        while recv(news.raw, &bytes, bytes.count, CInt(MSG_DONTWAIT)) > 0 || errno == ENOBUFS {}
        guard looking == nil else { return }
        looking = loop.after(.milliseconds(100), slack: .milliseconds(50)) { [unowned self] in check() }
    }

    private func check() {
        looking = nil
        let leadsOut = Route.leadsOut()
        if leadsOut != state.value { state.send(leadsOut) }
    }

    private static func listen() throws(SystemError) -> FileDescriptor {
        let kind = CInt(SOCK_RAW.rawValue) | CInt(SOCK_CLOEXEC.rawValue) | CInt(SOCK_NONBLOCK.rawValue)
        let raw = socket(AF_NETLINK, kind, NETLINK_ROUTE)
        guard raw >= 0 else { throw .last("socket", "rtnetlink") }
        let descriptor = FileDescriptor(owning: raw)
        var address = sockaddr_nl()
        address.nl_family = sa_family_t(AF_NETLINK)
        address.nl_groups = UInt32(
            RTMGRP_LINK | RTMGRP_IPV4_IFADDR | RTMGRP_IPV6_IFADDR | RTMGRP_IPV4_ROUTE | RTMGRP_IPV6_ROUTE)
        let result = connectTo(&address) { bind(raw, $0, $1) }
        guard result == 0 else { throw .last("bind", "rtnetlink") }
        return descriptor
    }

    /// Whether the kernel has a route to a.root-servers.net; connecting a datagram socket looks it up without
    /// sending.
    private static func leadsOut() -> Bool {
        var four = sockaddr_in()
        four.sin_family = sa_family_t(AF_INET)
        four.sin_port = UInt16(53).bigEndian
        inet_pton(AF_INET, "198.41.0.4", &four.sin_addr)
        if finds(AF_INET, &four) { return true }
        var six = sockaddr_in6()
        six.sin6_family = sa_family_t(AF_INET6)
        six.sin6_port = UInt16(53).bigEndian
        inet_pton(AF_INET6, "2001:503:ba3e::2:30", &six.sin6_addr)
        return finds(AF_INET6, &six)
    }

    private static func finds<Address>(_ family: CInt, _ address: inout Address) -> Bool {
        let raw = socket(family, CInt(SOCK_DGRAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        guard raw >= 0 else { return false }
        let descriptor = FileDescriptor(owning: raw)
        return connectTo(&address) { connect(descriptor.raw, $0, $1) } == 0
    }

    private static func connectTo<Address>(
        _ address: inout Address, _ call: (UnsafePointer<sockaddr>, socklen_t) -> CInt
    ) -> CInt {
        withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                call($0, socklen_t(MemoryLayout<Address>.size))
            }
        }
    }
}
