import Reactive

/// An object that reads the input of a channel.
protocol ChannelReader: AnyObject {
    /// Called when there is input, or the end of input.
    func channelIsReadable()
    /// Called when the peer has closed both directions. Nothing can be sent any more, but input may remain.
    func channelHungUp()
    /// Called when all waiting bytes have been sent.
    func channelDrained()
    /// Called before the connection is closed because the peer reads too slowly: bytes sent now may still
    /// reach it.
    func channelIsStuck()
    /// The time at which the last activity ended; `nil` during activity, or if unknown.
    var idleSince: LoopTime? { get }
    /// Whether a request has arrived.
    var hasAsked: Bool { get }
    /// Called when the channel is closed; it clears its reference to the reader.
    func channelClosed()
}

extension ChannelReader {
    func channelIsStuck() {}
    var idleSince: LoopTime? { nil }
    var hasAsked: Bool { true }
}
