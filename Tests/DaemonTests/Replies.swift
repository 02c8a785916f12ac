import Reactive
import Records
import Varlink

/// The replies to a call.
final class Replies {
    private(set) var all: [JSON] = []
    private(set) var failure: VarlinkError?
    private(set) var isOver = false
    private let client: Client?
    private var hold: AnyCancellable?

    init(_ fixture: LiveDaemon, _ method: String, _ parameters: JSON, more: Bool = true) {
        client = try? fixture.client()
        hold = client?.call("io.almanac." + method, parameters, more: more).sink { [unowned self] in
            if case .failure(let error) = $0 { failure = error }
            isOver = true
        } receiveValue: { [unowned self] in
            all.append($0.parameters)
        }
    }
}
