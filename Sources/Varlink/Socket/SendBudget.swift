/// How much may be sent before others have their turn.
nonisolated struct SendBudget {
    private var sends: Int
    private var bytes: Int

    /// What one turn of the loop allows.
    init(_ limits: Limits) { (sends, bytes) = (limits.sendsPerTurn, limits.bytesPerTurn) }

    private init(unlimited: Void) { (sends, bytes) = (.max, .max) }

    /// No end.
    static let unlimited = SendBudget(unlimited: ())

    var isSpent: Bool { sends <= 0 || bytes <= 0 }

    /// Notes a send of so many bytes.
    mutating func spend(_ count: Int) {
        sends -= 1
        bytes -= count
    }
}
