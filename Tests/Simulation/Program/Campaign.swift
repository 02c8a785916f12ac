import Glibc

/// The runs of many seeds, several at a time.
struct Campaign {
    let seeds: ClosedRange<UInt64>
    let jobs: Int
    let root: String
    /// Returns the plan of a seed.
    let plan: (UInt64) -> Plan

    /// Runs all seeds and prints those that fail.
    ///
    /// - Returns: The number of failures.
    func run() -> Int {
        var running: [pid_t: (seed: UInt64, slot: Int, child: Child)] = [:]
        var rest = seeds.makeIterator()
        var free = Array(0..<jobs)
        var failures = 0
        while true {
            while let slot = free.last, let seed = rest.next() {
                free.removeLast()
                let child = Child(plan(seed), in: Self.path(slot, in: root))
                running[child.process] = (seed, slot, child)
            }
            guard !running.isEmpty else { return failures }
            var status: CInt = 0
            let process = wait(&status)
            guard let ended = running.removeValue(forKey: process) else { continue }
            free.append(ended.slot)
            guard let fault = ended.child.result(status: status).fault else { continue }
            failures += 1
            print("seed \(ended.seed): \(fault)")
            fflush(nil)
        }
    }

    /// The directory of a run. All have a path of the same length: that is a condition for runs to repeat
    /// exactly.
    static func path(_ slot: Int, in root: String) -> String { "\(root)/\(1000 + slot)" }
}
