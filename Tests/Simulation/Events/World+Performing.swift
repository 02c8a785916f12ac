import Definitions
import Glibc
import Records
import SimulatedSystem

extension World {
    /// Enters the events of a plan into the agenda.
    func follow(_ plan: Plan) {
        simulated_advance(Plan.start)
        upstreams.begin(plan.catalogue, chance.split())
        prepare(plan.catalogue)
        journal.isHealthy = plan.isHealthy
        if plan.isOfWarnings {
            upstreams.warnings = WarningMonth(hours: plan.hours, isPushed: !plan.isWithoutPush, in: self)
        }
        for event in plan.events {
            agenda.add(at: Plan.start + event.time) { [unowned self] in
                note("event \(event.action)")
                perform(event.action)
            }
        }
        startIfNeeded()
    }

    private func prepare(_ catalogue: SourceCatalogue) {
        for source in catalogue.sources {
            if source.origin == .file { writeFile(of: source) }
            guard let secret = source.secret else { continue }
            Folder.write(Array(secret.utf8), to: "\(machine.root)/etc/credentials/\(source.name)")
            upstreams.politeness.secrets.append((secret, source.host))
            journal.secrets.append(secret)
        }
        for join in catalogue.joins {
            Folder.write(Array(join.definition.utf8), to: definitionPath(of: join.name))
        }
    }

    private func perform(_ action: Action) {
        let sources = upstreams.sources
        switch action {
        case .change(let index): publish(sources[index]) { $0.change(at: upstreams.time, &chance) }
        case .restate(let index): publish(sources[index]) { $0.renew() }
        case .mood(let index, let mood, let seconds): set(mood, of: sources[index], for: .seconds(seconds))
        case .enable(let index): enable(sources[index])
        case .disable(let index): disable(sources[index])
        case .reload: if machine.isRunning { machine.reload() }
        case .refresh(let index): refresh(sources[index])
        case .subscribe(let client): subscribe(client)
        case .leave(let client): subscriber(client)?.leave()
        case .come(let client): subscriber(client)?.come()
        case .stall(let client, let seconds): stall(client, for: .seconds(seconds))
        case .broker(let index, let trick): perform(trick, about: sources[index])
        case .compare: compare()
        case .query: query()
        default: disturb(action)
        }
    }

    private func disturb(_ action: Action) {
        switch action {
        case .kill(let operations): die(.kill, after: operations)
        case .cutPower(let operations): die(.powerCut, after: operations)
        case .restart: if machine.isRunning { machine.stop() }
        case .suspend(let seconds): machine.suspend(for: .seconds(seconds))
        case .jump(let seconds): jump(by: .seconds(seconds))
        case .offline(let seconds): goOffline(for: .seconds(seconds))
        case .disk(let error, let seconds): failDisk(CInt(error), for: .seconds(seconds))
        case .slowDisk(let seconds): slowDisk(for: .seconds(seconds))
        default: performNamed(action)
        }
    }

    private func set(_ mood: Mood, of source: SimulatedSource, for time: Nanoseconds) {
        change(source, to: mood)
        after(time) { [unowned self] in
            if source.mood == mood { change(source, to: .well) }
        }
    }

    /// Lets an upstream behave differently from now on.
    func change(_ source: SimulatedSource, to mood: Mood) {
        // Records that a wrong clock dated stay until the upstream publishes something new.
        if source.mood == .wrongDate, mood != .wrongDate { source.renew() }
        source.mood = mood
        writeFile(of: source)
    }

    private func publish(_ source: SimulatedSource, _ change: (SimulatedSource) -> Void) {
        change(source)
        writeFile(of: source)
        announce(source)
    }

    /// Writes the file of a source, as its mood wants it, by a rename or in place.
    func writeFile(of source: SimulatedSource) {
        guard source.origin == .file else { return }
        let path = source.file(on: machine)
        let isInPlace = chance.isTrue(0.3)
        switch source.mood {
        case .refused, .unknownName, .silent: unlink(path)
        case .garbage: Folder.write(Array("<!doctype html><p>no".utf8), to: path, inPlace: isInPlace)
        case .renamed: Folder.write(source.renamedBody, to: path, inPlace: isInPlace)
        case .emptied: Folder.write([], to: path, inPlace: isInPlace)
        default: Folder.write(source.body, to: path, inPlace: isInPlace)
        }
    }

    private func enable(_ source: SimulatedSource) {
        source.wasEdited()
        let isJoined = upstreams.joins.contains { $0.left === source || $0.right === source }
        if !isJoined { source.redefine() }
        Folder.write(Array(source.definition(on: machine).utf8), to: definitionPath(of: source.name))
        source.isEnabled = true
        RedefinitionCheck(source)?.begin()
    }

    private func disable(_ source: SimulatedSource) {
        source.wasEdited()
        unlink(definitionPath(of: source.name))
        // What a call added is in effect again, with the settings of that time.
        if source.addition != .none { source.addition = .unknown }
        // The daemon notices it within a second; a request that has begun may continue.
        pauseSoon(source)
    }

    func definitionPath(of name: String) -> String {
        "\(machine.directories.configuration)/sources.d/\(name).source"
    }

    private func refresh(_ source: SimulatedSource) {
        clients.call("Refresh", ["selector": ["sources": [.string(source.name)]]]) { _ in }
    }

    private func subscriber(_ number: Int) -> Subscriber? {
        clients.subscribers.first { $0.name == "client\(number)" }
    }

    private func subscribe(_ number: Int) {
        let name = "client\(number)"
        guard subscriber(number) == nil else { return }
        let source = number == 0 || chance.isTrue(0.5) ? nil : chance.pick(upstreams.sources).name
        clients.add(Subscriber(name, source: source, conflates: number > 0 && chance.isTrue(0.3)))
    }

    private func stall(_ number: Int, for time: Nanoseconds) {
        guard let subscriber = subscriber(number) else { return }
        subscriber.isStalled = true
        after(time) { subscriber.isStalled = false }
        if chance.isTrue(0.1) { rewrite(chance.pick(upstreams.sources), times: 60) }
    }

    /// Changes the definition of a source again and again, and with it all records: these are more than the
    /// daemon holds for a subscriber that does not read.
    private func rewrite(_ source: SimulatedSource, times: Int) {
        guard times > 0, source.isEnabled else { return }
        enable(source)
        after(.seconds(3)) { [unowned self] in rewrite(source, times: times - 1) }
    }

    private func die(_ ending: Ending, after operations: Int) {
        guard machine.isRunning, self.ending == nil else { return }
        guard operations > 0 else { return end(by: ending) }
        self.ending = ending
        disk.dieAfter(operations)
    }

    /// Sets the wall clock, which stays within five hours of the right time: reports name no month.
    private func jump(by time: Nanoseconds) {
        let error = wall.seconds - upstreams.time.seconds
        let isFar = abs(error + time / .seconds(1)) > 5 * 3600
        simulated_jump(isFar ? -time : time)
        upstreams.politeness.forget()
    }

    private func goOffline(for time: Nanoseconds) {
        upstreams.hasNetwork = false
        simulated_route(false)
        after(time) { [unowned self] in
            upstreams.hasNetwork = true
            simulated_route(true)
        }
    }

    private func failDisk(_ error: CInt, for time: Nanoseconds) {
        disk.error = error
        // A disk that fails now and then lets a part of what belongs together succeed.
        disk.share = chance.pick([1, 0.5, 0.05])
        after(time) { [unowned self] in disk.error = 0 }
    }

    private func slowDisk(for time: Nanoseconds) {
        disk.slowness = 50
        after(time) { [unowned self] in disk.slowness = 1 }
    }
}
