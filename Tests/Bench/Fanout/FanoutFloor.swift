import CSystemd
import Glibc
import Records
import Systemd

/// The minimal server: the first connection publishes, all others receive what it publishes. It waits for new
/// connections, the publisher and subscribers with one epoll(7), knows no protocol and blocks for nobody.
final class FanoutFloor {
    private let listener: CInt
    private let events: CInt
    private let memory: MirroredMemory
    private var end = 0
    private var subscribers: [(descriptor: CInt, position: Int)] = []
    /// The places of the subscribers by their descriptors.
    private var places: [Int] = []
    private var room = [UInt8](repeating: 0, count: 65_536)

    init(at path: String) throws {
        memory = try MirroredMemory(capacity: 4 << 20)
        events = epoll_create1(0)
        listener = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
        guard BenchSocket.withAddress(path, call: { bind(listener, $0, $1) }) == 0,
            listen(listener, 4_096) == 0
        else { throw SystemError.last("bind", path) }
    }

    /// Serves until the publisher disconnects, or the process is killed.
    func run() throws {
        let publisher = Glibc.accept(listener, nil, nil)
        guard publisher >= 0 else { throw SystemError.last("accept") }
        try watch(publisher)
        try watch(listener)
        var ready = [epoll_event](repeating: epoll_event(), count: 256)
        while case let count = epoll_wait(events, &ready, 256, -1), count > 0 {
            for event in ready[..<Int(count)] {
                switch event.data.fd {
                case listener: try accept()
                case publisher:
                    let count = recv(publisher, &room, room.count, 0)
                    if count <= 0 { return }
                    publish(count)
                case let subscriber: notice(subscriber)
                }
            }
        }
    }

    private func watch(_ descriptor: CInt) throws {
        var event = epoll_event(events: EPOLLIN.rawValue, data: epoll_data_t(fd: descriptor))
        guard epoll_ctl(events, EPOLL_CTL_ADD, descriptor, &event) == 0 else {
            throw SystemError.last("epoll_ctl")
        }
    }

    private func accept() throws {
        let descriptor = accept4(
            listener, nil, nil, CInt(SOCK_NONBLOCK.rawValue) | CInt(SOCK_CLOEXEC.rawValue))
        guard descriptor >= 0 else { return }
        while places.count <= Int(descriptor) { places.append(-1) }
        places[Int(descriptor)] = -1
        try watch(descriptor)
        // Most clients have sent their request by now; epoll(7) reports that of the others.
        if recv(descriptor, &room, room.count, 0) > 0 { welcome(descriptor) }
    }

    private func welcome(_ descriptor: CInt) {
        let subscribed = FanoutRole.welcome
        guard send(descriptor, subscribed, subscribed.count, CInt(MSG_NOSIGNAL)) > 0 else { return }
        places[Int(descriptor)] = subscribers.count
        subscribers.append((descriptor, end))
    }

    /// Adds a connection that subscribes, or closes one that the client has closed; the last subscriber
    /// takes its place.
    private func notice(_ descriptor: CInt) {
        let place = places[Int(descriptor)]
        if recv(descriptor, &room, room.count, 0) > 0 {
            if place < 0 { welcome(descriptor) }
            return
        }
        close(descriptor)
        guard place >= 0 else { return }
        // While another process lists the descriptors of this one, epoll(7) may report a closed one once
        // more.
        places[Int(descriptor)] = -1
        let last = subscribers.removeLast()
        guard last.descriptor != descriptor else { return }
        subscribers[place] = last
        places[Int(last.descriptor)] = place
    }

    /// Publishes the number of frames in the request.
    private func publish(_ count: Int) {
        var wanted: Int64 = 0
        for byte in room[..<count] where byte.isDigit { wanted = wanted * 10 + Int64(byte & 15) }
        for number in 0..<wanted {
            let frame = FanoutRole.frame(FanoutChange.first + number)
            memory.write(frame, at: end % memory.count)
            end += frame.count
        }
        flush()
    }

    private func flush() {
        let (memory, size, end) = (memory.base, memory.count, end)
        subscribers.withUnsafeMutableBufferPointer { subscribers in
            for place in subscribers.indices {
                let position = subscribers[place].position
                let sent = send(
                    subscribers[place].descriptor, memory + position % size, end - position,
                    CInt(MSG_DONTWAIT) | CInt(MSG_NOSIGNAL))
                if sent > 0 { subscribers[place].position += sent }
            }
        }
    }
}
