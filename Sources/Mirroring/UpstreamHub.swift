import Definitions
import Fetching
import Reactive
import Records
import Systemd
import Varlink

/// The other almanac of a link, as the definition names it, and single calls to it.
struct UpstreamHub {
    /// The path of the socket that leads to it.
    let path: String
    /// The longest time to wait for an answer.
    let timeout: Duration
    let loop: EventLoop
    let clock: AnyScheduler

    /// The maximum size of an answer or event, in bytes, which also bounds the memory that it needs.
    private static let longest = 16 << 20

    /// Connects to it.
    ///
    /// - Throws: A failure if nothing listens at the path.
    func connect() throws(FetchFailure) -> Client {
        do throws(SystemError) {
            return try Client(path: path, on: loop, limit: UpstreamHub.longest)
        } catch {
            throw FetchFailure(.connect, "no connection to the other almanac: \(error)")
        }
    }

    /// Calls a method over a connection of its own.
    func call(_ method: String, _ parameters: JSON) -> AnyPublisher<JSON, FetchFailure> {
        Deferred { () -> AnyPublisher<JSON, FetchFailure> in
            do throws(FetchFailure) {
                return answer(to: method, parameters, on: try connect())
            } catch {
                return Fail(error: error).eraseToAnyPublisher()
            }
        }.eraseToAnyPublisher()
    }

    /// Calls a method over an open connection, which the publisher keeps open.
    func answer(
        to method: String, _ parameters: JSON = .object([]), on client: Client
    ) -> AnyPublisher<JSON, FetchFailure> {
        client.call("io.almanac.\(method)", parameters)
            .mapError(FetchFailure.init(hub:))
            .timeout(.init(timeout), scheduler: clock) { FetchFailure.silence(timeout) }
            .map { reply in
                withExtendedLifetime(client) { reply.parameters }
            }.eraseToAnyPublisher()
    }
}

nonisolated extension FetchFailure {
    /// The failure of another almanac that does not answer in time.
    static func silence(_ time: Duration) -> FetchFailure {
        FetchFailure(.timeout, "the other almanac sent nothing for \(time)")
    }

    /// Creates the failure of a call to another almanac.
    init(hub error: VarlinkError) {
        switch error {
        case .disconnected: self.init(.connect, "the other almanac closed the connection")
        case .malformed(let reason): self.init(.shape, "the answer is not Varlink: \(reason)")
        case .service(let error) where error.name.hasSuffix(".PermissionDenied"):
            self.init(.denied, "the other almanac or its relay does not permit this call")
        case .service(let error) where error.name.hasSuffix(".ShuttingDown"):
            self.init(.connect, "the other almanac is stopping")
        case .service(let error) where error.name.hasSuffix(".CannotServe"):
            self.init(.connect, "the other almanac cannot serve: its configuration or database is wrong")
        case .service(let error): self.init(.http, "the other almanac answered \(error.name)")
        }
    }
}
