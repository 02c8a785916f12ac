import Glibc

/// The command line.
struct Options {
    static let usage = """
        Usage: simulate [--seeds N] [--seed N] [--hours N] [--jobs N] [--warnings]
               simulate --seed N [--hours N] [--warnings] [--trace]
               simulate --script FILE [--trace]
               simulate --found DIR
               simulate --repeats N [--seed N] [--hours N]
               simulate --twins N [--seed N] [--hours N] [--warnings]
               simulate --lies N [--seed N] [--days N] [--trace]
               simulate --help

        Runs the whole daemon in simulated time; a seed decides all that happens.

          --seeds N      the number of seeds (50)
          --seed N       the first seed (1); alone, only this one, and a failing run is reduced
          --hours N      simulated hours of each seed (12)
          --jobs N       the number of runs at a time (the number of processors)
          --script FILE  runs the events of a file instead of invented ones
          --found DIR    runs all files DIR/*.script, each of which must pass
          --repeats N    runs N seeds twice and compares all that happens
          --twins N      runs those of N seeds that follow brokers or streams with and without these, and compares
                         the requests in vain
          --lies N       runs N seeds with upstreams that lie
          --days N       simulated days of each of them (365)
          --warnings     simulates providers of warnings instead, 720 hours of each seed
          --trace        prints all that happens in the run of --seed, --script or --lies 1

        Exit status: 0 if nothing fails, 1 otherwise, 64 for wrong arguments or a file that is not a script.
        """

    private(set) var seeds: UInt64?
    private(set) var seed: UInt64?
    private var statedHours: Int?
    /// The simulated hours of each seed.
    var hours: Int { statedHours ?? (isOfWarnings ? 720 : 12) }
    private(set) var isOfWarnings = false
    private(set) var jobs = max(1, sysconf(CInt(_SC_NPROCESSORS_ONLN)))
    private(set) var script: String?
    /// The directory of scripts that must not fail.
    private(set) var found: String?
    /// The number of seeds that are run twice; `nil` for none.
    private(set) var repeats: UInt64?
    /// The number of seeds that are run with and without push; `nil` for none.
    private(set) var twins: UInt64?
    /// The number of seeds with upstreams that lie; `nil` for none.
    private(set) var lies: UInt64?
    private(set) var days = 365
    private(set) var prints = false
    /// The directory of a run in a process of its own; its script is beside it.
    private(set) var child: String?

    /// Returns the plan of a seed.
    func plan(of seed: UInt64) -> Plan {
        isOfWarnings ? Plan(ofWarnings: seed, hours: hours) : Plan(seed: seed, hours: hours)
    }

    /// Parses the arguments; `nil` if they are wrong.
    init?(_ arguments: some Sequence<String>) {
        var rest = Array(arguments)[...]
        while let name = rest.popFirst() {
            if name == "--trace" {
                prints = true
                continue
            }
            if name == "--warnings" {
                isOfWarnings = true
                continue
            }
            guard let value = rest.popFirst(), set(name, value) else { return nil }
        }
        // Only a single run has a trace.
        let isSeed = seed != nil && seeds == nil && repeats == nil
        let isSingle = script != nil || lies == 1 || child != nil || isSeed
        if prints, !isSingle { return nil }
    }

    private mutating func set(_ name: String, _ value: String) -> Bool {
        switch name {
        case "--script": script = value
        case "--found": found = value
        case "--child": child = value
        default: return setNumber(name, value)
        }
        return true
    }

    private mutating func setNumber(_ name: String, _ value: String) -> Bool {
        guard let number = UInt64(value), number > 0 else { return false }
        switch name {
        case "--seeds": seeds = number
        case "--seed": seed = number
        case "--hours": statedHours = Int(number)
        case "--jobs": jobs = Int(number)
        case "--repeats": repeats = number
        case "--twins": twins = number
        case "--lies": lies = number
        case "--days": days = Int(number)
        default: return false
        }
        return true
    }
}
