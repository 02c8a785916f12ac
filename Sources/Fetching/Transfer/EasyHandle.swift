import CCurl

/// A transfer in libcurl's hands; given back when let go, which must not be inside of one of its callbacks.
struct EasyHandle: ~Copyable {
    let pointer: UnsafeMutableRawPointer
    private let text: UnsafeMutablePointer<CChar>
    private var list: UnsafeMutablePointer<curl_slist>?

    init() {
        guard let made = curl_easy_init() else { preconditionFailure("no memory for a transfer") }
        pointer = made
        text = .allocate(capacity: Int(CURL_ERROR_SIZE))
        text.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        check(curl_set_pointer(made, CURLOPT_ERRORBUFFER, text))
    }

    /// What libcurl says about a failure, in printable ASCII; empty when it says nothing.
    var complaint: String {
        let bytes = String(cString: text).utf8.prefix(200).map { 0x20...0x7E ~= $0 ? $0 : 0x3F }
        return String(decoding: bytes, as: UTF8.self)
    }

    func set(_ option: CURLoption, _ value: Int) { check(curl_set_number(pointer, option, value)) }

    func set(_ option: CURLoption, _ value: String?) { check(curl_set_text(pointer, option, value)) }

    func set(_ option: CURLoption, _ value: UnsafeMutableRawPointer?) {
        check(curl_set_pointer(pointer, option, value))
    }

    func set(_ option: CURLoption, _ value: @escaping curl_write_callback) {
        check(curl_set_writer(pointer, option, value))
    }

    func setOpener(_ value: @escaping curl_opensocket_callback) { check(curl_set_opener(pointer, value)) }

    func setAsker(_ value: @escaping curl_prereq_callback) { check(curl_set_asker(pointer, value)) }

    /// Sets the header fields of the request, whole lines.
    mutating func setHeaders(_ lines: [String]) {
        for line in lines {
            let bytes = line.latin1.map { CChar(bitPattern: $0) } + [0]
            list = curl_slist_append(list, bytes) ?? list
        }
        check(curl_set_list(pointer, CURLOPT_HTTPHEADER, list))
    }

    /// A figure about the transfer.
    func number(_ info: CURLINFO) -> Int {
        var value = 0
        check(curl_get_number(pointer, info, &value))
        return value
    }

    /// A moment of the transfer, from its beginning; `nil` when it was not reached.
    func moment(_ info: CURLINFO) -> Duration? {
        var value: curl_off_t = 0
        check(curl_get_count(pointer, info, &value))
        return value == 0 ? nil : .microseconds(Int64(value))
    }

    /// Options and figures are fixed in the program: one that is refused is our own fault.
    private func check(_ code: CURLcode, line: Int = #line) {
        precondition(code == CURLE_OK, "libcurl refuses an option: \(code.rawValue)")
    }

    deinit {
        curl_easy_cleanup(pointer)
        curl_slist_free_all(list)
        text.deallocate()
    }
}
