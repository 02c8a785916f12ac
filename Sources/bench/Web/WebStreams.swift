import Glibc
import Records
import Systemd

/// Clients that follow the changes of the sources.
final class WebStreams {
    /// The number of events of a stream before the first change: the greeting and `ready`.
    private static let welcome = 2

    private let loop: EventLoop
    private let poll: EpollSet
    private var clients: [WebClient] = []
    private var counters: [EventCounter] = []
    /// The text of the first stream.
    private var text: [UInt8] = []
    private var room = [UInt8](repeating: 0, count: 1 << 16)

    /// Opens streams and waits until each of them is ready.
    init(_ count: Int) throws {
        loop = try EventLoop()
        poll = try EpollSet(on: loop)
        let request = WebClient.request("/events?" + WebFixture.sources)
        for index in 0..<count {
            let client = try WebClient(WebFixture.port, number: index)
            clients.append(client)
            counters.append(EventCounter())
            _ = try poll.add(client.descriptor, .reading) { [unowned self] _ in read(index) }
            client.send(request)
            try wait { counters[index].count == WebStreams.welcome }
        }
    }

    /// The number of events that each stream has received.
    var events: Int { counters[0].count - WebStreams.welcome }

    /// Waits until all streams have received a change.
    ///
    /// - Returns: The moment of the commit, in microseconds since 1970.
    func wait(for mark: String) throws -> Int {
        let place = text.count
        var moment: Int?
        try wait {
            moment = moment ?? commit(of: mark, after: max(0, place - 4096))
            return moment != nil && counters.allSatisfy { $0.count == counters[0].count }
        }
        return moment ?? 0
    }

    private func wait(until isDone: () -> Bool) throws {
        let end = ContinuousClock.now + .seconds(30)
        while !isDone() {
            guard ContinuousClock.now < end else { throw BenchError(description: "a stream is silent") }
            _ = try loop.turn(timeout: .milliseconds(100))
        }
    }

    private func read(_ index: Int) {
        let size = recv(clients[index].descriptor, &room, room.count, CInt(MSG_DONTWAIT))
        guard size > 0 else {
            if size < 0, errno == EAGAIN { return }
            print("stream \(index) has ended")
            exit(1)
        }
        counters[index].add(room[..<size])
        if index == 0 { text += room[..<size] }
    }

    /// Returns the moment of the event whose data contain a mark; `nil` if it has not arrived.
    private func commit(of mark: String, after place: Int) -> Int? {
        let part = text[place...]
        guard let found = part.firstRange(of: Array(mark.utf8)),
            let name = part[..<found.lowerBound].ranges(of: Array("\"realtimeUSec\":".utf8)).last
        else { return nil }
        let digits = part[name.upperBound...].prefix { $0.isDigit }
        return Int(String(decoding: digits, as: UTF8.self))
    }
}

/// The number of events in a stream that arrives in chunks.
///
/// Each event ends with an empty line, whose breaks are line feeds. The ends of chunks have carriage returns,
/// which events do not contain.
///
/// Source: RFC 9112, 7.1 (chunked transfer coding).
private struct EventCounter {
    private(set) var count = 0
    private var last: UInt8 = 0
    private var isHead = true
    /// The number of bytes of the present line of the head.
    private var length = 0
    /// The line feeds up to the end of the line with the length of the next chunk.
    private var skipped = 0

    mutating func add(_ bytes: ArraySlice<UInt8>) {
        for byte in bytes {
            if isHead {
                addToHead(byte)
            } else if skipped > 0 {
                if byte == .newline { skipped -= 1 }
            } else if byte == .carriageReturn {
                skipped = 2
            } else {
                if byte == .newline, last == .newline { count += 1 }
                last = byte
            }
        }
    }

    private mutating func addToHead(_ byte: UInt8) {
        length += 1
        guard byte == .newline else { return }
        // The empty line at the end of the head consists of a carriage return and a line feed.
        isHead = length > 2
        skipped = isHead ? 0 : 1
        length = 0
    }
}
