import Fetching
import Records

/// The head of an HTTP response, line by line, and the URL in it.
enum HeaderTarget {
    private static let received = UTC(seconds: 1_763_625_600)

    static func run(_ input: FuzzInput) {
        var headers = Headers()
        for line in input.bytes.split(separator: UInt8(ascii: "\n")) { headers.add(line: line) }
        let freshness = Freshness(headers, received: received)
        require((freshness.lifetime ?? .zero) >= .zero, "a lifetime is not negative")
        require((freshness.retryAfter ?? .zero) >= .zero, "a delay is not negative")
        _ = Validators(headers).conditions
        _ = headers["content-type"].flatMap { MediaType($0) }?.isHTML
        if let location = headers["location"] { address(location) }
    }

    private static func address(_ text: String) {
        // An unusable URL is refused, which is all that is required.
        guard let base = try? WebAddress("https://example.net/a/b?c"),
            let address = try? base.resolving(text)
        else { return }
        require(["http", "https"].contains(address.scheme), "an address is http or https")
        guard let again = try? WebAddress(address.text) else {
            fatalError("an address reads back: \(address)")
        }
        require(again.host == address.host && again.port == address.port, "an address reads back the same")
        _ = (address.isThisMachine, address.description, IPAddress(address.host))
    }
}
