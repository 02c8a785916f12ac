/// Returns a number with commas between thousands: `85,000`; numbers up to 9999 have none.
package func grouped(_ value: Int) -> String {
    let digits = String(value.magnitude)
    guard digits.count > 4 else { return String(value) }
    var text = ""
    for (index, digit) in digits.enumerated() {
        if index > 0, (digits.count - index) % 3 == 0 { text += "," }
        text.append(digit)
    }
    return value < 0 ? "-" + text : text
}

/// Returns a number of things: `1 record`, `12 records`.
package func counted(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
    "\(grouped(count)) \(count == 1 ? noun : plural ?? noun + "s")"
}

/// Returns a number of bytes: `512 B`, `48 kB`, `3.1 MB`.
public func size(_ bytes: Int) -> String {
    switch bytes {
    case ..<1000: "\(bytes) B"
    case ..<1_000_000: "\(bytes / 1000) kB"
    default: "\(bytes / 1_000_000).\(bytes / 100_000 % 10) MB"
    }
}

/// Returns the nearest whole number, limited to a thousand million million; 0 for NaN.
package func nearest(_ value: Double) -> Int {
    guard !value.isNaN else { return 0 }
    return Int(max(-1e15, min(1e15, value.rounded())))
}
