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
        if let flag = flags.first(where: { $0.name == member.name }) { return value == .bool(flag.value) }
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
        guard let count = members.first(where: { pageCounts.contains($0.name) && $0.value.int != nil }),
            let last = count.value.int,
            let page = members.first(where: { pages.contains($0.name) && $0.value.int != nil })?.value.int
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
        value.int ?? value.string.flatMap { Int($0) } ?? value["value"]?.int ?? 0
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
