import CFaultyCalls
import Glibc
import Reactive
import Records
import Systemd
import Testing

/// Stored connections that cannot be handed over; those with a service manager run in processes of their own.
@Suite struct HandoverFailureTests {
    /// A source whose records the tests change.
    private static func write(_ folder: Folder, _ name: String) {
        folder.write(
            "etc/sources.d/rows.source",
            "[Source]\nKind=table\nPath=\(folder.path)/rows.csv\n[Table]\nDelimiter=,\n[Record]\nKey=id\n")
        folder.replace("rows.csv", "id,name\n1,\(name)\n")
    }

    @Test func `stored connections without their ledger are closed`() throws {
        var pair: [CInt] = [0, 0]
        let kind = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
        try #require(socketpair(AF_UNIX, kind, 0, &pair) == 0)
        defer { close(pair[1]) }
        let passed = PassedDescriptor(name: "r", FileDescriptor(owning: pair[0]))
        let fixture = try LiveDaemon(Folder(), passed: [passed])
        var byte: UInt8 = 0
        #expect(read(pair[1], &byte, 1) == 0)
        #expect(try fixture.call("GetStatus")["subscribers"] == 0)
        fixture.end()
    }

    @Test(arguments: [false, true])
    func `a subscriber that continues in the next run, or cannot, loses no change`(isRefused: Bool) async {
        await #expect(processExitsWith: .success) { [isRefused] in
            try await MainActor.run {
                let (folder, clock) = (Folder(), ManualScheduler())
                let mailbox = StoreMailbox(folder.path + "/notify")
                HandoverFailureTests.write(folder, "one")
                let first = try LiveDaemon(folder, clock: clock)
                try first.turn(until: "rows", is: "fresh")
                let heard = try first.subscribe()
                try first.turn(until: { heard.has("ready") })
                for _ in 0..<2 { clock.advance(by: .milliseconds(300)) }
                first.end()
                let passed = mailbox.takeKept()
                let raw = try #require(passed.first { $0.name == "r" }?.raw)
                if isRefused { try #require(faulty_call_fails(faulty_call_epoll, ENOMEM, raw) == 0) }

                HandoverFailureTests.write(folder, "two")
                let second = try LiveDaemon(folder, on: first.loop, clock: clock, passed: passed)
                if isRefused {
                    try second.turn(until: { heard.failure != nil })
                    // No other connection may get the number, which the kernel still refuses.
                    while dup(0) < raw {}
                    let again = try second.subscribe(["since": .string(heard.cursor)])
                    try second.turn(until: { again.records == ["changed 1"] })
                } else {
                    try second.turn(until: { heard.records == ["snapshot 1", "changed 1"] })
                    try #require(heard.failure == nil)
                }
                second.end()
            }
        }
    }

    /// systemd passes stored descriptors in the reverse order after each daemon-reload.
    @Test(arguments: [false, true])
    func `stored connections are known in any order`(isReversed: Bool) async {
        await #expect(processExitsWith: .success) { [isReversed] in
            try await MainActor.run {
                let (folder, clock) = (Folder(), ManualScheduler())
                let mailbox = StoreMailbox(folder.path + "/notify")
                HandoverFailureTests.write(folder, "one")
                let first = try LiveDaemon(folder, clock: clock)
                try first.turn(until: "rows", is: "fresh")
                let all = try first.subscribe()
                let none = try first.subscribe(["selector": ["keys": ["2"]]])
                try first.turn(until: { all.has("ready") && none.has("ready") })
                for _ in 0..<2 { clock.advance(by: .milliseconds(300)) }
                first.end()
                let stored = mailbox.takeKept()
                try #require(stored.map(\.name) == ["p", "r", "r"])

                HandoverFailureTests.write(folder, "two")
                let passed = isReversed ? stored.reversed() : stored
                let second = try LiveDaemon(folder, on: first.loop, clock: clock, passed: passed)
                try second.turn(until: { all.records == ["snapshot 1", "changed 1"] })
                try #require(none.records.isEmpty && all.failure == nil && none.failure == nil)
                second.end()
            }
        }
    }

    @Test(arguments: [false, true])
    func `a service manager that is gone costs no subscriber a change`(hasLedger: Bool) async {
        await #expect(processExitsWith: .success) { [hasLedger] in
            try await MainActor.run {
                let (folder, clock) = (Folder(), ManualScheduler())
                var mailbox: StoreMailbox? = StoreMailbox(folder.path + "/notify")
                HandoverFailureTests.write(folder, "one")
                let fixture = try LiveDaemon(folder, clock: clock)
                try fixture.turn(until: "rows", is: "fresh")
                var crowd = [try fixture.subscribe()]
                try fixture.turn(until: { crowd.allSatisfy { $0.has("ready") } })
                if hasLedger {
                    for _ in 0..<2 { clock.advance(by: .milliseconds(300)) }
                    try #require(mailbox?.take() == ["p 1", "r 1"])
                }
                mailbox = nil
                crowd.append(try fixture.subscribe())
                try fixture.turn(until: { crowd.allSatisfy { $0.has("ready") } })
                for _ in 0..<4 { clock.advance(by: .milliseconds(300)) }
                HandoverFailureTests.write(folder, "two")
                try fixture.turn(until: { crowd.allSatisfy { $0.records.last == "changed 1" } })
                fixture.end()
            }
        }
    }
}
