import Glibc
import Records
import Systemd

/// Subscribers of the table in one process; each checks every change.
final class CrowdReaders {
    private struct Reader {
        var line: [UInt8] = []
        /// The number of received changes.
        var count = 0
    }

    private let loop: EventLoop
    private let poll: EpollSet
    private var sockets: [CInt] = []
    private var readers: [Reader]
    private var delays: [Int] = []
    private var room = [UInt8](repeating: 0, count: 1 << 16)
    /// The number of subscribers that have received a number of documents.
    private var finished = [Int](repeating: 0, count: CrowdTable.documents + 1)
    private var ready = 0

    /// Connects subscribers without a snapshot.
    init(_ count: Int, at socketPath: String) throws {
        loop = try EventLoop()
        poll = try EpollSet(on: loop)
        readers = Array(repeating: Reader(), count: count)
        for index in 0..<count {
            let socket = try BenchSocket.connect(socketPath)
            CrowdArrival.call(
                on: socket,
                "{\"method\":\"io.almanac.Subscribe\",\"more\":true,\"parameters\":{\"snapshot\":false}}")
            _ = try poll.add(socket, .reading) { [unowned self] _ in read(index) }
            sockets.append(socket)
        }
    }

    /// Reads until all subscribers have received all documents; prints each document that all have received,
    /// and finally the delays.
    func run() throws {
        while finished[CrowdTable.documents] < readers.count { _ = try loop.turn(timeout: .seconds(1)) }
        delays.sort()
        say("p99 \(delays[delays.count * 99 / 100])")
        pause()
    }

    private func read(_ index: Int) {
        let size = recv(sockets[index], &room, room.count, CInt(MSG_DONTWAIT))
        guard size > 0 else {
            if size < 0, errno == EAGAIN { return }
            say("reader \(index) was disconnected")
            exit(1)
        }
        var start = 0
        while let end = room[start..<size].firstIndex(of: .newline) {
            readers[index].line += room[start..<end]
            take(index)
            start = end + 1
        }
        readers[index].line += room[start..<size]
    }

    private func take(_ index: Int) {
        let line = readers[index].line
        readers[index].line.removeAll(keepingCapacity: true)
        if find("\"event\":\"ready\"", in: line) != nil {
            ready += 1
            if ready == readers.count { say("ready") }
        }
        guard find("\"event\":\"changed\"", in: line) != nil else { return }
        let place = readers[index].count
        let document = place / CrowdTable.rows + 1
        let row = place % CrowdTable.rows
        guard find("\"data\":{\"id\":\"\(100 + row)\",\"name\":\"n\(document)-\(row)-x", in: line) != nil
        else {
            return say(
                "reader \(index) expected \(document)-\(row): \(String(decoding: line.prefix(300), as: UTF8.self))"
            )
        }
        readers[index].count += 1
        if row == CrowdTable.rows - 1 { finish(document, line: line) }
    }

    private func finish(_ document: Int, line: [UInt8]) {
        if let place = find("\"realtimeUSec\":", in: line) {
            var moment = 0
            for byte in line[(place + 15)...] {
                guard byte.isDigit else { break }
                moment = moment * 10 + Int(byte.digitValue)
            }
            delays.append(Int(Measure.time(CLOCK_REALTIME) / 1e3) - moment)
        }
        finished[document] += 1
        if finished[document] == readers.count { say("document \(document)") }
    }

    private func find(_ text: String, in line: [UInt8]) -> Int? {
        let wanted = Array(text.utf8)
        return line.withUnsafeBytes { bytes in
            var place = 0
            while place + wanted.count <= bytes.count,
                let found = memchr(bytes.baseAddress! + place, CInt(wanted[0]), bytes.count - place)
            {
                place = UnsafeRawPointer(found) - bytes.baseAddress!
                if place + wanted.count <= bytes.count,
                    memcmp(bytes.baseAddress! + place, wanted, wanted.count) == 0
                {
                    return place
                }
                place += 1
            }
            return nil
        }
    }

    private func say(_ text: String) {
        print(text)
        fflush(nil)
    }
}
