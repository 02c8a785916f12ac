import Glibc
import Records
import Systemd

/// Clients that follow the changes of the sources, each over a connection of its own.
final class WebStreams {
    private let loop: EventLoop
    private let poll: EpollSet
    private var clients: [WebClient] = []
    private var counters: [EventCounter] = []
    /// The text of the first stream.
    private var text: [UInt8] = []

    /// Opens streams and waits until each of them is ready, which two events say: the greeting and `ready`.
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
            try wait { counters[index].count == 2 }
        }
    }

    /// The number of events that each stream has received since it is ready.
    var events: Int { counters[0].count - 2 }

    /// Waits until all streams have received a change.
    ///
    /// - Returns: The moment of the commit, in microseconds since 1970.
    func wait(for mark: String) throws -> Int {
        let place = max(0, text.count - 4096)
        var moment: Int?
        try wait {
            moment = moment ?? commit(of: mark, after: place)
            return moment != nil && counters.allSatisfy { $0.count == counters[0].count }
        }
        return moment ?? 0
    }

    private func wait(until isDone: () -> Bool) throws {
        let end = ContinuousClock.now + .seconds(30)
        while !isDone() {
            guard ContinuousClock.now < end else { throw BenchError("a stream is silent") }
            _ = try loop.turn(timeout: .milliseconds(100))
        }
    }

    private func read(_ index: Int) {
        guard let bytes = try? clients[index].receive() else {
            print("stream \(index) has ended")
            exit(1)
        }
        counters[index].add(bytes)
        if index == 0 { text += bytes }
    }

    /// Returns the moment of the event whose data contain a mark; `nil` if it has not arrived.
    private func commit(of mark: String, after place: Int) -> Int? {
        let part = text[place...]
        guard let found = part.firstRange(of: Array(mark.utf8)),
            let name = part[..<found.lowerBound].ranges(of: Array("\"realtimeUSec\":".utf8)).last
        else { return nil }
        return Int(String(decoding: part[name.upperBound...].prefix { $0.isDigit }, as: UTF8.self))
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
