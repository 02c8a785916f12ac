import Glibc

/// Checks what the daemon writes to the journal.
final class JournalCheck {
    /// Whether an entry above notice is a fault, since nothing goes wrong.
    var isHealthy = false
    /// The secrets that must not appear.
    var secrets: [String] = []
    private var reports = ReportCheck()

    /// Receives an entry: fields of the form NAME=VALUE.
    func take(_ fields: UnsafeBufferPointer<iovec>) {
        let texts = fields.map { field in
            String(
                decoding: UnsafeRawBufferPointer(start: field.iov_base, count: field.iov_len), as: UTF8.self)
        }
        let level = texts.first { $0.hasPrefix("PRIORITY=") }.flatMap { Int($0.dropFirst(9)) } ?? 6
        let message = texts.first { $0.hasPrefix("MESSAGE=") }?.dropFirst(8) ?? ""
        World.current.note("journal \(level) \(message)")
        if let source = value("ALMANAC_SOURCE", texts), let reason = value("ALMANAC_REASON", texts) {
            reports.take(message, source: source, reason: reason)
        }
        if isHealthy, level < 5 { World.current.fail("the journal of a healthy day has: \(message)") }
        for secret in secrets where texts.contains(where: { $0.contains(secret) }) {
            World.current.fail("the journal has a secret: \(message)")
        }
    }

    private func value(_ name: String, _ fields: [String]) -> String? {
        fields.first { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.utf8.count + 1)) }
    }
}
