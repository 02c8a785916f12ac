import Glibc
import Records
import Systemd
import Testing

/// Many subscribers, half of which do not read for a long time.
@Suite(.serialized) struct ManyReadersTests {
    private let folder = Folder()
    private static let rows = 40
    private static let documents = 16

    /// Returns the name of a row in a document, so long that the changes do not fit into a socket.
    private func name(_ row: Int, _ document: Int) -> String {
        "n\(document)-\(row)-" + String(repeating: "x", count: 700)
    }

    private func text(_ document: Int) -> String {
        "id,name\n" + (0..<Self.rows).map { "\($0 + 100),\(name($0, document))\n" }.joined()
    }

    /// The number of bytes of this process in memory.
    private var resident: Int {
        let file = open("/proc/self/statm", O_RDONLY)
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 128)
        let count = Glibc.read(file, &bytes, bytes.count)
        let words = String(decoding: bytes[..<max(0, count)], as: UTF8.self).split(separator: " ")
        return (Int(words[1]) ?? 0) * Int(getpagesize())
    }

    @Test func `half of two hundred subscribers pause, and each receives every change once, in order`()
        throws
    {
        folder.write(
            "etc/sources.d/rows.source",
            "[Source]\nKind=table\nPath=\(folder.path)/rows.csv\n[Table]\nDelimiter=,\n[Record]\nKey=id\n")
        folder.write("rows.csv", text(0))
        let fixture = try LiveDaemon(folder)
        try fixture.turn(until: "rows", is: "fresh")
        let call = #"{"method":"io.almanac.Subscribe","more":true,"parameters":{"snapshot":false}}"#
        let readers = (0..<200).map { _ in
            RawReader(fixture.socketPath, call) { place in
                let (document, row) = (place / Self.rows + 1, place % Self.rows)
                return #""data":{"id":"\#(row + 100)","name":"n\#(document)-\#(row)-x"#
            }
        }
        let (reading, standing) = (readers[..<100], readers[100...])
        try fixture.turn(until: {
            (try? fixture.call("GetStatus")["subscribers"]?.int) == 200
        })
        let before = resident
        for document in 1...Self.documents {
            folder.replace("rows.csv", text(document))
            try fixture.turn(until: {
                for reader in reading { reader.read() }
                return reading.allSatisfy { $0.count == document * Self.rows }
            })
        }
        // Each paused subscriber has missed about 1.4 MB by now, more than the daemon may hold for slow
        // subscribers.
        #expect(resident - before < 40 << 20)
        #expect(standing.allSatisfy { $0.count == 0 })

        for part in 1...8 {
            try fixture.turn(until: {
                for reader in standing { reader.read() }
                return standing.allSatisfy { $0.count >= Self.rows * Self.documents * part / 8 }
            })
        }
        _ = try fixture.loop.turn(timeout: .milliseconds(10))
        for reader in readers {
            reader.read()
            #expect(reader.count == Self.rows * Self.documents)
            #expect(reader.fault == nil)
        }
        fixture.end()
    }
}
