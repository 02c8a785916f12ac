import Glibc
import Records
import Testing
import Varlink

/// Sources that clients add, and that end with the daemon.
@Suite(.serialized) struct TransientSourceTests {
    private let folder = Folder()

    private func add(_ number: Int, to daemon: LiveDaemon) throws {
        let context: JSON = [
            "name": .string("rows\(number)"), "kind": "table", "path": .string(folder.path + "/rows.csv"),
            "options": ["Record": ["Key": "id"]],
        ]
        _ = try daemon.call("AddSource", ["context": context])
    }

    /// The CPU time of the process, in nanoseconds.
    private var cpuTime: Int {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }

    @Test func `a user can have a limited number, and adding one costs the same beside many`() throws {
        folder.write("rows.csv", "id,name\n1,one\n")
        let daemon = try LiveDaemon(folder)
        var costs: [Int] = []
        for hundred in 0..<10 {
            let before = cpuTime
            for number in 0..<100 { try add(hundred * 100 + number, to: daemon) }
            costs.append(cpuTime - before)
        }
        #expect(costs[8...].min()! < 4 * costs[..<4].min()!, "\(costs)")
        let error = daemon.refusal(
            of: "AddSource", ["context": ["name": "more", "kind": "table", "path": "/x"]])
        #expect(error?.name == "io.almanac.InvalidSource")
        #expect(error?.parameters["message"]?.string?.contains(text: "1000 sources") == true)
        _ = try daemon.call("RemoveSource", ["name": "rows7"])
        try add(7, to: daemon)
        daemon.end()
    }
}
