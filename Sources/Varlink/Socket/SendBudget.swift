/// The number of sends and bytes that are allowed before other work gets its turn.
nonisolated struct SendBudget {
    private var sends: Int
    private var bytes: Int

    /// Creates the budget of one turn of the loop.
    init(_ limits: Limits) {
        sends = limits.sendsPerTurn
        bytes = limits.bytesPerTurn
    }

    private init(unlimited: Void) {
        sends = .max
        bytes = .max
    }

    /// A budget without limits.
    static let unlimited = SendBudget(unlimited: ())

    var isSpent: Bool { sends <= 0 || bytes <= 0 }

    /// Deducts one send of `count` bytes.
    mutating func spend(_ count: Int) {
        sends -= 1
        bytes -= count
    }
}
