import Glibc
import Records
import Showing
import Systemd
import Varlink

/// Answers calls of io.systemd.Metrics on two descriptors, one after another, until the client leaves.
///
/// Its memory is bounded by one call and the metrics of one moment, whatever the client sends. It does
/// nothing else, so that its descriptors may block.
struct MetricsService {
    /// The maximum size of a call in bytes; no call has parameters of more than a name.
    private static let callLimit = 1 << 16

    /// Reads the metrics of now.
    let metrics: () throws(CommandError) -> Metrics
    private var calls = FrameReader(limit: MetricsService.callLimit, framing: .nul)

    init(_ metrics: @escaping () throws(CommandError) -> Metrics) { self.metrics = metrics }

    /// Answers calls until the end of the input.
    ///
    /// - Throws: A complaint if the client sends something that is no call, or the daemon cannot be asked.
    mutating func run(input: CInt, output: CInt) throws(CommandError) {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(input, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            buffer[..<count].withUnsafeBytes { calls.append($0) }
            while let call = try nextCall() {
                let replies = try answer(call)
                guard call.oneway || Terminal.write(replies, to: output) else { return }
            }
        }
    }

    private mutating func nextCall() throws(CommandError) -> CallMessage? {
        do {
            return try calls.next().map(CallMessage.init(parsing:))
        } catch {
            throw CommandError(.usage, "a call cannot be read: \(error)")
        }
    }

    /// Returns all replies to a call.
    private func answer(_ call: CallMessage) throws(CommandError) -> [UInt8] {
        switch call.method {
        case "org.varlink.service.GetInfo": return MetricsService.replies([MetricsInterface.info])
        case "org.varlink.service.GetInterfaceDescription":
            let name = call.parameters["interface"]?.string ?? ""
            guard name == MetricsInterface.name else {
                return ReplyMessage.bytes(error: .interfaceNotFound(name), framing: .nul)
            }
            return MetricsService.replies([["description": .string(MetricsInterface.text)]])
        case "\(MetricsInterface.name).List", "\(MetricsInterface.name).Describe":
            guard call.more else { return ReplyMessage.bytes(error: .expectedMore, framing: .nul) }
            let metrics = try metrics()
            let isList = call.method.hasSuffix(".List")
            let found = isList ? metrics.reportedValues : metrics.reportedFamilies
            guard !found.isEmpty else {
                return ReplyMessage.bytes(error: MetricsInterface.noSuchMetric, framing: .nul)
            }
            return MetricsService.replies(found)
        default: return ReplyMessage.bytes(error: .methodNotFound(call.method), framing: .nul)
        }
    }

    private static func replies(_ all: [JSON]) -> [UInt8] {
        all.indices.flatMap { index in
            ReplyMessage.bytes(
                parameters: all[index].bytes, continues: index < all.count - 1, framing: .nul)
        }
    }
}

/// The interface io.systemd.Metrics, which systemd defines.
///
/// Source: systemd 260, varlink-io.systemd.Metrics.
enum MetricsInterface {
    /// Its name.
    static let name = "io.systemd.Metrics"

    /// The error of a call that finds nothing.
    static let noSuchMetric = ServiceError("\(name).NoSuchMetric")

    /// The reply to `GetInfo`.
    static let info: JSON = [
        "vendor": "almanac", "product": "almanac", "version": .string(Program.version),
        "url": "", "interfaces": [.string(name), "org.varlink.service"],
    ]

    /// The description of the interface.
    static let text = """
        # Metrics of a service
        interface io.systemd.Metrics

        # The types of metrics: a number that only rises, one that rises and falls, and a text
        type MetricFamilyType(
        \tcounter,
        \tgauge,
        \tstring
        )

        # Sends each value: the name of its metric, its object, such as a source, and what else tells it apart
        method List() -> (
        \tname: string,
        \tvalue: any,
        \tobject: ?string,
        \tfields: ?object
        )

        # Sends each metric
        method Describe() -> (
        \tname: string,
        \tdescription: string,
        \ttype: MetricFamilyType
        )

        # There is no such metric
        error NoSuchMetric()
        """
}
