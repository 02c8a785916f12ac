import Reactive
import Systemd

/// Resolves host names: a limited number at a time, each on its own thread; the others wait in line.
///
/// A lookup cannot be interrupted and may hang for a minute. It keeps its thread, but requests wait for it
/// only as long as allowed, and further requests for the same name join it. A third of the threads is
/// reserved for names that resolved before, so that hanging names do not block known ones; among the others,
/// names that hung before come last.
final class Lookups {
    typealias Found = Result<[IPAddress], LookupFailure>

    /// A request that waits for a name.
    private struct LookupClient {
        let started: () -> Void
        let done: (Found) -> Void
        let deadline: LoopTime
        var timer: AnyCancellable?
    }

    /// A name that is being looked up or waits for its turn.
    private struct Question {
        var clients: [Int: LookupClient] = [:]
        var isRunning = false
    }

    /// The lifetime of cached addresses.
    private static let lifetime: Duration = .seconds(60)
    /// The maximum number of names that are remembered: redirects by an upstream must not fill the memory.
    private static let mostNames = 4096

    private let limit: Int
    private let patience: Duration
    private var calls: BlockingCalls<Found>?
    private var questions: [String: Question] = [:]
    private var line: [String] = []
    private var known: [String: (addresses: [IPAddress], at: LoopTime)] = [:]
    private var hung: Set<String> = []
    private var doubtful = 0
    private var threadError: SystemError?
    private var last = 0
    /// Released last: timers that refer to it are cancelled first.
    private let loop: EventLoop

    /// Creates an empty line.
    ///
    /// - Parameters:
    ///   - loop: The event loop that results are delivered on.
    ///   - limit: The maximum number of concurrent lookups, at least 3.
    ///   - patience: How long a request waits for a running lookup.
    init(on loop: EventLoop, limit: Int, patience: Duration) {
        self.loop = loop
        self.limit = max(3, limit)
        self.patience = patience
    }

    /// Returns the addresses of a name that was resolved recently; `nil` if a lookup is needed.
    ///
    /// - Parameters:
    ///   - name: The name, in ASCII.
    ///   - trust: The time since the network last changed.
    /// - Returns: At least one address, or `nil`.
    func addresses(of name: String, trust: Duration) -> [IPAddress]? {
        guard let known = known[name], loop.now - known.at < min(trust, Lookups.lifetime) else { return nil }
        return known.addresses
    }

    /// Looks a name up.
    ///
    /// - Parameters:
    ///   - name: The name, in ASCII.
    ///   - time: The maximum time to wait, the time in line included.
    ///   - started: Called when the lookup starts.
    ///   - done: Called once with the result, unless the returned object was released or cancelled before.
    /// - Returns: An object whose cancellation withdraws the request.
    func find(
        _ name: String, within time: Duration, started: @escaping () -> Void, done: @escaping (Found) -> Void
    ) -> AnyCancellable {
        last += 1
        let number = last
        var question = questions[name] ?? Question()
        if question.clients.isEmpty, !question.isRunning { line.append(name) }
        question.clients[number] = LookupClient(started: started, done: done, deadline: loop.now + time)
        questions[name] = question
        limitWaiting(name, number)
        if question.isRunning { started() }
        loop.next { [weak self] in self?.pump() }
        return AnyCancellable { [weak self] in self?.leave(name, number) }
    }

    /// Starts the lookups whose turn it is.
    private func pump() {
        while let index = nextInLine() {
            let name = line[index]
            do throws(SystemError) {
                try start(name)
                line.remove(at: index)
            } catch {
                threadError = error
                // A running lookup makes room when it ends, and then this one is tried again.
                if calls?.count ?? 0 > 0 { return }
                line.remove(at: index)
                finish(name, .failure(.noThread(error)))
            }
        }
    }

    private func nextInLine() -> Int? {
        let count = calls?.count ?? 0
        guard !line.isEmpty, count < limit else { return nil }
        if let index = line.firstIndex(where: { known[$0] != nil }) { return index }
        guard doubtful < limit - limit / 3 else { return nil }
        return line.firstIndex { !hung.contains($0) } ?? line.indices.first
    }

    private func start(_ name: String) throws(SystemError) {
        let isDoubtful = known[name] == nil
        if calls == nil { calls = try BlockingCalls("lookup", on: loop) }
        try calls?.start {
            AddressLookup.addresses(of: name)
        } then: { [weak self] found in
            if isDoubtful { self?.doubtful -= 1 }
            self?.finish(name, found)
        }
        if isDoubtful { doubtful += 1 }
        threadError = nil
        questions[name]?.isRunning = true
        for (number, client) in questions[name]?.clients ?? [:] {
            limitWaiting(name, number)
            client.started()
        }
    }

    /// Sets the timer of a request: its deadline or, while the lookup runs, at most `patience`.
    private func limitWaiting(_ name: String, _ number: Int) {
        guard let question = questions[name], let client = question.clients[number] else { return }
        let rest = client.deadline - loop.now
        let time = max(.zero, question.isRunning ? min(rest, patience) : rest)
        questions[name]?.clients[number]?.timer = loop.after(time, slack: .milliseconds(10)) {
            [unowned self] in
            giveUp(name, number, waited: time)
        }
    }

    private func giveUp(_ name: String, _ number: Int, waited: Duration) {
        guard let question = questions[name], let client = question.clients[number] else { return }
        leave(name, number)
        if question.isRunning {
            remember(hung: name)
            client.done(.failure(.late(Int(max(1, waited.components.seconds)))))
        } else if let threadError {
            client.done(.failure(.noThread(threadError)))
        } else {
            client.done(.failure(.crowded(calls?.count ?? 0)))
        }
    }

    /// A running lookup continues even if no request waits for it: others may join it.
    private func leave(_ name: String, _ number: Int) {
        guard questions[name]?.clients.removeValue(forKey: number) != nil else { return }
        guard let question = questions[name], question.clients.isEmpty, !question.isRunning else { return }
        questions[name] = nil
        line.removeAll { $0 == name }
    }

    private func finish(_ name: String, _ found: Found) {
        let clients = questions.removeValue(forKey: name)?.clients ?? [:]
        switch found {
        case .success(let addresses): remember(addresses, of: name)
        case .failure(.unknown): known[name] = nil
        case .failure: break
        }
        for client in clients.values { client.done(found) }
        pump()
    }

    private func remember(_ addresses: [IPAddress], of name: String) {
        hung.remove(name)
        if known.count >= Lookups.mostNames {
            known = known.filter { loop.now - $0.value.at < .seconds(3600) }
        }
        if known.count >= Lookups.mostNames { known = [:] }
        known[name] = (addresses, loop.now)
    }

    private func remember(hung name: String) {
        if hung.count >= Lookups.mostNames { hung = [] }
        hung.insert(name)
    }
}
