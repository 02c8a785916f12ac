import CCurl
import Records

/// An easy handle of libcurl, freed on release, which must not happen inside one of its callbacks.
struct EasyHandle: ~Copyable {
    let pointer: UnsafeMutableRawPointer
    private let text: UnsafeMutablePointer<CChar>
    private var list: UnsafeMutablePointer<curl_slist>?
    private var addresses: UnsafeMutablePointer<curl_slist>?

    init() {
        guard let made = almanac_curl_easy_init() else { preconditionFailure("no memory for a transfer") }
        pointer = made
        text = .allocate(capacity: Int(CURL_ERROR_SIZE))
        text.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        check(almanac_curl_set_pointer(made, CURLOPT_ERRORBUFFER, text))
    }

    /// The error message of libcurl, in printable ASCII; empty if there is none.
    var complaint: String {
        let bytes = String(cString: text).utf8.prefix(200).map {
            $0.isASCII && !$0.isControl ? $0 : .questionMark
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    func set(_ option: CURLoption, _ value: Int) { check(almanac_curl_set_number(pointer, option, value)) }

    func set(_ option: CURLoption, _ value: String?) { check(almanac_curl_set_text(pointer, option, value)) }

    func set(_ option: CURLoption, _ value: UnsafeMutableRawPointer?) {
        check(almanac_curl_set_pointer(pointer, option, value))
    }

    func set(_ option: CURLoption, _ value: @escaping curl_write_callback) {
        check(almanac_curl_set_writer(pointer, option, value))
    }

    /// Sets the contents of a file; libcurl copies them.
    func set(_ option: CURLoption, contents: String) {
        let bytes = Array(contents.utf8)
        check(almanac_curl_set_contents(pointer, option, bytes, bytes.count))
    }

    func setOpener(_ value: @escaping curl_opensocket_callback) {
        check(almanac_curl_set_opener(pointer, value))
    }

    func setAsker(_ value: @escaping curl_prereq_callback) { check(almanac_curl_set_asker(pointer, value)) }

    /// Sets the header fields of the request, each a complete line.
    mutating func setHeaders(_ lines: [String]) {
        for line in lines {
            let bytes = line.latin1 + [0]
            bytes.withUnsafeBytes { list = almanac_curl_slist_append(list, $0.baseAddress) ?? list }
        }
        check(almanac_curl_set_list(pointer, CURLOPT_HTTPHEADER, list))
    }

    /// Makes libcurl connect to these addresses instead of resolving the host, for this transfer only.
    mutating func resolve(_ host: String, port: Int, to places: [IPAddress]) {
        let texts = places.map { $0.bytes.count == 4 ? "\($0)" : "[\($0)]" }
        // The plus sign makes the entry expire like one that libcurl resolved itself.
        let entry = "+\(host):\(port):\(texts.joined(separator: ","))"
        addresses = almanac_curl_slist_append(addresses, entry) ?? addresses
        check(almanac_curl_set_list(pointer, CURLOPT_RESOLVE, addresses))
        // `Lookups` has already decided that the addresses are still valid.
        set(CURLOPT_DNS_CACHE_TIMEOUT, 60)
    }

    /// Returns a numeric value about the transfer.
    func number(_ info: CURLINFO) -> Int {
        var value = 0
        check(almanac_curl_get_number(pointer, info, &value))
        return value
    }

    /// Returns a time of the transfer, measured from its start; `nil` if that stage was not reached.
    func moment(_ info: CURLINFO) -> Duration? {
        var value: curl_off_t = 0
        check(almanac_curl_get_count(pointer, info, &value))
        return value == 0 ? nil : .microseconds(Int64(value))
    }

    /// Options and values are fixed in the program: a refusal is our own mistake.
    private func check(_ code: CURLcode, line: Int = #line) {
        precondition(code == CURLE_OK, "libcurl refuses an option: \(code.rawValue)")
    }

    deinit {
        almanac_curl_easy_cleanup(pointer)
        almanac_curl_slist_free_all(list)
        almanac_curl_slist_free_all(addresses)
        text.deallocate()
    }
}
