import Records

/// The statement of a document that it has only some of the records.
///
/// Source: the documentation of ArcGIS, Google, OData 4.0 (4.01 §11.2.6.7), JSON:API, HAL, OGC API -
/// Features, Elasticsearch, CKAN, Django REST framework, Laravel and the NWS.
enum MoreRecords {
    /// Members that are true, or false, if there are more records.
    private static let flags: [(name: String, value: Bool)] = [
        ("exceededTransferLimit", true), ("hasMore", true), ("has_more", true), ("has_next", true),
        ("hasNext", true),
        ("hasNextPage", true), ("more", true), ("moreResults", true), ("truncated", true),
        ("isTruncated", true),
        ("is_truncated", true), ("IsTruncated", true), ("incomplete_results", true), ("partial", true),
        ("isLast", false), ("last", false), ("complete", false), ("timed_out", true),
    ]
    /// Members that name the next part.
    private static let tokens = [
        "nextPageToken", "next_page_token", "nextToken", "next_token", "NextToken", "nextCursor",
        "next_cursor", "@odata.nextLink",
        "odata.nextLink", "nextLink", "next_page", "nextPage", "next_page_url", "nextPageUrl", "next_url",
        "nextUrl", "nextRecordsUrl",
        "continuationToken", "scrollId", "__next", "NextMarker", "nextMarker",
    ]
    /// Objects that describe the document.
    private static let groups = [
        "meta", "metadata", "pagination", "paging", "page", "pages", "properties", "hits", "_metadata",
        "info", "pageInfo", "page_info",
        "response_metadata", "_meta", "resultset",
    ]
    /// Members with the number of all records.
    private static let totals = [
        "total", "totalCount", "total_count", "totalResults", "total_results", "totalRecords",
        "total_records", "totalItems",
        "total_items", "totalElements", "numberMatched", "numFound", "num_found", "totalFeatures",
        "totalHits", "@odata.count",
        "odata.count", "recordsTotal", "nhits", "total_rows", "TotalCount", "TotalResults", "records_total",
        "total_hits", "matched", "found", "numberOfResults",
    ]
    /// Members with the number of a page, from 1 or 0.
    private static let pages = [
        "page", "current_page", "currentPage", "page_number", "pageNumber", "pageIndex", "number",
    ]
    /// Members with the number of all pages.
    private static let pageCounts = [
        "total_pages", "totalPages", "pages", "pageCount", "page_count", "last_page", "lastPage",
    ]

    /// The names of all these members.
    static let names = Set(
        flags.map(\.name) + tokens + groups + totals + pages + pageCounts + [
            "next", "links", "_links", "link", "continue", "count",
        ])

    /// Returns the member that says that there are more records; `nil` if none does.
    static func sign(in members: [JSON.Member], count: Int, group: String? = nil) -> String? {
        if let last = lastPage(in: members) { return group.map { "\($0).\(last)" } ?? last }
        for member in members {
            let name = group.map { "\($0).\(member.name)" } ?? member.name
            if isSign(member, count: count, isGrouped: group != nil) { return name }
            if group?.utf8.contains(.period) != true, groups.contains(member.name),
                let inner = member.value.object, let sign = sign(in: inner, count: count, group: name)
            {
                return sign
            }
        }
        return nil
    }

    private static func isSign(_ member: JSON.Member, count: Int, isGrouped: Bool) -> Bool {
        let value = member.value
        if let flag = flags.first(where: { $0.name == member.name }) { return isFlag(value, flag.value) }
        if tokens.contains(member.name) { return isToken(value) }
        if totals.contains(member.name) || (isGrouped && member.name == "count") {
            return total(value) > count
        }
        switch member.name {
        case "next": return isAddress(value) || isGrouped && value.object?.isEmpty == false
        case "continue": return value.object?.isEmpty == false
        case "links", "link": return leads(value)
        case "_links": return value["next"]?["href"] != nil
        default: return false
        }
    }

    /// Returns the member with the number of pages, if there are pages after the one of the document.
    private static func lastPage(in members: [JSON.Member]) -> String? {
        guard let count = members.first(where: { pageCounts.contains($0.name) && number($0.value) != nil }),
            let last = number(count.value),
            let page = members.filter({ pages.contains($0.name) }).compactMap({ number($0.value) }).first
        else { return nil }
        // Pages that are counted from 0 end one earlier, but only page 0 shows that they are: it is the first.
        return max(page, 1) < last ? count.name : nil
    }

    private static func isToken(_ value: JSON) -> Bool {
        switch value {
        case .string(let text): !text.trimmingBlanks.isEmpty
        case .number: true
        default: false
        }
    }

    private static func total(_ value: JSON) -> Int {
        number(value) ?? value["value"].flatMap(number) ?? 0
    }

    /// Returns a whole number, also if it is a text such as `1,234`, `1 234` or `10000+`, which is one more
    /// at least; `nil` if the value is something else.
    private static func number(_ value: JSON) -> Int? {
        guard let text = value.string?.trimmingBlanks else { return value.int }
        let isLeast = text.hasSuffix("+")
        let groups = (isLeast ? text.dropLast() : text[...]).split(omittingEmptySubsequences: false) {
            ",.'_ \u{A0}\u{202F}\u{2019}".contains($0)
        }
        let areDigits = groups.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(\.isDigit) }
        let areGroups =
            groups.count == 1
            || groups[0].utf8.count <= 3
                && groups.dropFirst().dropLast().allSatisfy { 2...3 ~= $0.utf8.count }
                && groups.last?.utf8.count == 3
        guard areDigits, areGroups else { return nil }
        return (Int(groups.joined()) ?? Int.max - 1) + (isLeast ? 1 : 0)
    }

    /// Whether a value is a flag; a 0 may be a count or a place, as of `last`.
    private static func isFlag(_ value: JSON, _ flag: Bool) -> Bool {
        flag ? value.truth == true : value == .bool(false) || value.string?.lowercased() == "false"
    }

    /// Whether links contain one to the next part: an array with `rel`, or an object by their names.
    private static func leads(_ value: JSON) -> Bool {
        if let links = value.array {
            return links.contains { ($0["rel"] ?? $0["relation"])?.string?.lowercased() == "next" }
        }
        return value["next"].map { isAddress($0) || $0["href"]?.string != nil } ?? false
    }

    private static func isAddress(_ value: JSON) -> Bool {
        guard let text = value.string ?? value["href"]?.string ?? value["url"]?.string else { return false }
        return text.utf8.first == .slash || text.utf8.first == UInt8(ascii: "?") || text.contains(text: "://")
    }
}
