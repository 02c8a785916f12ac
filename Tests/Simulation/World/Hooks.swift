import Glibc
import Records
import SimulatedSystem

/// The functions that the simulated system calls; all of them run on the main thread.
enum Hooks {
    static func install() {
        installSystem()
        installRequests()
    }

    private static func installSystem() {
        simulated_disk_operation = { operation, _, bytes, done in
            nonisolated(unsafe) let done = done
            return MainActor.assumeIsolated { World.current.disk.judge(operation, bytes, done) }
        }
        simulated_journal = { fields, count in
            nonisolated(unsafe) let entry = UnsafeBufferPointer(start: fields, count: Int(count))
            MainActor.assumeIsolated { World.current.journal.take(entry) }
        }
        simulated_turn = { cost in
            MainActor.assumeIsolated { World.current.disk.turnEnded(cost) }
        }
    }

    private static func installRequests() {
        simulated_request_started = { request in
            guard let request = request?.pointee else { return }
            nonisolated(unsafe) let found = request
            MainActor.assumeIsolated { World.current.upstreams.begin(HTTPRequest(found)) }
        }
        simulated_sent = { number, bytes, count in
            let sent = Array(UnsafeRawBufferPointer(start: bytes, count: count))
            MainActor.assumeIsolated { World.current.upstreams.broker.receive(sent, from: number) }
        }
        simulated_connected = { number, address in
            let text = address.map { String(cString: $0) } ?? ""
            MainActor.assumeIsolated { World.current.upstreams.wasConnected(number, to: text) }
        }
        simulated_request_ended = { number in
            MainActor.assumeIsolated { World.current.upstreams.forget(number) }
        }
        simulated_lookup = { name, error, delay in
            nonisolated(unsafe) let (name, error, delay) = (name, error, delay)
            nonisolated(unsafe) var found: UnsafePointer<CChar>?
            MainActor.assumeIsolated {
                found = World.current.upstreams.look(up: name.map { String(cString: $0) } ?? "", error, delay)
            }
            return found
        }
    }
}
